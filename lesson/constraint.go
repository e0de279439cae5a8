package lesson

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics/explore"
)

// Constraint is a requirement on a program besides its goals. Text is one of
//
//	keep statements              the given program, except for lock() and unlock()
//	keep statements in any order the statements of each method of the given program, each as
//	                             often as there; the order and the locking are free
//	keep all but N statements    the same, but N statements can be missing
//	at most N statements
//	reports none, reports some   pairs of the task's units that RacerDX reports
//	reports none without CLAUSE,..., reports some without CLAUSE,...
//	filtered none, filtered some pairs not reported because a path is wobbly
//	a false report without CLAUSE,...
//
// The forms with "without" switch off some clauses of the analysis (abstract.Clauses). A false
// report is a pair of accesses that it then reports and that never race.
type Constraint struct {
	Text string

	kind constraintKind
	// n is the N of "keep all but N statements" and "at most N statements".
	n int
	// some is true for "reports some" and "filtered some".
	some    bool
	without abstract.Clause
}

type constraintKind uint8

const (
	mustKeep constraintKind = iota
	mustKeepAnyOrder
	mustAtMost
	mustReports
	mustFiltered
	mustFalse
)

// parseConstraint reads a constraint. It returns false if the text does not have one of the forms,
// and an error if it has one with an invalid number or clause.
func parseConstraint(text string) (c Constraint, known bool, err error) {
	c.Text = text
	words := strings.Fields(text)
	switch {
	case text == "keep statements":
		c.kind = mustKeep
	case text == "keep statements in any order":
		c.kind = mustKeepAnyOrder
	case len(words) == 5 && strings.HasPrefix(text, "keep all but ") &&
		strings.HasPrefix(words[4], "statement"):
		c.kind = mustKeep
		c.n, err = strconv.Atoi(words[3])
	case len(words) == 4 && strings.HasPrefix(text, "at most ") &&
		strings.HasPrefix(words[3], "statement"):
		c.kind = mustAtMost
		c.n, err = strconv.Atoi(words[2])
	case text == "reports none", text == "reports some":
		c.kind, c.some = mustReports, words[1] == "some"
	case len(words) == 4 &&
		(strings.HasPrefix(text, "reports none without ") ||
			strings.HasPrefix(text, "reports some without ")):
		c.kind, c.some = mustReports, words[1] == "some"
		c.without, err = abstract.ParseClauses(words[3])
	case text == "filtered none", text == "filtered some":
		c.kind, c.some = mustFiltered, words[1] == "some"
	case len(words) == 5 && strings.HasPrefix(text, "a false report without "):
		c.kind = mustFalse
		c.without, err = abstract.ParseClauses(words[4])
	default:
		return c, false, nil
	}
	return c, true, err
}

func (c Constraint) check(ctx context.Context, t *Task, core *il.Core, pair il.Pair) Finding {
	f := Finding{Goal: c.Text}
	switch c.kind {
	case mustKeep:
		f.decide(c.keeps(t.core, core))
	case mustKeepAnyOrder:
		f.decide(reorders(t.core, core))
	case mustAtMost:
		n := len(statements(core, false))
		f.decide(n <= c.n, "it has "+text.Count(n, "statement"))
	case mustReports, mustFiltered:
		c.countReports(&f, core, pair)
	case mustFalse:
		c.falseReport(ctx, &f, core, pair)
	default:
		panic(fmt.Sprintf("unreachable: constraint %d", c.kind))
	}
	return f
}

