package lesson

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
	"wobbly/session/schedule"
	"wobbly/witness"
	"wobbly/witness/check"
)

// Check decides whether an attempt solves the task. It depends only on the task and the attempt, so
// a grader can check again what a student handed in. Goals whose search is cancelled by ctx are
// undecided.
func (t *Task) Check(ctx context.Context, a Attempt) Verdict {
	switch t.Kind {
	case Play:
		return t.checkPlay(ctx, a)
	case Heap:
		return t.checkHeap(ctx, a)
	case Program:
		return t.checkProgram(ctx, a.Program)
	case Analysis:
		return t.checkResults(a.Results)
	case Witness:
		return t.checkWitness(ctx, a)
	default:
		panic(fmt.Sprintf("unreachable: kind %d", t.Kind))
	}
}

// Requirements that a solution must meet before its goals are judged.
const (
	goalCheckable = "The solution can be checked."
	goalLegal     = "The program is legal."
)

// refused returns the verdict on an attempt that cannot be checked.
func refused(err error) Verdict {
	var v Verdict
	v.add(Finding{Goal: goalCheckable, Truth: query.False, Why: err.Error()})
	return v
}

func (t *Task) begin(in semantics.Init) (*session.Session, error) {
	return session.New(t.core, t.pair, in)
}

// run returns a session of the task's program from an initial state, after the moves.
func (t *Task) run(in semantics.Init, moves string) (*session.Session, error) {
	list, err := schedule.Parse(moves)
	if err != nil {
		return nil, fmt.Errorf("schedule %s: %w", text.Quote(moves), err)
	}
	s, err := t.begin(in)
	if err != nil {
		return nil, err
	}
	if err := s.Fits(list); err != nil {
		return nil, fmt.Errorf("schedule %s: %w", text.Quote(moves), err)
	}
	s.Paste(list)
	return s, nil
}

// checkPlay plays the schedules. The goals are about the last state or about all visited states.
func (t *Task) checkPlay(ctx context.Context, a Attempt) Verdict {
	if err := checkRuns(a.Schedules); err != nil {
		return refused(err)
	}
	var visited visits
	var path []*query.View
	before := 0 // states visited by the schedules before the last one
	for _, text := range a.Schedules {
		s, err := t.run(t.init, text)
		if err != nil {
			return refused(err)
		}
		path, before = trail(s), len(visited.list)
		visited.add(path)
	}
	if len(path) == 0 {
		return refused(errors.New("there is no schedule"))
	}
	v := t.judge(ctx, Verdict{}, t.core, t.pair,
		query.Situation{Now: path[len(path)-1], History: visited.all(), Init: &t.init})
	if v.Truth != query.False || len(path) > maxHeld {
		return v
	}
	for n := len(path) - 2; n > 0; n-- {
		seen := append(visited.list[:before:before], path[:n+1]...)
		if t.holds(ctx, query.Situation{
			Now: path[n], History: slices.Values(seen), Init: &t.init,
		}) {
			v.addHeld(n)
			break
		}
	}
	return v
}

// maxHeld is the length of the longest schedule whose earlier states checkPlay judges too, to say
// that one of them met the goals.
const maxHeld = 100

// holds reports whether all goals are met.
func (t *Task) holds(ctx context.Context, in query.Situation) bool {
	s := scopeOf(t.core, t.pair, t.init)
	for _, text := range t.Goals {
		if g, err := goalOn(s, text); err != nil || g.judge(ctx, in).Truth != query.True {
			return false
		}
	}
	return true
}

// maxRunsText limits the bytes of a play task's runs: a thousand times more than a lesson needs.
const maxRunsText = 64 << 10

func checkRuns(runs []string) error {
	size := 0
	for _, r := range runs {
		size += len(r) + 1
	}
	if len(runs) > maxRuns || size > maxRunsText {
		return fmt.Errorf("there are %d schedules with %d characters; the limit is %d with %d",
			len(runs), size, maxRuns, maxRunsText)
	}
	return nil
}

