package cprogram

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
)

// strange has names to which C has objections, or that a translation could confuse.
const strange = `int(struct, main, STEP, wobbly_made, _x, x_int) {
  while * { if * { wobbly_take := struct.int.名; } else { 名 := main.STEP; } }
  lock();
  struct.int.名 := main;
  unlock();
}
main(o1, int) { lock(); int(o1, o1.int, int, o1, o1, int); unlock(); o := o1; o.名 := o1; }
`

// ownCell reads on the way to the racing cell the cell that races.
const ownCell = `{ x := arg1.f.f; } || { x := arg1.g; arg1.f.f := x; }
`

// core parses and checks a program.
func core(t testing.TB, name, text string) *il.Core {
	t.Helper()
	p, errs := parse.File(il.NewSource(name, text))
	if len(errs) == 0 {
		var c *il.Core
		if c, errs = check.Program(p, check.Options{}); c != nil {
			return c
		}
	}
	t.Fatalf("%s: %v", name, errs)
	return nil
}

// races are the executions that end in the races of a program, as the exact search
// finds them, at most so many.
func races(t testing.TB, c *il.Core, most int) (all []*execution.Execution) {
	t.Helper()
	o := explore.Defaults()
	o.MaxStates, o.Reduce, o.Prune = 20_000, true, true
	for _, p := range c.Pairs() {
		r, err := explore.Search(context.Background(), c, p, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, race := range r.Races {
			if len(all) == most {
				return all
			}
			x, err := execution.FromWitness(c, race.Witness(), MaxSteps)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, x)
		}
	}
	return all
}

// sanitizer is a C compiler that has ThreadSanitizer, or nothing.
func sanitizer(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "none.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, cc := range []string{"gcc", "clang", "cc"} {
		if exec.Command(cc, "-fsanitize=thread", "-o", file+".out", file).Run() == nil && exec.Command(file+".out").Run() == nil {
			return cc
		}
	}
	return ""
}

// TestThreadSanitizer: of the races of the examples, ThreadSanitizer reports each at
// its two statements, with the kinds of access and the threads, and nothing else. With
// the tag threads there has to be a compiler, and it is all races.
func TestThreadSanitizer(t *testing.T) {
	cc := sanitizer(t)
	if cc == "" {
		if everything {
			t.Fatal("no C compiler with ThreadSanitizer")
		}
		t.Log("no C compiler with ThreadSanitizer: only the texts are looked at")
	}
	most := 1
	if everything {
		most = 1000
	}
	var all []*execution.Execution
	for _, x := range append(programs(t), examples.File{Name: "names \"?/\\.il", Text: strange}, examples.File{Name: "own.il", Text: ownCell}) {
		all = append(all, races(t, core(t, x.Name, x.Text), most)...)
	}
	if everything {
		for seed := range uint64(100) {
			all = append(all, races(t, core(t, "random.il", gen.Text(seed, gen.Default())), 1)...)
		}
	}
	if len(all) < 50 {
		t.Errorf("%d races, want more", len(all))
	}
	t.Logf("%d races, %s", len(all), cc)
	if cc == "" {
		return
	}
	judgeAll(t, cc, all)
}

// programs are the examples, those of the theory, and with the tag threads those from
// outside.
func programs(t *testing.T) []examples.File {
	t.Helper()
	all := examples.All()
	patterns := []string{"theory/*.il"}
	if everything {
		patterns = append(patterns, "outside/*/*.il")
	}
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join("..", "..", "examples", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, examples.File{Name: filepath.Base(f), Text: string(text)})
		}
	}
	return all
}

// judgeAll compiles and runs all, as many at once as there are cores.
func judgeAll(t *testing.T, cc string, all []*execution.Execution) {
	dir := t.TempDir()
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for n := range next {
				name := fmt.Sprintf("%s/%d", dir, n)
				if err := judge(cc, name, all[n]); err != nil {
					t.Errorf("%s, %s || %s: %v", all[n].Core.Source.Name, all[n].Pair.Left.Name, all[n].Pair.Right.Name, err)
				}
			}
		})
	}
	for n := range all {
		next <- n
	}
	close(next)
	group.Wait()
}

// judge compiles and runs one program, and holds the report against the race.
func judge(cc, name string, x *execution.Execution) error {
	text, err := Export(x, x.Core.Source.Name)
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".c", []byte(text), 0o666); err != nil {
		return err
	}
	if out, err := exec.Command(cc, "-O0", "-g", "-Werror", "-fsanitize=thread", "-o", name, name+".c").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute) // threads that wait for each other
	defer stop()
	run := exec.CommandContext(ctx, name)
	resolver, err := exec.LookPath("addr2line")
	if err == nil && !everything {
		run.Env = append(os.Environ(), "TSAN_OPTIONS=symbolize=0")
	}
	out, err := run.CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 66 {
		return fmt.Errorf("%v: %s", err, out)
	}
	if run.Env != nil {
		if out, err = resolved(resolver, name, out); err != nil {
			return err
		}
	}
	race, _ := x.Race()
	var want []string
	for i, a := range race {
		want = append(want, fmt.Sprintf("%s %s %d", semantics.Tid(i), a.Kind, x.Core.Source.Position(a.Command.Pos()).Line))
	}
	if got := reported(string(out)); !slices.Equal(got, want) {
		return fmt.Errorf("reported %q, want %q\n%s", got, want, out)
	}
	return nil
}

// resolved puts the function and line of each address of a program into a report, as
// ThreadSanitizer does, which reads all that is known of every library for that.
func resolved(resolver, program string, report []byte) ([]byte, error) {
	frame := regexp.MustCompile(`<null> <null> \(` + regexp.QuoteMeta(filepath.Base(program)) + `\+(0x[0-9a-f]+)\)`)
	args := []string{"-f", "-e", program}
	for _, m := range frame.FindAllSubmatch(report, -1) {
		at, err := strconv.ParseUint(string(m[1]), 0, 64)
		if err != nil {
			return nil, err
		}
		args = append(args, fmt.Sprintf("%#x", at-1)) // what is called returns behind the call
	}
	out, err := exec.Command(resolver, args...).Output()
	lines := strings.Split(string(out), "\n")
	if err != nil || len(lines) < 2*(len(args)-3) {
		return nil, fmt.Errorf("%s: %v, %q", resolver, err, out)
	}
	return frame.ReplaceAllFunc(report, func(m []byte) []byte {
		function, line := lines[0], lines[1]
		lines = lines[2:]
		return fmt.Appendf(nil, "%s %s %s", function, line, m[len("<null> <null> "):])
	}), nil
}

// accessText is an access of a report with its stack, down to the function of the
// thread.
var accessText = regexp.MustCompile(`(?m)^  (?:Previous )?([Rr]ead|[Ww]rite) of size \d+ at .*\n    #0 \S+ .*?:(\d+) \((?:.*\n    #)*?.* wobbly_([AB]) `)

// reported are the accesses of a report: thread, kind and line, A's first.
func reported(out string) (all []string) {
	for _, m := range accessText.FindAllStringSubmatch(out, -1) {
		all = append(all, fmt.Sprintf("%s %s %s", m[3], strings.ToLower(m[1]), m[2]))
	}
	slices.Sort(all)
	return all
}