// keeps reports whether two programs have the same statements except lock() and unlock(), apart
// from up to c.n that may be missing. If not, why names a missing or new statement.
func (c Constraint) keeps(given, edited *il.Core) (ok bool, why string) {
	want, have := statements(given, true), statements(edited, true)
	missing := 0
	for len(want) > 0 {
		switch {
		case len(have) > 0 && want[0] == have[0]:
			have = have[1:]
		case slices.Contains(have, want[0]) && missing == c.n:
			if times(want, have[0]) >= times(have, have[0]) {
				return false, "it has " + have[0] + " in another place"
			}
			return false, "it now has " + have[0]
		default:
			missing++
			if missing > c.n {
				return false, "it lacks " + want[0]
			}
		}
		want = want[1:]
	}
	if len(have) > 0 {
		return false, "it now has " + have[0]
	}
	return true, ""
}

func times(list []string, text string) int {
	return slice.Count(list, func(s string) bool { return s == text })
}

// reorders reports whether each method of a program has the statements of the given one, in any
// order and with any locking. If not, why names a missing or new statement. An if or a while counts
// as one statement without its body.
func reorders(given, edited *il.Core) (ok bool, why string) {
	var want, have []string
	for _, u := range given.Units {
		want = append(want, unitStatements(u)...)
	}
	for _, u := range edited.Units {
		have = append(have, unitStatements(u)...)
	}
	for _, s := range want {
		i := slices.Index(have, s)
		if i < 0 {
			return false, "it lacks " + s
		}
		have = slice.Delete(have, i)
	}
	if len(have) > 0 {
		return false, "it now has " + have[0]
	}
	return true, ""
}

// unitStatements lists a method's head and statements with its name, except lock() and unlock().
func unitStatements(u *il.Unit) []string {
	out := []string{fmt.Sprintf("%s(%s)", u.Name, strings.Join(u.Formals, ", "))}
	for _, s := range appendStatements(nil, u.Body, true) {
		if s != "else" && s != "end of if" && s != "end of while" {
			out = append(out, s+" in "+u.Name)
		}
	}
	return out
}

// statements lists the statements of a program. With heads, the list also shows the structure
// (heads of methods, ends of ifs and whiles) and omits lock() and unlock(), so two lists are equal
// if the programs differ only in locking.
func statements(core *il.Core, withHeads bool) []string {
	var out []string
	for _, u := range core.Units {
		if withHeads {
			out = append(out, fmt.Sprintf("%s(%s)", u.Name, strings.Join(u.Formals, ", ")))
		}
		out = appendStatements(out, u.Body, withHeads)
	}
	return out
}

func appendStatements(out []string, b *il.Block, withHeads bool) []string {
	if b == nil {
		return out
	}
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Skip:
		case *il.Lock, *il.Unlock:
			if !withHeads {
				out = append(out, il.Text(s))
			}
		case *il.If:
			out = append(out, il.Text(s))
			out = appendStatements(out, s.Then, withHeads)
			if withHeads {
				out = append(out, "else")
			}
			out = appendStatements(out, s.Else, withHeads)
			if withHeads {
				out = append(out, "end of if")
			}
		case *il.While:
			out = append(out, il.Text(s))
			out = appendStatements(out, s.Body, withHeads)
			if withHeads {
				out = append(out, "end of while")
			}
		default:
			if x, _ := il.Def(s); !withHeads {
				out = append(out, il.Text(s))
			} else if !il.IsTemporary(x) { // the store that uses a temporary shows its value
				out = append(out, il.SourceText(s))
			}
		}
	}
	return out
}

// countReports decides "reports" and "filtered" by the number of pairs that RacerDX reports or
// filters.
func (c Constraint) countReports(f *Finding, core *il.Core, pair il.Pair) {
	list, err := reportsOf(core, &pair, abstract.Options{Without: c.without})
	if err != nil {
		f.unknown(err.Error())
		return
	}
	races := c.kind == mustReports
	list = slices.DeleteFunc(list, func(r abstract.Report) bool { return r.Race != races })
	format := "RacerDX reports %s"
	switch {
	case !races:
		format = "RacerDX filters %s"
	case c.without != 0:
		format = "RacerDX without " + c.without.String() + " reports %s"
	}
	why := fmt.Sprintf(format, text.Count(len(list), "pair"))
	var shown []string
	for i, r := range list {
		if i == maxShown {
			shown = append(shown, "...")
			break
		}
		shown = append(shown, pairText(core, r))
	}
	if len(shown) > 0 {
		why += ": " + strings.Join(shown, ", ")
	}
	f.decide((len(list) > 0) == c.some, why)
}

