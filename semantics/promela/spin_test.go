package promela

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
)

var update = flag.Bool("update", false,
	"write testdata/spin.json from a run of Spin, and the golden models")

const stored = "testdata/spin.json"

// spinRun is testdata/spin.json: the results of Spin for the programs in testdata.
type spinRun struct {
	Spin     string             // its version
	Programs map[string]verdict // by file name without .il
}

// verdict is what is compared of Spin's search and of the reference's.
type verdict struct {
	States      int64
	Transitions int64    // Spin's count
	Races       []string // "3:8 7:3": positions of A's and of B's access
}

// examples are the programs of testdata.
var examples = []struct {
	name  string
	bound int  // Options.Allocations, where it is needed
	fewer bool // whether merging states up to renaming leaves fewer of them
}{
	{name: "nolock"},
	{name: "lock"},
	{name: "halflock"},
	{name: "branch"},
	{name: "begin"},
	{name: "loop"},
	{name: "calls"},
	{name: "disjoint"},
	{name: "shared"},
	{name: "alloc"},
	{name: "garbage", fewer: true},
	{name: "list", bound: 2},
	{name: "names"},
	{name: "paths"},
}

// program returns a source with the first of its pairs and its init block.
func program(t testing.TB, name, text string) (*il.Core, il.Pair, semantics.Init) {
	t.Helper()
	src := il.NewSource(name, text)
	p, errs := parse.File(src)
	if len(errs) > 0 {
		t.Fatalf("parsing %s: %s: %s", name, src.At(errs[0].At), errs[0].Message)
	}
	core, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		t.Fatalf("checking %s: %s: %s", name, src.At(errs[0].At), errs[0].Message)
	}
	in := semantics.Init{}
	if core.Init != nil {
		in = semantics.GivenInit(core.Init, core.Fields)
	}
	return core, core.Pairs()[0], in
}

// read returns the text of a file.
func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSpinAgrees compares Spin's unreduced search with the reference: the number of states and
// transitions, and the pairs that race. Stored results of Spin are always compared.
func TestSpinAgrees(t *testing.T) {
	installed := hasSpin()
	if *update && !installed {
		t.Fatal("-update needs spin and cc")
	}
	was, now := loadRun(t), spinRun{Programs: map[string]verdict{}}
	for _, e := range examples {
		core, p, in := program(t, e.name+".il", read(t, "testdata/"+e.name+".il"))
		m, err := Export(core, p, in, Options{Allocations: e.bound})
		if err != nil {
			t.Errorf("exporting %s: %v", e.name, err)
			continue
		}
		want := referenceVerdict(t, core, p, in, e.bound, m)
		if installed {
			got := spinVerdict(t, core, m)
			compare(t, e.name+": Spin", got, want)
			now.Programs[e.name] = got
		}
		if !*update {
			compare(t, e.name+": "+stored, was.Programs[e.name], want)
		}
	}
	if *update && !t.Failed() {
		now.Spin = spinVersion(t)
		saveRun(t, now)
	}
	if !*update && len(was.Programs) != len(examples) {
		t.Errorf("%s has %d programs, want %d", stored, len(was.Programs), len(examples))
	}
}

var lockPrograms = flag.Int("locks", quick.Cases(20),
	"the number of random programs with several locks for Spin")

// TestSpinAgreesOnLocks: for random programs with several locks, Spin finds the same number of
// states, the same races, and a deadlock iff there is one.
func TestSpinAgreesOnLocks(t *testing.T) {
	installed := hasSpin() // otherwise the models are only written
	var programs, deadlocks, races int
	for seed := uint64(0); programs < *lockPrograms; seed++ {
		r := rand.New(rand.NewPCG(seed, 3))
		o := exploretest.Small()
		o.Lock, o.Sync, o.While, o.Depth, o.Statements, o.Threads = 0.4, 0.3, 0, 3, 10, 0.9
		p := gen.NameLocks(r, gen.Program(gen.Rand(seed), o),
			[][]string{{"", "m"}, {"l", "m", "n"}}[seed%2]...)
		core := iltest.Core(t, p.Source.Text)
		pair := exploretest.Pair(core, seed)
		in := semantics.RandomInit(r, core, pair, 1+r.IntN(2))
		m, err := Export(core, pair, in, Options{})
		if len(core.Locks) == 0 || err != nil {
			continue
		}
		ref, err := explore(core, pair, in, 0, m.Candidates)
		if err != nil {
			t.Fatal(err)
		}
		if !ref.stuck && r.IntN(3) > 0 { // most programs have no deadlock
			continue
		}
		programs++
		if !installed {
			continue
		}
		got, stuck := spinOnLocks(t, m)
		if got.States != int64(len(ref.states)+m.Unresolved) ||
			!slices.Equal(got.Races, ref.raced()) || stuck != ref.stuck {
			t.Errorf("seed %d: Spin has %+v, deadlock %v; "+
				"the reference %d states, races %v, deadlock %v\n%s",
				seed, got, stuck, len(ref.states)+m.Unresolved, ref.raced(), ref.stuck,
				core.Source.Text)
		}
		races += len(got.Races)
		if stuck {
			deadlocks++
		}
	}
	t.Logf("%d programs, %d races, %d with a deadlock", programs, races, deadlocks)
}

