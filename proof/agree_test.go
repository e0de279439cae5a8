//go:build full

// Package proof_test compares the code in Go with what is extracted from the Coq text: the
// analyses, and the two checkers of witnesses.
package proof_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/flow"
	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/internal/verified"
	"wobbly/witness"
	witnesscheck "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// How much is compared; `make compare` asks for more.
var (
	programs = flag.Int("programs", 300, "how many programs of three generators are compared")
	corrupt  = flag.Int("corrupted", 2000, "how many corrupted witnesses are compared, at least")
	oneIn    = flag.Int("corrupt-one-in", 200, "one of so many witnesses is corrupted, in all ways")
	from     = flag.Uint64("from", 0, "the first seed")
)

// longest limits the steps of a witness that is not compressed.
const longest = 2000

// comparison compares the code in Go with the extracted code, and counts what it has compared.
type comparison struct {
	t            *testing.T
	command      *verified.Command
	random       *rand.Rand
	corruptOneIn int // one of so many witnesses is corrupted, in all ways

	programs, pairs                 int
	reports, flow, rely, racerd     int // the reports: of the modes, of flow, of rely and of RacerD
	cut, short, more                int // see flows
	full, compressed                int // the witnesses of either form
	corrupted, corruptedAndAccepted int
	deadlocks                       int             // in programs that name locks
	kinds                           map[string]bool // the kinds of corruption; see particular
}

// particular matches what is left out of the name of a corruption to get its kind.
var particular = regexp.MustCompile(`\d+|"[^"]*"`)

// TestAgreesOnRandomPrograms: on random programs of three generators, W and A of both units and the
// reports of racerdx, nowb, plus, meet, flow, rely and RacerD are those of the extracted functions;
// both checkers accept the witness of each report, in full and compressed, and give the same
// verdict on corrupted ones.
func TestAgreesOnRandomPrograms(t *testing.T) {
	t.Parallel()
	generators := []struct {
		name    string
		options gen.Options
	}{{"default", gen.Default()}, {"tiny", gen.Tiny()}, {"branching", branching()}}
	all := make([]*comparison, len(generators))
	t.Run("drawing", func(t *testing.T) {
		for i, d := range generators {
			t.Run(d.name, func(t *testing.T) {
				t.Parallel()
				c := newComparison(t)
				all[i] = c
				for n := range (*programs + len(generators) - 1 - i) / len(generators) {
					c.program(iltest.Checked(t, gen.Program(gen.Rand(*from+uint64(n)), d.options)))
					if (n+1)%1000 == 0 {
						t.Log(c)
					}
					if t.Failed() {
						return
					}
				}
				t.Log(c)
			})
		}
	})
	corrupted := 0
	for _, c := range all {
		if c == nil {
			continue // a generator that -run leaves out
		}
		corrupted += c.corrupted
		if c.reports < c.programs || c.full < c.programs || c.compressed < c.programs/20 ||
			c.corruptedAndAccepted*2 > c.corrupted {
			t.Errorf("too little was compared, or too many corrupted witnesses accepted: %v", c)
		}
	}
	if corrupted < *corrupt {
		t.Errorf("%d corrupted witnesses, want %d", corrupted, *corrupt)
	}
}

// branching generates programs with what the others seldom have: choices, locks and calls inside
// each other, new objects, and assignments to formals.
func branching() gen.Options {
	o := gen.Default()
	o.Methods, o.Depth = 4, 3
	o.If, o.While, o.Call, o.Lock, o.Sync = 0.14, 0.1, 0.2, 0.1, 0.06
	o.New, o.Copy, o.LocalRoot, o.Reassign = 0.1, 0.06, 0.25, 0.06
	return o
}

// TestAgreesOnExamples is TestAgreesOnRandomPrograms for all examples.
func TestAgreesOnExamples(t *testing.T) {
	t.Parallel()
	c := newComparison(t)
	c.corruptOneIn = 20
	root := filepath.Join("..", "examples")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".il") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		p, errs := parse.File(il.NewSource(name, string(text)))
		if len(errs) > 0 {
			return nil // an example of what is illegal
		}
		switch core, _ := check.Program(p, check.Options{}); {
		case core == nil: // illegal too
		case len(core.Locks) > 0:
			c.locks(core)
		default:
			c.program(core)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(c)
	if c.programs < 20 || c.reports < 50 {
		t.Errorf("want at least 20 programs and 50 reports: %v", c)
	}
}

// seconds is how much processor time an answer of the extracted command may take. A question that
// takes longer is left out.
const seconds = "5"

// newComparison starts the extracted command, which ends with the test.
func newComparison(t *testing.T) *comparison {
	return &comparison{
		t: t, command: extracted(t, seconds), random: rand.New(rand.NewSource(1)),
		corruptOneIn: *oneIn, kinds: map[string]bool{},
	}
}

