package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/glossary"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Level is one step in the derivation of an access in A of a unit: the load or store itself, or a
// call through which it was added.
type Level struct {
	Unit string
	At   string
	Text string
	// Path is the access's path in terms of Unit.
	Path string
	// Lock is the access's lock level seen from Unit: "1", or "m, n" if the program names locks.
	Lock string
	// Depth is the lock level at the statement.
	Depth string
	// Held is the name of Lock: "level", or "lock set".
	Held string
	// Formal is the callee's formal parameter that Actual replaces. It is empty at the access.
	Formal string
	Actual string
}

// Derivation is the derivation of an access in A of a unit, and of the prefixes of its path in W.
// If the analyzer has no summaries, it has Paths instead.
type Derivation struct {
	Side Side
	// Levels lead from the access up to the unit.
	Levels   []Level
	Prefixes []Prefix
	// Paths are sentences that say how the unit reaches the access.
	Paths []string
}

// Prefix is a proper prefix of a path.
type Prefix struct {
	Expr string
	// Wobbly is nil if the prefix is not in W.
	Wobbly *Wobbly
	// Targets says whether the mode keeps Wr, as both kinds of RacerDX+ do.
	Targets bool
	// Written is nil if the prefix is not in Wr.
	Written *Wobbly
}

// Test is one condition of the reporting rule, applied to a pair.
type Test struct {
	// Name is "fields", "write", "lock" or "stable", or "intact" if the mode keeps Wr.
	Name    string
	Finding string
	Holds   bool
	// At is the place of the statement that Finding is about, or empty if it is about the accesses.
	At string
}

// Pair says why two accesses of two units are, or are not, reported.
type Pair struct {
	Left, Right Derivation
	Tests       []Test
	Reported    bool
	// ID is the number of a pair that is listed: "R1" or "F1".
	ID      string
	Verdict string

	// Sentences say why a report is a race, and what the race needs.
	Sentences []string
}

// Site is everything at a position.
type Site struct {
	// At is the place of the statement, or empty if there is none.
	At      string
	Span    Span
	Text    string
	Within  string
	Remarks []string
}

// Dropped is an access that a unit does not keep because its path does not begin with a parameter
// there.
type Dropped struct {
	Unit, Path string
	// Calls are the call sites from the unit down to the access.
	Calls []string
}

// AccessAnswer says in which summaries an access is.
type AccessAnswer struct {
	Site Site
	// Elements are those in units that programs are built from.
	Elements []Derivation
	Dropped  []Dropped
	// Cut says whether there are more elements than were looked at.
	Cut bool
}

// PairAnswer is the answer for two positions.
type PairAnswer struct {
	Accesses []AccessAnswer
	// Pairs has every combination of their elements, first those that are reported.
	Pairs []Pair
	// Cut says whether there are more combinations than were looked at.
	Cut bool
}

// TouchAnswer says why an expression is, or is not, in W of a unit.
type TouchAnswer struct {
	Prefix
	Unit string
	// Reason is a sentence that says why it is not in W.
	Reason string
}

// PairText prints the explanation of a pair in full: the origin of both accesses, and the tests of
// the reporting rule.
func PairText(w io.Writer, style Style, src *il.Source, x Pair) error {
	p := &page{Style: style, w: w}
	p.pair(src, x)
	return p.err
}

func (p *page) pair(src *il.Source, x Pair) {
	id := when(x.ID != "", "%s: ", x.ID)
	p.painted(bold, "%s%s %s / %s %s", id, x.Left.Side.Unit, x.Left.Side.At, x.Right.Side.Unit,
		x.Right.Side.At)
	p.line("")
	p.derivation(src, 0, x.Left)
	p.line("")
	if same(x.Left.Side, x.Right.Side) {
		p.line("%s the same access in the other thread",
			p.paint(sideRole(1), "(2) "+x.Right.Side.Unit))
	} else {
		p.derivation(src, 1, x.Right)
	}
	p.line("")
	p.line("%s", p.paint(bold, "Together"))
	for _, t := range x.Tests {
		mark := p.paint(good, "yes")
		if !t.Holds {
			mark = p.paint(alarm, "NO ")
		}
		const indent = 17
		for i, l := range p.wrap(t.Finding, width-indent) {
			if i == 0 {
				p.line("  %s  %s   %s", mark, pad(t.Name, 7), l)
			} else {
				p.line("%*s%s", indent, "", l)
			}
		}
	}
	for _, s := range x.Sentences {
		p.prose(2, "%s", s)
	}
	p.prose(2, "=> %s", x.Verdict)
}

