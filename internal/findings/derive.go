package findings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
)

// derivation explains how the access of a side got into A of its method, through the given calls
// (outermost first), and which of its prefixes are in W.
func (f *Findings) derivation(x abstract.Side, calls []*il.Call) report.Derivation {
	d := report.Derivation{Side: f.side(x), Levels: f.levels(x, calls)}
	d.Side.Calls = f.positions(calls)
	for e := range x.Path.ProperPrefixes() {
		p := report.Prefix{Expr: string(e)}
		if w, ok := f.touch(x.Unit, e); ok {
			p.Wobbly = &w
		}
		if f.par.Options.Mode.Captures() {
			p.Targets = true
			if w, ok := f.write(x.Unit, e); ok {
				p.Written = &w
			}
		}
		d.Prefixes = append(d.Prefixes, p)
	}
	return d
}

// levels follows an access from its statement up to the unit, with the path and the lock level seen
// from each unit on the call path.
func (f *Findings) levels(x abstract.Side, calls []*il.Call) []report.Level {
	at := siteAt(f.core, siteOf(x.Access))
	if at == nil {
		return nil
	}
	path, lock := abstract.ExprOf(at.Path), f.lock.at(at.stmt)
	held := "level"
	if len(f.core.Locks) > 0 {
		held = "lock set"
	}
	levels := []report.Level{{
		Unit: at.unit.Name, At: f.at(at.stmt), Text: written(f.core.Source, at.stmt),
		Path: string(path), Lock: f.core.Written(lock), Depth: f.core.Written(lock), Held: held,
	}}
	for i := len(calls) - 1; i >= 0; i-- {
		caller := x.Unit
		if i > 0 {
			caller = f.core.Methods[calls[i-1].Method]
		}
		x := f.substitute(calls[i], path)
		path, lock = x.path, f.lock.add(x.lock, lock)
		levels = append(levels, report.Level{
			Unit: caller.Name, At: f.at(calls[i]), Text: il.Text(calls[i]), Path: string(path),
			Lock: f.core.Written(lock), Depth: f.core.Written(x.lock), Held: held, Formal: x.formal,
			Actual: x.actual,
		})
	}
	return levels
}

func (f *Findings) at(s il.Stmt) string { return f.core.Source.At(s.Pos()) }

// IsID reports whether a text has the form of the number of a report or filtered pair, such as R1
// or F12.
func IsID(text string) bool {
	return len(text) > 1 && strings.Contains("RFD", text[:1]) &&
		strings.Trim(text[1:], "0123456789") == ""
}

// Report explains a listed race (R1, R2, ...) or filtered pair (F1, ...). id has the form that IsID
// accepts. Report fails if nothing with this number is listed.
func (f *Findings) Report(id string) (report.Pair, error) {
	var list []abstract.Report
	var total fmt.Stringer
	what := "races"
	switch id[0] {
	case 'D':
		return report.Pair{}, fmt.Errorf("there is no deadlock %s", id)
	case 'R':
		list, total = f.reported.ListRaces(f.par.Limit), f.reported.Races()
	default:
		list = f.reported.ListFiltered(f.par.Limit)
		total = f.reported.Filtered()
		what = "filtered pairs"
	}
	n, err := strconv.Atoi(id[1:])
	if err != nil || n < 1 || n > len(list) {
		return report.Pair{},
			fmt.Errorf("there is no %s: %d of %s %s are listed", id, len(list), total, what)
	}
	x := list[n-1]
	p := f.explain(element{Side: x.Left, calls: f.builder.Calls(x.Left)},
		element{Side: x.Right, calls: f.builder.Calls(x.Right)})
	if p.Reported {
		w, err := f.builder.Witness(x, f.par.MaxSteps)
		p.Sentences = NeedsSentences(f.needs(), w, err)
	}
	return p, nil
}

// explain applies the reporting rule to two elements of A.
func (f *Findings) explain(l, r element) report.Pair {
	p := report.Pair{Left: f.derivation(l.Side, l.calls), Right: f.derivation(r.Side, r.calls)}
	p.Tests = []report.Test{
		f.premise.fields(l.Side, r.Side),
		writeTest([2]*il.Unit{l.Unit, r.Unit}, [2]il.AccessKind{l.Kind, r.Kind}),
		f.lockTest(l.Side, r.Side),
		f.premise.stays(f, l.Side, r.Side, p),
	}
	return concluded(p, f.id(l.Side, r.Side))
}

