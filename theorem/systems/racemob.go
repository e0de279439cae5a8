package systems

import (
	"context"
	"errors"
	"fmt"

	"wobbly/dynamic"
	"wobbly/dynamic/racemob"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
	"wobbly/theorem/positives"
	"wobbly/theorem/truth"
)

func racemobRun() *engine.Statement {
	return &engine.Statement{
		Name: "racemob-run", Title: "A run of RaceMob detects correctly",
		Cite: "property 1 of package racemob, for the detection of SOSP 2013",
		Words: "In a run, steered or not, the detection tracks the lock from the first access of " +
			"a candidate on. It calls a candidate unordered if and only if two events of the " +
			"execution make its accesses, by both threads and to one cell, and happens-before, " +
			"followed event by event, does not order them; it names such events. " +
			"It calls another candidate ordered if and only if such events are ordered. " +
			positives.Sampled,
		Symbols:   "unordered(c, τ∥) ⟺ ∃i, j in τ∥ at the sites of c, of one cell. i ∥ j",
		Floor:     0.1,
		Instances: eachFirstHit,
	}
}

// hive is a job that validates candidates of a case.
type hive struct {
	c   *engine.Case
	job *racemob.Job
}

const (
	maxCandidates = 4       // the maximum number of pairs of sites that a hive validates
	maxConflicts  = 1 << 18 // the maximum number of pairs of sites from which they are chosen
)

// newHive returns a hive with a few random candidates; ok is false if there are none. The error is
// a BoundError. If bothOrders is true, it reads Section 3.4 literally (racemob.Policy.BothOrders).
func newHive(c *engine.Case, bothOrders bool) (h *hive, ok bool, err error) {
	p, ok, err := positives.Probed(c)
	if !ok {
		return nil, false, err
	}
	r := c.Rand()
	if racemob.ConflictsOf(c.Core, p).Count() > maxConflicts {
		limit := fmt.Sprintf("a program has more than %d pairs of sites", maxConflicts)
		return nil, false, engine.BoundError{Limit: limit}
	}
	all := racemob.ConflictingSites(c.Core, p)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var candidates []racemob.Candidate
	for _, s := range all[:min(len(all), maxCandidates)] {
		candidates = append(candidates, racemob.Candidate{Pair: p, Sites: s})
	}
	job, err := racemob.NewJob(c.Core, candidates, racemob.Policy{
		Seed: c.Seed, Users: 3, Runs: 4, Timeouts: racemob.Timeouts(16),
		Limits: dynamic.Limits{Steps: 100, Rounds: 2}, BothOrders: bothOrders,
	})
	if err != nil {
		panic(err) // the candidates are pairs of accesses of the program
	}
	return &hive{c, job}, len(candidates) > 0, nil
}

func (h *hive) text(n int) string {
	x := h.job.Candidates[n]
	return "the candidate " + notation.Sites(h.c.Core, x.Pair, x.Sites)
}

// firstHit is an instance about what a run says of a candidate, by its index.
type firstHit struct {
	*hive
	run       *racemob.Run
	candidate int
}

// eachFirstHit makes a random run for each candidate, and visits all candidates with it.
func eachFirstHit(c *engine.Case, visit func(engine.Instance) bool) error {
	h, ok, err := newHive(c, false)
	if !ok {
		return err
	}
	r := c.RandFor("racemob tasks")
	for n := range h.job.Candidates {
		run := h.job.Run(racemob.Task{Candidate: n, Assignment: r.IntN(100), Attempt: r.IntN(4)})
		for m := range h.job.Candidates {
			if !visit(&firstHit{h, run, m}) {
				return nil
			}
		}
	}
	return nil
}

func (f *firstHit) Conclusion() error {
	events := f.run.Execution.Events
	says := f.run.Observation(f.candidate)
	unordered, ordered := shown(f.job.Candidates[f.candidate], events)
	if says.Unordered != unordered || !unordered && says.Ordered != ordered {
		return fmt.Errorf("the run says unordered %v, ordered %v; by the events it is %v, %v",
			says.Unordered, says.Ordered, unordered, ordered)
	}
	if a, ok := f.run.Accesses[f.candidate]; ok &&
		(!events[a[0]].Conflicts(events[a[1]]) || orderedFrom(events, a[0])[a[1]]) {
		return fmt.Errorf("the run names the events %d and %d, which do not race", a[0], a[1])
	}
	return nil
}

// shown reports whether some accesses of a candidate are unordered, and whether some are ordered.
func shown(c racemob.Candidate, events []dynamic.Event) (unordered, ordered bool) {
	for i, e := range events {
		var after []bool
		for j := i + 1; j < len(events); j++ {
			if !e.Conflicts(events[j]) || dynamic.Sites(c.Pair, e, events[j]) != c.Sites {
				continue
			}
			if after == nil {
				after = orderedFrom(events, i)
			}
			unordered, ordered = unordered || !after[j], ordered || after[j]
		}
	}
	return unordered, ordered
}

