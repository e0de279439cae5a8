package racemob

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Job is shared by the hive and its users: a program, the candidates, and how they are validated.
// Use NewJob to make one.
type Job struct {
	Core       *il.Core
	Candidates []Candidate // in order, each once
	Policy     Policy

	index map[Candidate]int            // the index of each candidate
	sites map[il.Pair]map[il.Site]bool // the sites of the candidates of each program
}

// Policy determines who validates which candidates, and for how long.
type Policy struct {
	Seed  uint64
	Users int // how many users each program C1 || C2 has; each has an initial state of its own
	Runs  int // how many runs a candidate may have
	// Timeouts are the values of τ, in steps: the first one, and the next one after each Timeout.
	// There is no steering if it is empty.
	Timeouts   []int
	Limits     dynamic.Limits // the limits of each run
	Given      bool           // whether every user starts in the state of the file's init block
	Single     bool           // whether each run looks for the candidate of its task only
	BothOrders bool           // whether Section 3.4's first disjunct is read literally
	Plain      bool           // whether each run is repeated without steering
}

// DefaultPolicy returns the policy of the command line without flags.
func DefaultPolicy() Policy {
	return Policy{
		Seed: 1, Users: 30, Runs: 30, Timeouts: Timeouts(defaultTimeout),
		Limits: dynamic.DefaultLimits(), Plain: true,
	}
}

// defaultTimeout is the greatest τ of DefaultPolicy.
const defaultTimeout = 40

// Timeouts lists four values of τ in equal steps up to the greatest one, as in Section 5.1. There
// are fewer if the greatest is less than 4.
func Timeouts(greatest int) []int {
	var all []int
	for n := 1; n <= 4; n++ {
		if t := greatest * n / 4; t > 0 {
			all = append(all, t)
		}
	}
	return slices.Compact(all)
}

// Check returns an error if a field is out of range.
func (p Policy) Check() error {
	switch {
	case p.Users < 1:
		return errors.New("there must be at least 1 user")
	case p.Runs < 1:
		return errors.New("there must be at least 1 run of a candidate")
	case p.Limits.Steps < 1 || p.Limits.Rounds < 0:
		return errors.New("the limits of a run must be positive")
	case !slices.IsSorted(p.Timeouts) || len(p.Timeouts) > 0 && p.Timeouts[0] < 1:
		return errors.New("timeouts must be positive and in order")
	}
	return nil
}

// NewJob returns a job with the candidates sorted and without duplicates. It returns an error if a
// candidate is not a pair of accesses of its program with a store among them, or if a field of the
// policy is out of range.
func NewJob(core *il.Core, candidates []Candidate, p Policy) (*Job, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	j := &Job{
		Core: core, Policy: p, index: map[Candidate]int{}, sites: map[il.Pair]map[il.Site]bool{},
	}
	j.Candidates = slices.Clone(candidates)
	slice.Sort(j.Candidates, Candidate.Compare)
	j.Candidates = slices.Compact(j.Candidates)
	known := map[*il.Unit]map[il.Site]bool{}
	for n, c := range j.Candidates {
		if err := j.check(c, known); err != nil {
			return nil, err
		}
		j.index[c] = n
		if j.sites[c.Pair] == nil {
			j.sites[c.Pair] = map[il.Site]bool{}
		}
		j.sites[c.Pair][c.Sites[0]], j.sites[c.Pair][c.Sites[1]] = true, true
	}
	return j, nil
}

// check returns an error if c is not a candidate. known caches the sites of units.
func (j *Job) check(c Candidate, known map[*il.Unit]map[il.Site]bool) error {
	for p, u := range [2]*il.Unit{c.Pair.Left, c.Pair.Right} {
		if known[u] == nil {
			known[u] = map[il.Site]bool{}
			for _, a := range accessesOf(j.Core, u).sorted {
				known[u][a.Site] = true
			}
		}
		if s := c.Sites[p]; !known[u][s] {
			return fmt.Errorf("%s makes no %s at %s", u.Name, s.Kind, j.Core.Source.At(s.At))
		}
	}
	if c.Sites[0].Kind == il.Read && c.Sites[1].Kind == il.Read {
		at := j.Core.Source.At
		return fmt.Errorf("%s and %s both read", at(c.Sites[0].At), at(c.Sites[1].At))
	}
	if c.Sites != c.Pair.Sites(c.Sites[0], c.Sites[1]) {
		return errors.New("the sites of a unit with itself must be in order")
	}
	return nil
}