func (p *page) derivation(src *il.Source, i int, d Derivation) {
	s := d.Side
	p.line("%s %ss %s at %s %s",
		p.paint(sideRole(i), fmt.Sprintf("(%d) %s", i+1, s.Unit)), s.Kind, s.Path, s.At,
		HoldingWords(s))
	p.excerptBlock(src, s.Span, "", sideRole(i), gutterFor(src, s.Span.At))
	if d.Paths != nil {
		for _, path := range d.Paths {
			p.prose(2, "%s", path)
		}
		return
	}
	held := lockCell(s.Lock, s.Locks)
	if len(s.Locks) > 1 {
		held = "{" + held + "}"
	}
	p.line("  <%s, %s, %s, %s> is in A of %s:", s.At, s.Kind, s.Path, held, s.Unit)
	// Of a long chain, these many levels are shown at either end.
	const ends = 6
	for j, l := range d.Levels {
		switch hidden := len(d.Levels) - 2*ends; {
		case j < ends || j >= ends+hidden:
			p.prose(4, "%s", levelSentence(l))
		case j == ends:
			p.line("      ... %d more calls ...", hidden)
		}
	}
	p.line("  Proper prefixes of %s, and W of %s:", ShortPath(s.Path), s.Unit)
	p.prefixes(s.Unit, d.Prefixes)
}

// same reports whether two sides are one access of one unit.
func same(a, b Side) bool {
	return a.Unit == b.Unit && a.At == b.At && a.Kind == b.Kind && a.Path == b.Path &&
		a.Lock == b.Lock
}

func (p *page) prefixes(unit string, list []Prefix) {
	const maxPrefixes = 8
	var stable []string
	shown := 0
	for _, x := range list {
		switch {
		case x.Wobbly == nil:
			stable = append(stable, ShortPath(x.Expr))
		case shown < maxPrefixes:
			shown++
			p.prose(4, "%s is in W: %s.%s", ShortPath(x.Expr), originWords(*x.Wobbly),
				writtenWords(x))
		}
	}
	if hidden := len(list) - len(stable) - shown; hidden > 0 {
		p.line("    ... and %d more are in W.", hidden)
	}
	if len(stable) > 0 {
		verb, them := "are", "them"
		if len(stable) == 1 {
			verb, them = "is", "it"
		}
		p.prose(4, "%s %s not in W: no statement of %s, or of a method that it calls, assigns or "+
			"copies %s.",
			enumerate(stable), verb, unit, them)
	}
}

// writtenWords says whether a prefix in W is also in Wr, if the mode keeps Wr, and names the
// statement that puts it there if it is not the one of W.
func writtenWords(x Prefix) string {
	switch {
	case !x.Targets:
		return ""
	case x.Written == nil:
		return " It is not in Wr: nothing assigns to it."
	case originWords(*x.Written) == originWords(*x.Wobbly):
		return " So it is in Wr too."
	default:
		return fmt.Sprintf(" It is in Wr too: %s.", originWords(*x.Written))
	}
}

// levelSentence says by which rule an access enters A.
func levelSentence(l Level) string {
	if l.Formal == "" {
		kind := "load"
		if strings.HasPrefix(l.Text, l.Path+" :=") {
			kind = "store"
		}
		return fmt.Sprintf("%s in %s: %s is a %s (rule accs): path %s, %s %s.",
			l.At, l.Unit, l.Text, kind, l.Path, l.Held, l.Lock)
	}
	return fmt.Sprintf("%s in %s: %s brings it (rule call): %s stands for %s, so the path is %s; "+
		"the %s there is %s, so it is %s in all.",
		l.At, l.Unit, l.Text, l.Formal, l.Actual, l.Path, l.Held, l.Depth, l.Lock)
}

// originWords names the statement that puts an expression into W, and the rule.
func originWords(x Wobbly) string {
	if len(x.Calls) == 0 {
		return fmt.Sprintf("%s %s, %s (rule %s)", x.At, x.Action, x.Text, x.Rule)
	}
	return fmt.Sprintf("%s in %s, where it is %s, %s, %s (rule %s); %s (rule call)",
		x.At, x.Within, ShortPath(x.Expr), x.Action, x.Text, x.Rule, callChain(x.Calls))
}

// PairAnswerText prints the answer for two positions: a single combination in full, or a line for
// each of several and then the first in full.
func PairAnswerText(w io.Writer, style Style, src *il.Source, x PairAnswer) error {
	p := &page{Style: style, w: w}
	if len(x.Pairs) == 1 {
		p.pair(src, x.Pairs[0])
		return p.err
	}
	for _, a := range x.Accesses {
		p.access(src, a)
	}
	if len(x.Pairs) == 0 {
		return p.err
	}
	p.line("")
	p.line("%s:", text.Count(len(x.Pairs), "combination"))
	for i, pair := range x.Pairs {
		if i == maxShown {
			p.line("  ... and %d more", len(x.Pairs)-i)
			break
		}
		p.prose(2, "%s / %s: %s", shortSide(pair.Left.Side, ""), shortSide(pair.Right.Side, ""),
			pair.Verdict)
	}
	if x.Cut {
		p.prose(2, "There are more combinations than were looked at.")
	}
	p.line("")
	p.spaced("The first of them:")
	p.pair(src, x.Pairs[0])
	return p.err
}

