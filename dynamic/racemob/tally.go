package racemob

// Status is the status of a candidate in the hive's list (Figure 4).
type Status uint8

// The statuses, strongest first.
const (
	TrueRace Status = iota
	likelyFalsePositive
	unknown
)

func (s Status) String() string {
	return [...]string{"True Race", "Likely False Positive", "Unknown"}[s]
}

// Cause is the reason for a candidate's status.
type Cause uint8

const (
	// A run showed the accesses unordered or co-enabled: True Race.
	byRace Cause = iota
	// One user made the accesses in both orders: True Race, in the literal reading only.
	ByBothOrders
	// Runs made both accesses on one cell, always in order: Likely False Positive.
	ByNoRace
	// No run made both on one cell, and steering failed with the greatest τ: Likely False Positive.
	ByTimeout
	// Runs made both accesses, but never on one cell: Unknown.
	ByNotAliasing
	// No run made both accesses by different threads: Unknown.
	ByContext
	// There is no run yet: Unknown.
	ByNotValidated
)

func (c Cause) String() string {
	return [...]string{
		"race", "both-orders", "no-race", "timeout", "not-aliasing", "context", "not-validated",
	}[c]
}

// Status returns the status that a cause leads to.
func (c Cause) Status() Status {
	switch c {
	case byRace, ByBothOrders:
		return TrueRace
	case ByNoRace, ByTimeout:
		return likelyFalsePositive
	default:
		return unknown
	}
}

// A Tally summarizes the runs for a candidate.
type Tally struct {
	Runs int // how many runs were made for this candidate

	// The following fields count these runs.

	Verdicts  [4]int // by Verdict
	Both      int    // those in which different threads made the two accesses
	TimedOut  int    // those in which the wanted order did not occur
	Longest   int    // those TimedOut for which a greater τ does not exist or would not help
	Cut       int    // those that a limit ended
	Steered   int    // those in which a thread was held back
	Steps     int    // the sum of their steps
	Monitored int    // the sum of their monitored steps

	// The following fields are about all runs.

	Aliased int     // how many runs made both accesses on one cell
	Ordered int     // in how many of these the accesses were always ordered
	Race    *Result // the result of the run that showed the race, brief; nil if there is none
	Plain   bool    // whether happens-before shows the race in some run without steering

	coEnabled bool            // whether Race shows it in the sense of Definition 3.6
	executed  map[int][2]bool // the orders in which the accesses were made, by user
	both      bool            // whether one user made both orders
}

func newTally() Tally { return Tally{executed: map[int][2]bool{}} }

func (t *Tally) add(j *Job, r Result) {
	t.Runs++
	t.Verdicts[r.Verdict()]++
	t.Steps += r.Steps
	t.Monitored += r.Monitored
	t.Steered += count(r.Steered)
	t.Both += count(r.Both)
	t.TimedOut += count(r.TimedOut)
	t.Longest += count(r.TimedOut && j.finalTimeout(r))
	t.Cut += count(r.Cut)
}

// see counts a run's observation of the candidate. If several runs show a race, the tally keeps one
// that shows it by Definition 3.6, if possible one made for the candidate.
func (t *Tally) see(j *Job, r *Result, s Observation) {
	t.Aliased++
	t.Ordered += count(s.Ordered && !s.races())
	if s.races() {
		better := t.Race == nil || s.CoEnabled && !t.coEnabled ||
			s.CoEnabled == t.coEnabled && r.Candidate == s.Candidate &&
				t.Race.Candidate != s.Candidate
		if better {
			t.Race, t.coEnabled = r.brief(s.Candidate), s.CoEnabled
		}
	}
	user := j.User(r.Task)
	orders := t.executed[user]
	for p := range orders {
		orders[p] = orders[p] || s.Executed[p]
	}
	t.executed[user] = orders
	t.both = t.both || orders == [2]bool{true, true}
}

// count returns 1 if a condition holds, otherwise 0.
func count(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// complete reports whether the candidate needs no more runs.
func (t *Tally) complete(j *Job) bool {
	return t.cause(j).Status() == TrueRace || t.Runs >= j.Policy.Runs
}

// cause returns the strongest cause (Section 3.4).
func (t *Tally) cause(j *Job) Cause {
	switch {
	case t.Race != nil:
		return byRace
	case j.Policy.BothOrders && t.both:
		return ByBothOrders
	case t.Ordered > 0:
		return ByNoRace
	case t.Longest > 0:
		return ByTimeout
	case t.Runs == 0:
		return ByNotValidated
	case t.Both > 0:
		return ByNotAliasing
	default:
		return ByContext
	}
}
