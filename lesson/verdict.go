package lesson

import (
	"strings"

	"wobbly/session"
	"wobbly/session/query"
)

// Verdict is what a check of an attempt comes to.
type Verdict struct {
	Truth    query.Truth // whether the task is done; unknown where a bound cut a search
	Findings []Finding   // one for each goal and each must
	Says     string      // what the lesson says to this wrong move; empty if it knows none
}

// Finding is one goal, and whether it is met.
type Finding struct {
	Goal  string
	Truth query.Truth
	Why   string // a clause; may be empty

	// Shown is a session of the program that was checked, at the state that shows why
	// the goal is not met; nil where no state does.
	Shown *session.Session
}

// Progress is how far a goal about what was visited is reached, "1 of 3 final states visited";
// empty for other goals.
func (f Finding) Progress() string {
	const what = " final states visited"
	count, _, ok := strings.Cut(f.Why, what)
	if !ok {
		return ""
	}
	return strings.TrimSpace(count[strings.LastIndexAny(count, ":;")+1:]) + what
}

// Undecided is the verdict on an attempt that is not looked at.
func Undecided(why string) Verdict {
	var v Verdict
	v.add(Finding{Goal: "a solution that can be checked", Truth: query.Unknown, Why: why})
	return v
}

// Met tells whether the task is done.
func (v Verdict) Met() bool { return v.Truth == query.True }

// Shown is the session that shows why a goal is not met, of the first goal for which
// there is one; nil if there is none.
func (v Verdict) Shown() *session.Session {
	for _, f := range v.Findings {
		if f.Shown != nil {
			return f.Shown
		}
	}
	return nil
}

// add enters a finding.
func (v *Verdict) add(f Finding) {
	v.Findings = append(v.Findings, f)
	v.Truth = v.all()
}

// all is the conjunction of the findings.
func (v *Verdict) all() query.Truth {
	so := query.True
	for _, f := range v.Findings {
		if f.Truth == query.False {
			return query.False
		}
		if f.Truth == query.Unknown {
			so = query.Unknown
		}
	}
	return so
}

func (f *Finding) decide(met bool, why string) {
	f.Truth, f.Why = query.False, why
	if met {
		f.Truth = query.True
	}
}

func (f *Finding) unknown(why string) { f.Truth, f.Why = query.Unknown, why }