func (f *firstHit) String() string {
	return f.text(f.candidate) + ", the execution " + fmt.Sprint(f.run.Execution.Events)
}

func racemobList() *engine.Statement {
	return &engine.Statement{
		Name: "racemob", Title: "RaceMob's true races are unordered",
		Cite: "package racemob, for Section 3.4 (SOSP 2013)",
		Words: "Suppose the hive lists a candidate as a true race because a run made its " +
			"accesses unordered. Then happens-before leaves them unordered in that run, which is " +
			"repeated and followed event by event. If the hive gives no such run, the exact " +
			"search decides. Some hives read Section 3.4 literally. " + positives.Sampled,
		Symbols: "c ∈ TrueRaces ⟹ c ∈ unordered(C1 ∥ C2)",
		Printed: "In Section 3.4 a true race is a candidate whose accesses a user made in both " +
			"orders, whatever happened between them. Accesses under the lock do that.",
		Hypotheses: []engine.Hypothesis{
			engine.On("no-order-between",
				"It is not listed just because a user made the accesses in both orders.",
				func(x *listed) bool { return x.entry.Cause != racemob.ByBothOrders }).
				Because("Section 3.4, first disjunct: the lock came between the accesses."),
			engine.On("made", "The run made both accesses (otherwise racemob-coenabled applies).",
				func(x *listed) bool { return x.entry.Race == nil || x.observation().Unordered }).
				Because("The second access: after either store the other is to another cell.").
				Drawn(draw.Circling),
		},
		Floor: 0.1,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			literally := c.RandFor("racemob policy").IntN(2) == 0
			return eachListed(c, literally, func(x *listed) bool { return visit(x) })
		},
	}
}

type listed struct {
	*hive
	list  *racemob.List
	n     int
	entry racemob.Entry
}

// eachListed visits the true races of a hive, which may read Section 3.4 literally.
func eachListed(c *engine.Case, literally bool, visit func(*listed) bool) error {
	h, ok, err := newHive(c, literally)
	if !ok {
		return err
	}
	list := racemob.Do(context.Background(), h.job)
	for n, e := range list.Entries {
		if e.Status() == racemob.TrueRace && !visit(&listed{hive: h, list: list, n: n, entry: e}) {
			break
		}
	}
	return nil
}

func (l *listed) observation() racemob.Observation { return l.entry.Race.Observation(l.n) }

func (l *listed) Conclusion() error {
	run, err := l.evidence()
	switch {
	case err != nil:
		return err
	case run == nil || !l.observation().Unordered:
		return truth.IsUnordered(l.c, l.entry.Pair, l.entry.Sites)
	}
	if unordered, _ := shown(l.entry.Candidate, run.Execution.Events); !unordered {
		return errors.New("the run that is given as evidence does not make the accesses unordered")
	}
	return nil
}

// evidence repeats the run of a true race, and returns nil if there was none. It returns an error
// if the repetition differs.
func (l *listed) evidence() (*racemob.Run, error) {
	if l.entry.Race == nil {
		return nil, nil
	}
	run, same := l.list.Evidence(l.n)
	if !same {
		return run, errors.New("the run that is given as evidence differs when it is repeated")
	}
	return run, nil
}

func (l *listed) String() string {
	return fmt.Sprintf("%s, a %s by %s", l.text(l.n), l.entry.Status(), l.entry.Cause)
}

func racemobCoEnabled() *engine.Statement {
	return &engine.Statement{
		Name: "racemob-coenabled", Title: "Accesses that RaceMob has seen co-enabled race",
		Cite: "Definition 3.6 (POPL 2019), property 2 of package racemob",
		Words: "Suppose the hive lists a candidate as a true race because a run brought both " +
			"threads before its accesses, on one cell. Then it races by Definition 3.6: the run " +
			"gives a witness that the checker accepts and the semantics can execute. " +
			"If a run has no witness, the exact search decides. " + positives.Sampled,
		Symbols: "c ∈ TrueRaces co-enabled ⟹ c ∈ races(C1 ∥ C2)",
		Printed: "A true race of the paper is a race by happens-before. If an object is " +
			"published, it need not be a race by Definition 3.6.",
		Hypotheses: []engine.Hypothesis{
			engine.On("co-enabled", "Both threads were about to make the accesses, on one cell.",
				func(x coEnabled) bool { return x.observation().CoEnabled }).
				Because("A race by happens-before alone, as when an object is published."),
		},
		Floor: 0.1,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachListed(c, false, func(x *listed) bool { return visit(coEnabled{x}) })
		},
	}
}

type coEnabled struct{ *listed }

func (c coEnabled) Conclusion() error {
	run, err := c.evidence()
	if err != nil {
		return err
	}
	if w := run.Witness(c.n); w != nil {
		return truth.Certified(c.c, w)
	}
	if c.observation().CoEnabled {
		return errors.New("the run has no witness")
	}
	return truth.Races(c.c, c.entry.Pair, c.entry.Sites)
}
