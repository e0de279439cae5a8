//go:build full

package proof_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/verified"
	witnesscheck "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// TestAgreesOnNamedLocks compares Go with the extracted functions on random programs with named
// locks: the summaries and reports of each mode, the deadlocks, and the verdicts on true and
// corrupted witnesses of races and deadlocks.
func TestAgreesOnNamedLocks(t *testing.T) {
	t.Parallel()
	c := newComparison(t)
	c.corruptOneIn = 40
	random := rand.New(rand.NewPCG(34, 2))
	options := gen.Default()
	options.Lock, options.Sync, options.Call, options.Depth = 0.15, 0.4, 0.15, 4
	names := [][]string{{"", "m", "n"}, {"m", "n"}, {"m", "n", "o"}}
	for n := range 10 * *programs { // they are small
		p := gen.NameLocks(random, gen.Program(gen.Rand(*from+uint64(n)), options),
			names[n%len(names)]...)
		if core := iltest.Checked(t, p); len(core.Locks) > 0 {
			c.locks(core)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%v; %d deadlocks; %d kinds of corruption", c, c.deadlocks, len(c.kinds))
	if c.reports < *programs || c.deadlocks < *programs || c.full < 10**programs ||
		c.corrupted < 20**programs || c.corruptedAndAccepted*2 > c.corrupted ||
		len(c.kinds) < 20 {
		t.Errorf("too little was compared, or too many corrupted witnesses accepted: %v", c)
	}
}

// locks compares the answers about a program that names locks.
func (c *comparison) locks(core *il.Core) {
	c.programs++
	sums := map[abstract.Mode]*abstract.Sets{}
	for _, mode := range verified.Modes {
		var err error
		if sums[mode], err = abstract.AnalyzeSets(core, abstract.Options{Mode: mode}); err != nil {
			c.t.Fatal(err)
		}
	}
	build, judge := reconstruct.New(core), witnesscheck.New(core)
	for _, pair := range core.Pairs() {
		c.pairs++
		program := verified.Encode(core, pair)
		answer, err := c.command.Analyze(program)
		if err != nil {
			c.t.Fatalf("the extracted analyses: %v\n%s", err, core.Source.Text)
		}
		format := func(left, right il.Pos) string {
			return program.Pair(core.Source.At(left), core.Source.At(right))
		}
		var differences []string
		for _, mode := range verified.Modes {
			for i, u := range []*il.Unit{pair.Left, pair.Right} {
				differences = append(differences,
					summary(core, mode, sums[mode].Summary(u), answer.Summary(mode, i))...)
			}
			reported, err := sums[mode].Reports(&pair)
			if err != nil {
				c.t.Fatal(err)
			}
			var ours []string
			for _, r := range reported.ListRaces(math.MaxInt) {
				c.reports++
				ours = append(ours, format(r.Left.At, r.Right.At))
				if mode == abstract.CommonSuffix {
					for _, steps := range []int{longest, 0} {
						if w, err := build.Witness(r, steps); err == nil {
							c.accepted(core, program, judge, w)
						}
					}
				}
			}
			differences = append(differences,
				verified.Differences("report of "+mode.String(), ours, answer.Reports[mode])...)
		}
		var ours []string
		for _, d := range sums[abstract.Figure7].Deadlocks(pair) {
			c.deadlocks++
			ours = append(ours, format(d.Left.At, d.Right.At))
			w, err := build.Deadlock(pair, d, longest)
			if err != nil {
				c.t.Fatal(err)
			}
			c.accepted(core, program, judge, w)
		}
		for _, d := range append(differences,
			verified.Differences("deadlock", ours, answer.Deadlocks)...) {
			c.t.Errorf("%s\n%s", d, core.Source.Text)
		}
	}
}

// TestAgreesOnLocks compares the functions extracted for several locks with a search of all
// interleavings of random programs. All accesses are stores to arg1.f, which no other statement
// uses. So by Theorem 1L exactly the accesses that are reached together race, and by Theorem D
// exactly the pairs of lock() that the search finds deadlock.
func TestAgreesOnLocks(t *testing.T) {
	t.Parallel()
	const programs = 3000
	random := rand.New(rand.NewPCG(34, 1))
	var all []*lockProgram
	var requests strings.Builder
	for range programs {
		p := randomLocks(random)
		all = append(all, p)
		requests.WriteString(p.requests())
	}
	run := exec.Command(commandPath(t))
	run.Stdin = strings.NewReader(requests.String())
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(answers) != 2*programs {
		t.Fatalf("%d answers, want %d", len(answers), 2*programs)
	}
	races, deadlocks, separate := 0, 0, 0
	for i, p := range all {
		if answers[2*i] != "legal" {
			t.Fatalf("program %d is refused: %s\n%s", i, answers[2*i], p.requests())
		}
		found := p.search()
		want := strings.Repeat(sites(found.together)+"|", len(verified.Modes)) +
			sites(found.deadlocks) + "|"
		if got := answers[2*i+1]; !strings.HasPrefix(got, want) {
			t.Fatalf("extracted %s\nsearched  %s\n%s", got, want, p.requests())
		}
		races += len(found.together)
		deadlocks += len(found.deadlocks)
		separate += p.accesses[0]*p.accesses[1] - len(found.together)
	}
	t.Logf("%d programs: %d races, %d pairs of accesses that do not race, %d deadlocks",
		programs, races, separate, deadlocks)
	if races < programs || separate < programs || deadlocks < programs/10 {
		t.Errorf("want at least %d races, %d pairs that do not race, %d deadlocks", programs,
			programs, programs/10)
	}
}

// TestLocksNested: programs that release locks out of order are refused, at any depth, and others
// are not.
func TestLocksNested(t *testing.T) {
	const (
		handOverHand = "S D 0 k S D 1 k S D 2 u D 3 u"
		one, two     = " 4 0 1 1 2 2 1 3 2", " 4 0 1 1 2 2 2 3 1"
	)
	for _, tt := range []struct{ program, locks, want string }{
		{"program 0 " + handOverHand + " K 1", one, "not nested"},
		{"program 0 " + handOverHand + " K 1", two, "legal"},
		{"program 0 K " + handOverHand + " 1", one, "not nested"},
		{"program 1 0 " + handOverHand + " C 4 0 0 K 1", one, "not nested"},
		{"program 1 0 " + handOverHand + " C 4 0 0 K 1", two, "legal"},
		{"program 0 I K " + handOverHand + " K 1", one, "not nested"},
		{"program 0 W " + handOverHand + " K 1", one, "not nested"},
		{"program 0 " + handOverHand + " K 1", " 0", "legal"},
	} {
		run := exec.Command(commandPath(t))
		run.Stdin = strings.NewReader(tt.program + tt.locks + "\n")
		out, err := run.Output()
		if want := tt.want + "\n"; err != nil || string(out) != want {
			t.Errorf("%s%s: %q, %v, want %q", tt.program, tt.locks, out, err, want)
		}
	}
}

// lockStmt is a statement in the notation of main.ml.
type lockStmt struct {
	kind   byte // K skip, S sequence, I condition, W loop, C call, k lock, u unlock, s store
	site   int
	target int // a lock, or a method
	body   []*lockStmt
}

func (s *lockStmt) String() string {
	switch s.kind {
	case 'k', 'u':
		return fmt.Sprintf("D %d %c", s.site, s.kind)
	case 's':
		return fmt.Sprintf("D %d s A0 1 0 A1", s.site)
	case 'C':
		return fmt.Sprintf("C %d %d 2 A0 0 A1 0", s.site, s.target)
	}
	text := string(s.kind)
	for _, b := range s.body {
		text += " " + b.String()
	}
	return text
}

// lockProgram has methods that call only those before them, and two threads.
type lockProgram struct {
	methods  []*lockStmt
	threads  [2]*lockStmt
	accesses [2]int // the number of stores that each thread can come to, in methods too
	locks    []int  // the lock of each site; only those of lock() and unlock() matter
}

// requests asks for the reports and the deadlocks of p.
func (p *lockProgram) requests() string {
	text := fmt.Sprintf("program %d", len(p.methods))
	for _, m := range p.methods {
		text += " 2 " + m.String()
	}
	text += fmt.Sprintf(" %s %s 2 %d", p.threads[0], p.threads[1], len(p.locks))
	for site, m := range p.locks {
		text += fmt.Sprintf(" %d %d", site, m)
	}
	return text + "\nanalyze\n"
}

// randomLocks makes a program with up to three locks.
func randomLocks(random *rand.Rand) *lockProgram {
	p := &lockProgram{}
	number := 1 + random.IntN(3)
	site := func(lock int) int {
		p.locks = append(p.locks, lock)
		return len(p.locks) - 1
	}
	var stmt func(size, methods int) *lockStmt
	stmt = func(size, methods int) *lockStmt {
		if size <= 1 {
			if random.IntN(2) == 0 {
				return &lockStmt{kind: 's', site: site(0)}
			}
			return &lockStmt{kind: 'K'}
		}
		switch kind := random.IntN(10); {
		case kind < 5: // a region
			m := random.IntN(number)
			take := &lockStmt{kind: 'k', site: site(m), target: m}
			body := stmt(size-2, methods)
			free := &lockStmt{kind: 'u', site: site(m), target: m}
			return &lockStmt{
				kind: 'S', body: []*lockStmt{take, {kind: 'S', body: []*lockStmt{body, free}}},
			}
		case kind < 8:
			left := 1 + random.IntN(size-1)
			return &lockStmt{
				kind: 'S', body: []*lockStmt{stmt(left, methods), stmt(size-left, methods)},
			}
		case kind == 8:
			left := 1 + random.IntN(size-1)
			return &lockStmt{
				kind: 'I', body: []*lockStmt{stmt(left, methods), stmt(size-left, methods)},
			}
		case methods > 0 && random.IntN(2) == 0:
			return &lockStmt{kind: 'C', site: site(0), target: random.IntN(methods)}
		}
		return &lockStmt{kind: 'W', body: []*lockStmt{stmt(size-1, methods)}}
	}
	for m := range random.IntN(3) {
		p.methods = append(p.methods, stmt(2+random.IntN(6), m))
	}
	for t := range p.threads {
		p.threads[t] = stmt(4+random.IntN(10), len(p.methods))
		stores := map[int]bool{}
		p.stores(p.threads[t], stores)
		p.accesses[t] = len(stores)
	}
	return p
}

// stores adds the sites of the stores that s can come to.
func (p *lockProgram) stores(s *lockStmt, all map[int]bool) {
	switch s.kind {
	case 's':
		all[s.site] = true
	case 'C':
		p.stores(p.methods[s.target], all)
	}
	for _, b := range s.body {
		p.stores(b, all)
	}
}

// lockRest has the statements that a thread has not begun, the next one first.
type lockRest []*lockStmt

// key returns a text that identifies r.
func (r lockRest) key() string {
	var b strings.Builder
	for _, s := range r {
		fmt.Fprintf(&b, "%p ", s)
	}
	return b.String()
}

// lockStep is a command that a thread may execute next, and what follows it.
type lockStep struct {
	command *lockStmt
	then    lockRest
}

// next returns the steps with which rest may begin. It visits the same rest only once, so that it
// ends even if the body of a loop can be passed without a command.
func (p *lockProgram) next(rest lockRest) (all []lockStep) {
	seen := map[string]bool{}
	var decide func(rest lockRest)
	decide = func(rest lockRest) {
		if len(rest) == 0 || seen[rest.key()] {
			return
		}
		seen[rest.key()] = true
		s, then := rest[0], rest[1:]
		switch s.kind {
		case 'K':
			decide(then)
		case 'S':
			decide(slices.Concat(s.body, then))
		case 'I':
			decide(slices.Concat(s.body[:1], then))
			decide(slices.Concat(s.body[1:], then))
		case 'W':
			decide(then)
			decide(slices.Concat(s.body, rest))
		case 'C':
			decide(slices.Concat(lockRest{p.methods[s.target]}, then))
		default:
			all = append(all, lockStep{command: s, then: then})
		}
	}
	decide(rest)
	return all
}

// lockState is a state of both threads: what each has not begun, and how often it holds each lock.
type lockState struct {
	rest  [2]lockRest
	depth [2][3]int
}

// lockFindings has pairs of sites: of stores that are reached together, and of lock()s that
// deadlock.
type lockFindings struct{ together, deadlocks map[[2]int]bool }

// search visits all states of p.
func (p *lockProgram) search() lockFindings {
	found := lockFindings{together: map[[2]int]bool{}, deadlocks: map[[2]int]bool{}}
	seen := map[string]bool{}
	work := []lockState{{rest: [2]lockRest{{p.threads[0]}, {p.threads[1]}}}}
	for len(work) > 0 {
		state := work[len(work)-1]
		work = work[:len(work)-1]
		key := fmt.Sprint(state.rest[0].key(), "|", state.rest[1].key(), state.depth)
		if seen[key] {
			continue
		}
		seen[key] = true
		steps := [2][]lockStep{p.next(state.rest[0]), p.next(state.rest[1])}
		waits := func(thread int, c *lockStmt) bool {
			return c.kind == 'k' && state.depth[1-thread][c.target] > 0
		}
		for _, a := range steps[0] {
			for _, b := range steps[1] {
				pair := [2]int{a.command.site, b.command.site}
				if a.command.kind == 's' && b.command.kind == 's' {
					found.together[pair] = true
				}
				if waits(0, a.command) && waits(1, b.command) {
					found.deadlocks[pair] = true
				}
			}
		}
		for thread := range steps {
			for _, step := range steps[thread] {
				if waits(thread, step.command) {
					continue
				}
				after := state
				after.rest[thread] = step.then
				switch step.command.kind {
				case 'k':
					after.depth[thread][step.command.target]++
				case 'u':
					after.depth[thread][step.command.target]--
				}
				work = append(work, after)
			}
		}
	}
	return found
}

// sites formats pairs as main.ml does, sorted as texts.
func sites(pairs map[[2]int]bool) string {
	var all []string
	for p := range pairs {
		all = append(all, fmt.Sprintf("%d,%d", p[0], p[1]))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
