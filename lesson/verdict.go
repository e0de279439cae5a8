package lesson

import (
	"strings"

	"wobbly/session"
	"wobbly/session/query"
)

// Verdict is the result of checking an attempt.
type Verdict struct {
	Truth    query.Truth // whether the task is done; unknown if a limit cut a search
	Findings []Finding   // one for each goal and each must
	Says     string      // the lesson's answer to this wrong move; empty if it knows none
}

// Finding says whether one goal is met.
type Finding struct {
	Goal  string
	Truth query.Truth
	Why   string // a clause; may be empty

	// Shown is a session of the program that was checked, at a state that shows why the
	// goal is not met; nil if there is none.
	Shown *session.Session
}

// Progress says how far a goal about what was visited is met: "1 of 3 final states
// visited". It is empty for other goals.
func (f Finding) Progress() string {
	const what = " final states visited"
	count, _, ok := strings.Cut(f.Why, what)
	if !ok {
		return ""
	}
	return strings.TrimSpace(count[strings.LastIndexAny(count, ":;")+1:]) + what
}

// Undecided is the verdict on an attempt that was not checked.
func Undecided(why string) Verdict {
	var v Verdict
	v.add(Finding{Goal: goalCheckable, Truth: query.Unknown, Why: why})
	return v
}

// Met reports whether the attempt solves the task.
func (v Verdict) Met() bool { return v.Truth == query.True }

// Shown returns the session that shows why a goal is not met, for the first goal that
// has one, or nil.
func (v Verdict) Shown() *session.Session {
	for _, f := range v.Findings {
		if f.Shown != nil {
			return f.Shown
		}
	}
	return nil
}

// add adds a finding; the verdict is the conjunction of all.
func (v *Verdict) add(f Finding) {
	switch {
	case len(v.Findings) == 0 || f.Truth == query.False:
		v.Truth = f.Truth
	case f.Truth == query.Unknown && v.Truth == query.True:
		v.Truth = query.Unknown
	}
	v.Findings = append(v.Findings, f)
}

func (f *Finding) decide(met bool, why string) {
	f.Truth, f.Why = query.False, why
	if met {
		f.Truth = query.True
	}
}

func (f *Finding) unknown(why string) { f.Truth, f.Why = query.Unknown, why }
