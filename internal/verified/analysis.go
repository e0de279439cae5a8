package verified

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
)

// Modes are the modes of the analysis that are extracted, in the order of the answers:
// racerdx, nowb, plus and meet.
var Modes = []abstract.Mode{abstract.Figure7, abstract.NoWB, abstract.Plus, abstract.CommonSuffix}

// Answer is the result of the extracted analyses for one program.
type Answer struct {
	Reports map[abstract.Mode][]string // in the format of Program.Pair
	// Deadlocks are pairs of positions of lock(). There are none in a program that names no lock.
	Deadlocks []string
	withWB    [2]Summary // the summaries of the left and the right unit by Figure 7
	withoutWB [2]Summary // those in the other modes, which all have the same
}

// Summary is W, Wr and A of a unit, as sorted texts. The elements of A have the format of Access.
type Summary struct{ Wobbly, Written, Accesses []string }

// Summary returns the summary of the left (0) or right (1) unit in a mode.
func (a *Answer) Summary(m abstract.Mode, side int) Summary {
	if m == abstract.Figure7 {
		return a.withWB[side]
	}
	return a.withoutWB[side]
}

// Pair formats a reported pair of positions. The positions are sorted if both units are the same.
func (p *Program) Pair(left, right string) string {
	if p.pair.Left == p.pair.Right && left > right {
		left, right = right, left
	}
	return left + " and " + right
}

// Access formats an element of A, with the names of the locks that are held.
func Access(at, path string, level int, locks ...string) string {
	access := fmt.Sprintf("%s at %s, level %d", path, at, level)
	for _, name := range slices.Sorted(slices.Values(locks)) {
		if name != "" { // the level counts the unnamed lock
			access += " and " + name
		}
	}
	return access
}

// Analyze runs the extracted analyses on a program, once.
func (c *Command) Analyze(p *Program) (*Answer, error) {
	if err := c.load(p); err != nil || c.answer != nil {
		return c.answer, err
	}
	line, err := c.ask("analyze")
	if err != nil {
		return nil, err
	}
	parts := strings.Split(line, "|")
	if len(parts) != len(Modes)+5 {
		return nil, fmt.Errorf("the verified command answered %d parts, not %d", len(parts),
			len(Modes)+5)
	}
	r := &reader{p: p}
	a := &Answer{Reports: map[abstract.Mode][]string{}}
	for i, mode := range Modes {
		a.Reports[mode] = r.pairs(parts[i])
	}
	parts = parts[len(Modes):]
	a.Deadlocks = r.pairs(parts[0])
	for i, u := range []*il.Unit{p.pair.Left, p.pair.Right} {
		a.withWB[i] = r.summary(u, parts[1+i])
		a.withoutWB[i] = r.summary(u, parts[3+i])
	}
	if r.err == nil {
		c.answer = a
	}
	return a, r.err
}

// Flow returns the reports of the extracted flow for names with at most the given number of fields.
func (c *Command) Flow(p *Program, fields int) ([]string, error) {
	return c.reported(p, fmt.Sprintf("flow %d", fields))
}

// Rely returns the reports of the extracted rely for names with at most the given number of fields.
func (c *Command) Rely(p *Program, fields int) ([]string, error) {
	return c.reported(p, fmt.Sprintf("rely %d", fields))
}

// RacerD returns the reports of the extracted RacerD.
func (c *Command) RacerD(p *Program) ([]string, error) { return c.reported(p, "racerd") }

// reported sends a request whose answer is one list of pairs.
func (c *Command) reported(p *Program, request string) ([]string, error) {
	if err := c.load(p); err != nil {
		return nil, err
	}
	line, err := c.ask(request)
	if err != nil {
		return nil, err
	}
	r := &reader{p: p}
	return r.pairs(line), r.err
}

// reader converts the numbers of an answer into names. It keeps the first error.
type reader struct {
	p   *Program
	err error
}