func (c *comparison) String() string {
	return fmt.Sprintf("%d programs, %d pairs of units, %d reports, %d of flow and %d of rely "+
		"(%d pairs not compared, %d by short names; Go has %d more) and %d of RacerD; witnesses: "+
		"%d in full, %d compressed; %d corrupted, of which both accept %d",
		c.programs, c.pairs, c.reports, c.flow, c.rely, c.cut, c.short, c.more, c.racerd, c.full,
		c.compressed, c.corrupted, c.corruptedAndAccepted)
}

// program compares the two implementations on one program.
func (c *comparison) program(core *il.Core) {
	c.programs++
	ours := c.analyze(core)
	for _, pair := range core.Pairs() {
		c.pairs++
		p := verified.Encode(core, pair)
		answer, err := c.command.Analyze(p)
		if err != nil {
			c.t.Fatalf("the extracted analyses: %v\n%s", err, core.Source.Text)
		}
		for _, difference := range c.analyses(ours, pair, p, answer) {
			c.t.Errorf("%s\n%s", difference, core.Source.Text)
		}
		c.flows(ours.flow, core, pair, p, "flow", c.command.Flow, &c.flow)
		c.flows(ours.rely, core, pair, p, "rely", c.command.Rely, &c.rely)
		c.racerD(ours, pair, p)
		c.witnesses(ours, pair, p)
	}
}

// analyzed has the results of the analyses in Go for a program.
type analyzed struct {
	core       *il.Core
	sums       map[abstract.Mode][]abstract.D
	flow, rely *flow.Result // nil if a limit prevented an answer
	racerd     *racerd.Result
}

// analyze runs the analyses in Go.
func (c *comparison) analyze(core *il.Core) *analyzed {
	s := &analyzed{core: core, sums: map[abstract.Mode][]abstract.D{}}
	for _, mode := range verified.Modes {
		sums, err := abstract.Summaries(core, abstract.Options{Mode: mode})
		if err != nil {
			c.t.Fatal(err)
		}
		s.sums[mode] = sums
	}
	s.flow, _ = flow.Analyze(core, flow.Options{})
	s.rely, _ = flow.Analyze(core, flow.Options{Rely: true})
	var err error
	if s.racerd, err = racerd.Analyze(core, racerd.Options{}); err != nil {
		c.t.Fatal(err)
	}
	return s
}

// loopNames limits the fields of the names that the extracted flow and rely follow in units with
// loops, so that they end in reasonable time: a loop that stores into the objects of a name has
// four times as many states for each further field.
const loopNames = 4

// flows compares the reports of flow or rely (mode; ask asks for them), which it adds to reported.
// The extracted function follows names as long as those that Go has followed. If a limit has
// prevented either answer, nothing is compared (counted as cut).
//
// Go may report more (counted as more) in two cases. The extracted function follows shorter names
// in units with loops (counted as short). Only rely in Go knows the objects that loops make, and
// follows names through objects that a unit has made.
func (c *comparison) flows(found *flow.Result, core *il.Core, pair il.Pair, p *verified.Program,
	mode string, ask func(p *verified.Program, fields int) ([]string, error), reported *int) {
	if found == nil || found.Cut(pair.Left) != "" || found.Cut(pair.Right) != "" {
		c.cut++
		return
	}
	var ours []string
	for _, r := range found.Reports(pair) {
		ours = append(ours, p.Pair(core.Source.At(r.Left.At), core.Source.At(r.Right.At)))
	}
	loops := core.HasLoop(pair.Left) || core.HasLoop(pair.Right)
	fields := max(found.Longest(pair.Left), found.Longest(pair.Right))
	short := loops && fields > loopNames
	if short {
		fields = loopNames
		c.short++
	}
	extracted, err := ask(p, fields)
	switch {
	case errors.Is(err, verified.ErrLimit):
		c.cut++
		return
	case err != nil:
		c.t.Fatalf("the extracted analysis %s: %v\n%s", mode, err, core.Source.Text)
	}
	behind := found.Behind(pair.Left) || found.Behind(pair.Right)
	if mode == "rely" && (loops || behind) || short {
		all := len(ours)
		ours = slices.DeleteFunc(ours,
			func(x string) bool { return !slices.Contains(extracted, x) })
		c.more += all - len(ours)
	}
	*reported += len(extracted)
	for _, difference := range verified.Differences("report of "+mode, ours, extracted) {
		c.t.Errorf("%s\n%s", difference, core.Source.Text)
	}
}