const (
	maxReports = 1000 // the pairs that are counted
	maxShown   = 3    // the pairs that a finding names
)

// reportsOf returns the pairs that RacerDX reports or filters, sorted, for one pair of units or, if
// only is nil, for all.
func reportsOf(core *il.Core, only *il.Pair, o abstract.Options) ([]abstract.Report, error) {
	sets, err := abstract.AnalyzeSets(core, o)
	if err != nil {
		return nil, err
	}
	rep, err := sets.Reports(only)
	if err != nil {
		return nil, err
	}
	list := append(rep.ListRaces(maxReports), rep.ListFiltered(maxReports)...)
	slice.Sort(list, abstract.Report.Compare)
	return list, nil
}

// pairText returns the positions of the two accesses of a report, as in "3:5 / 7:3".
func pairText(core *il.Core, r abstract.Report) string {
	return core.Source.At(r.Left.At) + " / " + core.Source.At(r.Right.At)
}

// falseReport looks for a pair that RacerDX without some clauses reports and that never races.
func (c Constraint) falseReport(ctx context.Context, f *Finding, core *il.Core, pair il.Pair) {
	list, err := reportsOf(core, &pair, abstract.Options{Without: c.without})
	if err != nil {
		f.unknown(err.Error())
		return
	}
	list = slices.DeleteFunc(list, func(r abstract.Report) bool { return !r.Race })
	if len(list) == 0 {
		f.decide(false, fmt.Sprintf("RacerDX without %s reports nothing here", c.without))
		return
	}
	found, err := searchRaces(ctx, core, pair)
	if err != nil {
		f.unknown(err.Error())
		return
	}
	for _, r := range list {
		if !found.has(r) {
			f.decide(true,
				fmt.Sprintf("RacerDX without %s reports %s, and no schedule from any initial "+
					"state races there", c.without, pairText(core, r)))
			return
		}
	}
	f.decide(false, fmt.Sprintf("RacerDX without %s reports %s, and all of it is real", c.without,
		text.Count(len(list), "pair")))
}

// races is a set of races, each with the accesses of threads A and B.
type races map[[2]explore.Access]bool

// has reports whether a report is among the races. If both threads run one unit, the accesses may
// be exchanged.
func (rs races) has(r abstract.Report) bool {
	for a := range rs {
		if sameAccess(a[0], r.Left) && sameAccess(a[1], r.Right) {
			return true
		}
		if r.Left.Unit == r.Right.Unit && sameAccess(a[0], r.Right) && sameAccess(a[1], r.Left) {
			return true
		}
	}
	return false
}

func sameAccess(a explore.Access, s abstract.Side) bool {
	return a.At == s.At && a.Kind == s.Kind
}

// maxObjects limits the objects in the search for all races. A dozen lines need far fewer.
const maxObjects = 16

// searchRaces finds a program's races from all initial states. If the search reaches a limit, the
// error names it.
func searchRaces(ctx context.Context, core *il.Core, pair il.Pair) (races, error) {
	o := explore.Defaults()
	o.MaxStates, o.MaxObjects, o.Reduce, o.Prune = boundOf(ctx, maxStates), maxObjects, true, true
	r, err := explore.Search(ctx, core, pair, o)
	if err != nil {
		return nil, err
	}
	if !r.Complete {
		return nil, fmt.Errorf("the search for races was cut (%s)", r.Cut)
	}
	found := races{}
	for _, x := range r.Races {
		found[[2]explore.Access{x.Left, x.Right}] = true
	}
	return found, nil
}