// number reads a number below a bound. It returns -1 if there is none.
func (r *reader) number(text string, bound int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= bound {
		r.fail(text)
		return -1
	}
	return n
}

// fail keeps an error about a text, unless there is one already.
func (r *reader) fail(text string) {
	r.err = cmp.Or(r.err, fmt.Errorf(
		"the verified command answered %q, which is not a number of this program", text))
}

func (r *reader) position(text string) string {
	if n := r.number(text, len(r.p.at)); n >= 0 {
		return r.p.core.Source.At(r.p.at[n])
	}
	return ""
}

// summary converts the three lists of a unit's summary, with "#" between them.
func (r *reader) summary(u *il.Unit, text string) Summary {
	parts := strings.Split(text, "#")
	if len(parts) != 3 {
		r.fail(text)
		return Summary{}
	}
	return Summary{
		Wobbly: r.expressions(u, parts[0]), Written: r.expressions(u, parts[1]),
		Accesses: r.accesses(u, parts[2]),
	}
}

// each converts the words of a list, sorts the results and removes duplicates.
func (r *reader) each(text string, convert func(word string) string) []string {
	var all []string
	for word := range strings.FieldsSeq(text) {
		if t := convert(word); r.err == nil {
			all = append(all, t)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// pairs converts pairs of sites, such as "3,4 5,5", into the format of Program.Pair.
func (r *reader) pairs(text string) []string {
	return r.each(text, func(word string) string {
		left, right, _ := strings.Cut(word, ",")
		return r.p.Pair(r.position(left), r.position(right))
	})
}

func (r *reader) expressions(u *il.Unit, text string) []string {
	return r.each(text, func(word string) string { return r.expression(u, word) })
}

// expression converts an expression of a unit: "A0.1" is the field 1 of its formal 0, "L0" is its
// local 0.
func (r *reader) expression(u *il.Unit, word string) string {
	numbers := strings.Split(word, ".")
	name := ""
	if root, formal := strings.CutPrefix(numbers[0], "A"); formal {
		if i := r.number(root, len(u.Formals)); i >= 0 {
			name = u.Formals[i]
		}
	} else if i := r.number(strings.TrimPrefix(numbers[0], "L"), len(r.p.names[u])); i >= 0 {
		name = r.p.names[u][i]
	}
	for _, f := range numbers[1:] {
		if i := r.number(f, len(r.p.core.Fields)); i >= 0 {
			name += "." + r.p.core.Fields[i]
		}
	}
	return name
}

// accesses converts elements of A of a unit into the format of Access. Each has its site, its path,
// its level and the slots of the named locks that are held: "3:A0.1:2.1".
func (r *reader) accesses(u *il.Unit, text string) []string {
	return r.each(text, func(word string) string {
		parts := strings.SplitN(word, ":", 3)
		if len(parts) != 3 {
			r.fail(word)
			return ""
		}
		level, held, _ := strings.Cut(parts[2], ".")
		var locks []string
		for slot := range strings.FieldsFuncSeq(held, func(c rune) bool { return c == '.' }) {
			if i := r.number(slot, len(r.p.core.Locks)+1); i > 0 {
				locks = append(locks, r.p.core.Locks[i-1])
			}
		}
		return Access(r.position(parts[0]), r.expression(u, parts[1]),
			r.number(level, len(r.p.text)), locks...)
	})
}

// Differences describes the elements that only wobbly (own) or only the extracted analysis lists.
// what names an element. It sorts own.
func Differences(what string, own, extracted []string) []string {
	slices.Sort(own)
	var all []string
	for _, s := range slices.Compact(own) {
		if !slices.Contains(extracted, s) {
			all = append(all, "wobbly has the "+what+" "+s+", and the extracted analysis does not")
		}
	}
	for _, s := range extracted {
		if !slices.Contains(own, s) {
			all = append(all, "the extracted analysis has the "+what+" "+s+", and wobbly does not")
		}
	}
	return all
}