// judge adds findings for the goals to a verdict and, for a wrong move, the lesson's answer.
func (t *Task) judge(
	ctx context.Context, v Verdict, core *il.Core, pair il.Pair, in query.Situation,
) Verdict {
	s := scopeOf(core, pair, *in.Init)
	for _, text := range t.Goals {
		g, err := goalOn(s, text)
		if err != nil { // the student's program lacks a name that the goal uses
			v.add(Finding{Goal: text, Truth: query.False, Why: err.Error()})
			continue
		}
		v.add(g.judge(ctx, in))
	}
	if v.Truth != query.True {
		v.Says = t.says(ctx, circumstances{core: core, pair: pair, scope: s, in: in})
	}
	return v
}

func (t *Task) checkHeap(ctx context.Context, a Attempt) Verdict {
	in, err := t.chosen(a.Heap)
	if err != nil {
		return refused(err)
	}
	situation, err := atStart(t.core, t.pair, in)
	if err != nil {
		return refused(err)
	}
	return t.judge(ctx, Verdict{}, t.core, t.pair, situation)
}

// atStart returns the situation in which only the initial state has been visited.
func atStart(core *il.Core, pair il.Pair, in semantics.Init) (query.Situation, error) {
	k, err := semantics.NewConfig(core, pair, in)
	if err != nil {
		return query.Situation{}, err
	}
	v := query.Begin(k)
	return query.Situation{Now: &v, History: slices.Values([]*query.View{&v}), Init: &in}, nil
}

// checkProgram judges the goals on another program, from the task's initial state. One of the pairs
// that pairsOf returns must meet all of them.
func (t *Task) checkProgram(ctx context.Context, program string) Verdict {
	core, errs := load(t.Program, program, false)
	if len(errs) > 0 {
		var v Verdict
		for _, d := range errs {
			why := fmt.Sprintf("%s: %s: %s", core.Source.At(d.At), d.Code, d.Message)
			if d.Fix != "" {
				why += "; " + d.Fix
			}
			v.add(Finding{Goal: goalLegal, Truth: query.False, Why: why})
		}
		return v
	}
	pairs := t.pairsOf(core)
	if len(pairs) == 0 || len(pairs) > maxPairs {
		return refused(fmt.Errorf("the program has %s of methods; it must have 1 to %d",
			text.Count(len(pairs), "pair"), maxPairs))
	}
	var first *Verdict
	for _, pair := range pairs {
		v := t.checkPair(ctx, core, pair)
		if v.Met() {
			return v
		}
		if first == nil {
			first = &v
		}
	}
	return *first
}

// maxPairs is the maximum number of pairs of methods in a student's program.
const maxPairs = 10

func (t *Task) checkPair(ctx context.Context, core *il.Core, pair il.Pair) Verdict {
	_, situation, err := t.startOf(core, pair)
	if err != nil {
		return refused(err)
	}
	var v Verdict
	for _, m := range t.Musts {
		v.add(m.check(ctx, t, core, pair))
	}
	return t.judge(ctx, v, core, pair, situation)
}

// startOf returns the task's initial state for another program, or the state with one object if the
// program has other fields or parameters.
func (t *Task) startOf(core *il.Core, pair il.Pair) (semantics.Init, query.Situation, error) {
	in := t.init
	if _, err := session.New(core, pair, in); err != nil {
		in = session.OneObject(core, pair)
	}
	s, err := atStart(core, pair, in)
	return in, s, err
}

// checkWitness checks a witness, or the one that results from playing a schedule to a race.
func (t *Task) checkWitness(ctx context.Context, a Attempt) Verdict {
	goal := t.witnessGoal()
	var v Verdict
	if a.Witness != nil {
		v.add(t.checkCertificate(goal, a.Witness))
		return v
	}
	if len(a.Schedules) != 1 {
		return refused(errors.New("a witness has one schedule"))
	}
	in, err := t.chosen(a.Heap)
	if err != nil {
		return refused(err)
	}
	s, err := t.run(in, a.Schedules[0])
	if err != nil {
		return refused(err)
	}
	v.add(t.checkSession(goal, s))
	if !v.Met() {
		path := trail(s)
		v.Says = t.says(ctx, circumstances{
			core: t.core, pair: t.pair, scope: scopeOf(t.core, t.pair, in),
			in: query.Situation{
				Now: path[len(path)-1], History: slices.Values(path), Init: &in,
			},
		})
	}
	return v
}