// concluded adds to a pair the conclusion from its tests, and its number if it is listed.
func concluded(p report.Pair, id string) report.Pair {
	i := slices.IndexFunc(p.Tests, func(t report.Test) bool { return !t.Holds })
	p.Reported, p.ID = i < 0, id
	switch {
	case p.Reported && id != "":
		p.Verdict = fmt.Sprintf("reported as the race %s.", id)
	case p.Reported:
		p.Verdict = "reported as a race, beyond the limit of the list."
	case id != "":
		p.Verdict = fmt.Sprintf("not reported, filtered as %s: %s", id, p.Tests[i].Finding)
	default:
		p.Verdict = "not reported: " + p.Tests[i].Finding
	}
	return p
}

// id returns the number of a report, such as R1, or "" if it is not listed.
func (f *Findings) id(l, r abstract.Side) string {
	if f.ids == nil {
		f.ids = map[[2]abstract.Side]string{}
		for i, x := range f.reported.ListRaces(f.par.Limit) {
			f.ids[withoutHistory(x.Left, x.Right)] = raceID(i)
		}
		for i, x := range f.reported.ListFiltered(f.par.Limit) {
			f.ids[withoutHistory(x.Left, x.Right)] = filteredID(i)
		}
	}
	return f.ids[withoutHistory(l, r)]
}

// withoutHistory returns two sides without the histories of the paths that lead to them. No two
// reports differ only in histories.
func withoutHistory(l, r abstract.Side) [2]abstract.Side {
	l.History, r.History = il.History{}, il.History{}
	return [2]abstract.Side{l, r}
}

func writeTest(units [2]*il.Unit, kinds [2]il.AccessKind) report.Test {
	t := report.Test{Name: "write", Holds: true}
	switch {
	case kinds[0] == il.Write && kinds[1] == il.Write:
		t.Finding = "both write."
	case kinds[0] == il.Write:
		t.Finding = fmt.Sprintf("%s writes.", units[0].Name)
	case kinds[1] == il.Write:
		t.Finding = fmt.Sprintf("%s writes.", units[1].Name)
	default:
		t.Holds, t.Finding = false, "both only read."
	}
	return t
}

// lockTest tests the lock condition and, in a program that names locks, Lemma S.
func (f *Findings) lockTest(l, r abstract.Side) report.Test {
	c := f.par.Options.Condition
	t := report.Test{Name: "lock", Holds: f.par.Options.LockCondition()(l.Lock, r.Lock)}
	if len(f.core.Locks) > 0 {
		compatible, why := Compatible(f.core, [2]string{l.Unit.Name, r.Unit.Name},
			[2]il.Level{l.Lock, r.Lock}, [2][]il.History{f.histories(l), f.histories(r)})
		if compatible && !t.Holds {
			why += ". But a lock is held twice, and the levels of each must be at most 1 " +
				"together (condition sum)"
		}
		t.Holds, t.Finding = t.Holds && compatible, why+"."
		return t
	}
	rule := "one of them must be 0 (condition or)"
	if c == abstract.Sum {
		rule = "their sum must be at most 1 (condition sum)"
	}
	t.Finding = fmt.Sprintf("the lock levels are %d and %d; %s.", l.Lock, r.Lock, rule)
	if !t.Holds && c == abstract.Or {
		t.Finding = fmt.Sprintf("both hold the lock, at levels %d and %d; %s.", l.Lock,
			r.Lock, rule)
	}
	return t
}

// PairOf completes out, an explanation of why two accesses are reported or not, for an analyzer
// without summaries: it adds the premise that one access writes, as the first one, and the
// conclusion. id is the number of the report, empty if it has none.
func PairOf(p il.Pair, s il.Sites, out report.Pair, id string) report.Pair {
	write := writeTest([2]*il.Unit{p.Left, p.Right}, [2]il.AccessKind{s[0].Kind, s[1].Kind})
	out.Tests = append([]report.Test{write}, out.Tests...)
	return concluded(out, id)
}