// spinOnLocks is spin for a model that may have a deadlock.
func spinOnLocks(t *testing.T, m *Model) (r Result, deadlock bool) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), []byte(m.Text), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "spin", "-a", "-o2", "-DRACES=0", "model.pml")
	run(t, dir, "cc", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c")
	r, err := ReadResult(strings.NewReader(run(t, dir, "./pan", "-n", "-c0", "-m100000", "-w18")))
	deadlock = err != nil && strings.Contains(err.Error(), "invalid end state")
	if err != nil && !deadlock {
		t.Fatal(err)
	}
	return r, deadlock
}

// compare fails the test unless two verdicts agree.
func compare(t *testing.T, what string, got, want verdict) {
	t.Helper()
	if got.States != want.States || got.Transitions != want.Transitions ||
		!slices.Equal(got.Races, want.Races) {
		t.Errorf("%s has %+v,\nthe reference %+v", what, got, want)
	}
}

// referenceVerdict returns what Spin should find according to the reference: the settled
// configurations and the steps between them. Spin counts the initial state as a transition, and,
// where the first choices are steps, a state before them.
func referenceVerdict(t *testing.T, core *il.Core, p il.Pair, in semantics.Init, bound int,
	m *Model) verdict {
	t.Helper()
	r, err := explore(core, p, in, bound, m.Candidates)
	if err != nil {
		t.Fatal(err)
	}
	return verdict{
		States:      int64(len(r.states) + m.Unresolved),
		Transitions: int64(r.edges + 1 + m.Unresolved*r.starts),
		Races:       positions(core, m, r.raced()),
	}
}

// positions lists the positions of the accesses of candidates.
func positions(core *il.Core, m *Model, numbers []int) []string {
	list := []string{}
	for _, n := range numbers {
		c := m.Candidates[n-1]
		list = append(list, core.Source.At(c.A.Pos())+" "+core.Source.At(c.B.Pos()))
	}
	return list
}

// hasSpin reports whether Spin is run: with the tag full or -update, if it is installed.
func hasSpin() bool {
	_, spin := exec.LookPath("spin")
	_, cc := exec.LookPath("cc")
	return (quick.All || *update) && spin == nil && cc == nil
}

func spinVersion(t *testing.T) string {
	return strings.TrimSpace(run(t, ".", "spin", "-V"))
}

// spinVerdict runs Spin with the race assertions, which add no states.
func spinVerdict(t *testing.T, core *il.Core, m *Model) verdict {
	t.Helper()
	r := spin(t, m, "-DRACES=0")
	return verdict{
		States: r.States, Transitions: r.Transitions, Races: positions(core, m, r.Races),
	}
}

// spin runs Spin on a model.
func spin(t testing.TB, m *Model, flags ...string) Result {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), []byte(m.Text), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "spin", slices.Concat([]string{"-a", "-o2"}, flags, []string{"model.pml"})...)
	run(t, dir, "cc", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c")
	r, err := ReadResult(strings.NewReader(run(t, dir, "./pan", "-n", "-c0", "-m100000", "-w18")))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// run returns the output of a command. It fails the test if the command fails, unless it is pan,
// whose exit status does not matter.
func run(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil && name != "./pan" {
		t.Fatalf("running %s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// loadRun reads the stored results, which are empty with -update.
func loadRun(t *testing.T) spinRun {
	t.Helper()
	var r spinRun
	if *update {
		return r
	}
	if err := json.Unmarshal([]byte(read(t, stored)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// saveRun writes the stored results.
func saveRun(t *testing.T, r spinRun) {
	t.Helper()
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stored, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