// Task is one run of one user for one candidate. Assignments of a candidate are numbered; the same
// user attempts an assignment again if it times out. The job and these numbers determine the run.
type Task struct {
	Candidate  int `json:"c"` // the index in Job.Candidates
	Assignment int `json:"a"`
	Attempt    int `json:"t"`
}

// User returns the number of the user who does a task. The assignments of a candidate cycle through
// the users, starting with different ones.
func (j *Job) User(t Task) int {
	users := uint64(j.Policy.Users)
	return int((j.identity(t.Candidate)%users + uint64(t.Assignment)%users) % users)
}

// Order returns the side that should come first: 0 for the primary order and 1 for the alternate
// one. It alternates from user to user, and for each user from cycle to cycle.
func (j *Job) Order(t Task) int {
	return (t.Assignment%j.Policy.Users + t.Assignment/j.Policy.Users) % 2
}

// Timeout returns τ, the maximal number of steps that a thread is held back; 0 for no steering.
func (j *Job) Timeout(t Task) int {
	if len(j.Policy.Timeouts) == 0 {
		return 0
	}
	return j.Policy.Timeouts[min(t.Attempt, len(j.Policy.Timeouts)-1)]
}

// finalTimeout reports whether no greater τ than that of a run exists or would help.
func (j *Job) finalTimeout(r Result) bool {
	return r.Futile || r.Attempt+1 >= len(j.Policy.Timeouts)
}

// Init returns the initial state of the user who does a task.
func (j *Job) Init(t Task) semantics.Init {
	p := j.Candidates[t.Candidate].Pair
	user := mix(j.Policy.Seed, uint64(p.Left.Index), uint64(p.Right.Index), uint64(j.User(t)))
	r := rand.New(rand.NewPCG(user, 1))
	return dynamic.Start(j.Core, p, j.Policy.Given, r)
}

func (j *Job) chance(t Task) *dynamic.Chance {
	run := mix(j.identity(t.Candidate), uint64(t.Assignment), uint64(t.Attempt))
	return dynamic.NewChance(rand.New(rand.NewPCG(run, 2)), j.Policy.Limits)
}

// identity returns a hash of a candidate that does not depend on the other candidates.
func (j *Job) identity(n int) uint64 {
	c := j.Candidates[n]
	return mix(j.Policy.Seed, uint64(c.Pair.Left.Index), uint64(c.Pair.Right.Index),
		uint64(c.Sites[0].At), uint64(c.Sites[0].Kind), uint64(c.Sites[1].At),
		uint64(c.Sites[1].Kind))
}

// mix hashes numbers with the finalizer of SplitMix64.
func mix(numbers ...uint64) uint64 {
	var h uint64
	for _, n := range numbers {
		h = h*0x9e3779b97f4a7c15 + n + 0x632be59bd9b4e019
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// Candidate is a pair of accesses of C1 || C2 that may race according to a static analysis.
type Candidate struct {
	Pair  il.Pair
	Sites il.Sites
}

// Compare orders candidates by program, then by sites.
func (c Candidate) Compare(o Candidate) int {
	return cmp.Or(
		cmp.Compare(c.Pair.Left.Index, o.Pair.Left.Index),
		cmp.Compare(c.Pair.Right.Index, o.Pair.Right.Index),
		c.Sites.Compare(o.Sites))
}

// side returns which of the two accesses thread i makes at a site: 0, 1, or neither. If both units
// are the same, either thread can make either; if the sites are too, side 0 is A's.
func (c Candidate) side(i semantics.Tid, s il.Site) (int, bool) {
	switch symmetric := c.Pair.Left == c.Pair.Right && c.Sites[0] != c.Sites[1]; {
	case symmetric && s == c.Sites[0]:
		return 0, true
	case symmetric && s == c.Sites[1]:
		return 1, true
	case !symmetric && s == c.Sites[i]:
		return int(i), true
	default:
		return 0, false
	}
}