// AccessAnswerText prints the answer for one position.
func AccessAnswerText(w io.Writer, style Style, src *il.Source, list []AccessAnswer) error {
	p := &page{Style: style, w: w}
	for i, a := range list {
		p.between(i)
		p.access(src, a)
	}
	return p.err
}

// access prints the access at a position, the summaries that contain it, and the units that drop
// it.
func (p *page) access(src *il.Source, a AccessAnswer) {
	s := a.Site
	if s.At != "" {
		p.line("%s in %s: %s", p.paint(bold, s.At), s.Within, s.Text)
		p.excerptBlock(src, s.Span, "", bold, gutterFor(src, s.Span.At))
	}
	for _, r := range s.Remarks {
		p.prose(2, "%s", r)
	}
	for i, d := range a.Elements {
		if i == maxShown {
			p.line("  ... and %d more", len(a.Elements)-i)
			break
		}
		s := d.Side
		chain := when(len(s.Calls) > 0, ", %s", callChain(s.Calls))
		p.prose(2, "in A of %s: %s %s %s%s", s.Unit, s.Kind, s.Path, HoldingWords(s), chain)
	}
	for i, d := range a.Dropped {
		if i == maxShown {
			p.line("  ... and %d more units drop it", len(a.Dropped)-i)
			break
		}
		p.prose(2, "%s", DroppedSentence(d))
	}
	if a.Cut {
		p.prose(2, "There are more ways than were looked at.")
	}
}

// DroppedSentence says why a unit does not keep an access, without a full stop.
func DroppedSentence(d Dropped) string {
	chain := when(len(d.Calls) > 0, " (%s)", callChain(d.Calls))
	root, _, _ := strings.Cut(d.Path, ".")
	return fmt.Sprintf("not in A of %s%s: its path there is %s, and %s is a local; only paths "+
		"that begin with a parameter are kept (fml)", d.Unit, chain, d.Path, root)
}

// TouchText prints why an expression is, or is not, in W.
func TouchText(w io.Writer, style Style, x TouchAnswer) error {
	p := &page{Style: style, w: w}
	if x.Wobbly != nil {
		p.prose(0, "%s is in W of %s: %s.%s", x.Expr, x.Unit, originWords(*x.Wobbly),
			writtenWords(x.Prefix))
	} else {
		p.prose(0, "%s is not in W of %s: %s", x.Expr, x.Unit, x.Reason)
	}
	return p.err
}

// PageText prints the page of an error code. bad is its wrong example, and errs are the errors of
// it.
func PageText(w io.Writer, style Style, x diag.Page, bad *il.Source, errs diag.List) error {
	p := &page{Style: style, w: w}
	p.spaced("%s: %s", p.paint(bold, string(x.Code)), p.paint(bold, x.Title))
	p.lines(0, text.Lines(x.Text))
	// For some codes, an example would be too large.
	if x.Bad == "" {
		return p.err
	}
	p.line("")
	p.line("%s", p.paint(bold, "Wrong"))
	p.program(x.Bad)
	p.line("")
	for _, d := range errs {
		p.diagnostic(bad, d)
		p.line("")
	}
	p.line("%s", p.paint(bold, "Right"))
	p.program(x.Good)
	return p.err
}

func (p *page) program(program string) {
	for _, l := range text.Lines(program) {
		p.line("  %s", Visible(l))
	}
}

// WordsSchema is the schema of Words.
const WordsSchema = "wobbly/words/1"

// Words are entries of the glossary: one word, or all of them.
type Words struct {
	Words []glossary.Word `json:"words"`
}

func (Words) schema() string { return WordsSchema }

func (d Words) text(p *page) {
	for i, x := range d.Words {
		p.between(i)
		p.word(x)
	}
}

// AllWords returns the whole glossary.
func AllWords() Words {
	var d Words
	for _, g := range glossary.Groups() {
		d.Words = append(d.Words, g.Words...)
	}
	return d
}