// checkSession checks that the session is at the task's race.
func (t *Task) checkSession(goal string, s *session.Session) Finding {
	w, err := s.Witness()
	if err != nil {
		n := s.Now()
		why := fmt.Sprintf("%s. %s %s", err, n.Next(semantics.A).Text, n.Next(semantics.B).Text)
		return Finding{Goal: goal, Truth: query.False, Why: strings.TrimSuffix(why, ".")}
	}
	return t.checkCertificate(goal, w)
}

// checkCertificate runs the checker on a witness, which must be of the task's race.
func (t *Task) checkCertificate(goal string, w *witness.Witness) Finding {
	f := Finding{Goal: goal}
	err := check.New(t.core).Check(w)
	switch {
	case check.GaveUp(err):
		f.unknown(err.Error())
	case err != nil:
		f.decide(false, err.Error())
	case [2]string{w.Race.A.At, w.Race.B.At} != t.Race:
		f.decide(false,
			fmt.Sprintf("it is a witness of the race of %s and %s", w.Race.A.At, w.Race.B.At))
	default:
		f.decide(true, fmt.Sprintf("the threads race on %s.%s", w.Race.Cell[0], w.Race.Cell[1]))
	}
	return f
}

// Verdict is the result of checking an attempt.
type Verdict struct {
	// Truth says whether the task is done. It is unknown if a search reached a limit.
	Truth query.Truth
	// Findings has one element for each goal and each constraint.
	Findings []Finding
	// Says is the lesson's answer to this wrong move, or empty.
	Says string
}

// Finding reports whether one goal is met.
type Finding struct {
	Goal  string
	Truth query.Truth
	// Why explains Truth in a clause. It may be empty.
	Why string

	// Visits has the progress of a false goal about all final states. It is nil for other goals.
	Visits *query.Visits
	// Shown is a session at a state that shows why the goal is not met, or nil.
	Shown *session.Session
}

// Progress returns "1 of 3 final states visited", or "" for goals about a single state.
func (f Finding) Progress() string {
	if f.Visits == nil {
		return ""
	}
	return f.Visits.String()
}

// Undecided returns the verdict on an attempt that was not checked.
func Undecided(why string) Verdict {
	var v Verdict
	v.add(Finding{Goal: goalCheckable, Truth: query.Unknown, Why: why})
	return v
}

// Met reports whether the attempt solves the task.
func (v Verdict) Met() bool { return v.Truth == query.True }

// Illegal returns what is wrong with a program that is not legal, or "".
func (v Verdict) Illegal() string {
	if len(v.Findings) > 0 && v.Findings[0].Goal == goalLegal {
		return v.Findings[0].Why
	}
	return ""
}

// Shown returns the first session that shows why a goal is not met, or nil.
func (v Verdict) Shown() *session.Session {
	for _, f := range v.Findings {
		if f.Shown != nil {
			return f.Shown
		}
	}
	return nil
}

// add adds a finding; the verdict is the conjunction of all findings.
func (v *Verdict) add(f Finding) {
	switch {
	case len(v.Findings) == 0 || f.Truth == query.False:
		v.Truth = f.Truth
	case f.Truth == query.Unknown && v.Truth == query.True:
		v.Truth = query.Unknown
	}
	v.Findings = append(v.Findings, f)
}

// addHeld says in the findings about false goals that they held after step n.
func (v *Verdict) addHeld(n int) {
	for i := range v.Findings {
		if f := &v.Findings[i]; f.Truth == query.False {
			f.Why = strings.TrimPrefix(f.Why+"; it held after step "+strconv.Itoa(n)+
				", but not at the end", "; ")
		}
	}
}

func (f *Finding) decide(met bool, why string) {
	f.Truth, f.Why = query.False, why
	if met {
		f.Truth = query.True
	}
}

func (f *Finding) unknown(why string) { f.Truth, f.Why = query.Unknown, why }