// analyses lists the differences between an answer and the analyses in Go.
func (c *comparison) analyses(s *analyzed, pair il.Pair, p *verified.Program,
	answer *verified.Answer) []string {
	var all []string
	core := s.core
	for _, mode := range verified.Modes {
		opts, sums := abstract.Options{Mode: mode}, s.sums[mode]
		var ours []string
		for _, r := range abstract.Reports(pair, sums, opts) {
			if r.Race {
				c.reports++
				ours = append(ours, p.Pair(core.Source.At(r.Left.At), core.Source.At(r.Right.At)))
			}
		}
		all = append(all, verified.Differences("report", ours, answer.Reports[mode])...)
		for i, u := range []*il.Unit{pair.Left, pair.Right} {
			all = append(all, summary(core, mode, sums[u.Index], answer.Summary(mode, i))...)
		}
	}
	return all
}

// summary lists the differences between a summary of a unit in Go, d, and the extracted one.
func summary(core *il.Core, mode abstract.Mode, d abstract.D, answer verified.Summary) []string {
	var w, wr, a []string
	for e := range d.W.All() {
		w = append(w, string(e))
	}
	for e := range d.Wr.All() {
		wr = append(wr, string(e))
	}
	for _, x := range d.Accesses() {
		a = append(a,
			verified.Access(core.Source.At(x.At), string(x.Path), x.Lock.Depth(),
				core.HeldNames(x.Lock)...))
	}
	all := append(verified.Differences("element of W", w, answer.Wobbly),
		verified.Differences("element of A", a, answer.Accesses)...)
	if mode.Captures() {
		all = append(all, verified.Differences("element of Wr", wr, answer.Written)...)
	}
	return all
}

// racerD compares the reports of RacerD.
func (c *comparison) racerD(s *analyzed, pair il.Pair, p *verified.Program) {
	core := s.core
	reported, err := s.racerd.Reports(&pair)
	if err != nil {
		c.t.Fatal(err)
	}
	var ours []string
	for _, r := range reported.ListRaces(math.MaxInt) {
		ours = append(ours, p.Pair(core.Source.At(r.Left.At), core.Source.At(r.Right.At)))
	}
	extracted, err := c.command.RacerD(p)
	if err != nil {
		c.t.Fatalf("the extracted RacerD: %v\n%s", err, core.Source.Text)
	}
	c.racerd += len(extracted)
	for _, difference := range verified.Differences("report of RacerD", ours, extracted) {
		c.t.Errorf("%s\n%s", difference, core.Source.Text)
	}
}

// witnesses compares the checkers on the witnesses of the reports of meet, flow and rely.
func (c *comparison) witnesses(s *analyzed, pair il.Pair, p *verified.Program) {
	core := s.core
	opts := abstract.Options{Mode: abstract.CommonSuffix}
	build, judge := reconstruct.New(core), witnesscheck.New(core)
	add := func(w *witness.Witness, err error) {
		if err == nil {
			c.accepted(core, p, judge, w)
		}
	}
	for _, r := range abstract.Reports(pair, s.sums[opts.Mode], opts) {
		if r.Race {
			add(build.Witness(r, longest))
			add(build.Witness(r, 0))
		}
	}
	for _, found := range []*flow.Result{s.flow, s.rely} {
		if found == nil {
			continue
		}
		for _, r := range found.Reports(pair) {
			add(build.Flow(r, longest))
		}
	}
}

// accepted checks that both checkers accept a witness, and give the same verdict on some
// corruptions of it.
func (c *comparison) accepted(core *il.Core, p *verified.Program, judge *witnesscheck.Checker,
	w *witness.Witness) {
	if w.Compressed {
		c.compressed++
	} else {
		c.full++
	}
	if err := judge.Check(w); err != nil {
		c.t.Errorf("Go refuses a witness: %v\n%s", err, core.Source.Text)
	}
	c.verdict(core, p, judge, w, "as it is")
	if c.random.Intn(c.corruptOneIn) > 0 || len(w.Steps) > 40 {
		return
	}
	for _, spoil := range iltest.Corruptions(w, c.random) {
		bad := iltest.Clone(c.t, w)
		spoil.Apply(bad)
		bad.Seal = ""
		if bad.Sum() == w.Sum() || bad.Units != w.Units {
			continue
		}
		c.corrupted++
		c.kinds[particular.ReplaceAllString(spoil.Name, "")] = true
		if c.verdict(core, p, judge, bad, spoil.Name) {
			c.corruptedAndAccepted++
		}
	}
}

// verdict reports whether the extracted checker accepts a witness. The checker in Go must agree.
// what says which witness it is.
func (c *comparison) verdict(core *il.Core, p *verified.Program, judge *witnesscheck.Checker,
	w *witness.Witness, what string) bool {
	verdict, err := c.command.Witness(p, w)
	if err != nil {
		c.t.Fatalf("%s: the extracted checker: %v\n%s", what, err, core.Source.Text)
	}
	if refused := judge.Check(w); verdict.Accepted != (refused == nil) {
		text, _ := w.MarshalJSON()
		c.t.Errorf("%s: Go says %v; extracted: %v %s\n%s\n%s", what, refused, verdict.Accepted,
			verdict.Reason, core.Source.Text, text)
	}
	return verdict.Accepted
}