func (p *page) word(x glossary.Word) {
	title := p.paint(bold, x.Name)
	title += when(len(x.Also) > 0, " (also: %s)", strings.Join(x.Also, ", "))
	p.para(0, "%s", title)
	p.para(0, "%s", x.Text)
	p.program(x.Program)
	p.line("")
	p.spaced("%s", x.Counts())
	p.line("Lesson    wobbly lesson %d", x.Lesson)
	p.line("See also  %s", strings.Join(x.See, ", "))
}

// GlossaryText prints the words of the glossary, and then all codes with their titles.
func GlossaryText(w io.Writer, pages []diag.Page) error {
	p := &page{w: w}
	for _, g := range glossary.Groups() {
		p.line("%s", g.Title)
		p.para(2, "%s",
			strings.Join(slice.Map(g.Words, func(x glossary.Word) string { return x.Name }), ", "))
	}
	p.line("Codes of errors and warnings")
	for _, x := range pages {
		p.line("  %s  %s", x.Code, x.Title)
	}
	p.line("")
	p.line("Explain one: wobbly explain race, wobbly explain E0030")
	return p.err
}

// Separation says why two accesses never race, according to a certificate of absence.
type Separation struct {
	Units [2]string
	At    [2]string
	// Under is "the lock" or "the same lock" if both accesses are always under one, or else empty.
	Under   string
	Objects [2]Objects
}

// Objects are the objects that a thread may access. There are none if it never reaches the access.
type Objects struct {
	// Initial says whether objects of the initial state are among them.
	Initial bool
	// Private are the objects that only the thread can reach.
	Private []Made
	// Public are the others, by the thread that made them.
	Public [2][]Made
}

// Made is a statement that makes objects.
type Made struct{ At, Text string }

// Reason says why they never race, in sentences.
func (s Separation) Reason() string { return strings.Join(s.sentences(), " ") }

// SeparationsText says for each of some pairs of accesses why they never race. If there are none
// and the accesses are not reported either, it says that they are open.
func SeparationsText(w io.Writer, style Style, all []Separation, reported bool) error {
	p := &page{Style: style, w: w}
	if len(all) == 0 && !reported {
		p.prose(2, "No certificate shows that they never race either: the pair is open. wobbly "+
			"explore searches for an execution.")
	}
	for i, s := range all {
		p.line("")
		if i == maxShown {
			p.line("... and %d more", len(all)-i)
			break
		}
		p.painted(bold, "%s %s / %s %s never race (certified)", s.Units[0], s.At[0],
			s.Units[1], s.At[1])
		for _, sentence := range s.sentences() {
			p.prose(2, "%s", sentence)
		}
	}
	return p.err
}

// sentences says what separates the accesses: the lock, one thread's own objects, or the objects
// that each thread may access.
func (s Separation) sentences() []string {
	if s.Under != "" {
		return []string{"Both accesses are always under " + s.Under + "."}
	}
	for i, o := range s.Objects {
		if !o.Initial && !o.private() && !o.public() {
			return []string{thread(i, s.Units[i]) + " never reaches its access."}
		}
	}
	for i, o := range s.Objects {
		// It suffices that one thread accesses only its own objects.
		if o.private() {
			return []string{s.accesses(i)}
		}
	}
	return []string{s.accesses(0), s.accesses(1), "No object is both."}
}

// accesses says which objects a thread accesses.
func (s Separation) accesses(i int) string {
	return fmt.Sprintf("At %s, %s accesses %s.", s.At[i], thread(i, s.Units[i]), s.words(i))
}

// public reports whether other threads can reach some of the objects that a thread made.
func (o Objects) public() bool { return len(o.Public[0])+len(o.Public[1]) > 0 }

// private reports whether only the thread can reach any of the objects.
func (o Objects) private() bool { return !o.Initial && !o.public() && len(o.Private) > 0 }

func (s Separation) words(i int) string {
	o := s.Objects[i]
	var words []string
	if o.Initial {
		words = append(words, "an object of the initial state")
	}
	if len(o.Private) > 0 {
		words = append(words,
			"an object that it made at "+places(o.Private)+
				" and that no other thread can reach then")
	}
	for t, made := range o.Public {
		if len(made) == 0 {
			continue
		}
		maker := "it"
		if t != i {
			maker = thread(t, s.Units[t])
		}
		words = append(words,
			"an object that "+maker+" made at "+places(made)+
				" and stored where the other thread can find it")
	}
	return strings.Join(words, ", or ")
}

// places names statements: "3:3 (n := new())".
func places(made []Made) string {
	const maxPlaces = 4
	shown := slice.Map(made[:min(len(made), maxPlaces)],
		func(m Made) string { return m.At + " (" + m.Text + ")" })
	if more := len(made) - maxPlaces; more > 0 {
		return strings.Join(append(slices.Clone(shown), text.Count(more, "more place")), ", ")
	}
	return text.Or(shown)
}
