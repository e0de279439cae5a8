//go:build full

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
	"strings"
	"sync"
	"testing"
	"time"

	"wobbly/examples"
	"wobbly/il/gen"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// ownCell reads on the way to the racing cell the cell that races.
const ownCell = `{ x := arg1.f.f; } || { x := arg1.g; arg1.f.f := x; }
`

// sanitizer returns the name of a C compiler that has ThreadSanitizer, or "".
func sanitizer(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "none.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, cc := range []string{"gcc", "clang", "cc"} {
		if exec.Command(cc, "-fsanitize=thread", "-o", file+".out", file).Run() == nil &&
			exec.Command(file+".out").Run() == nil {
			return cc
		}
	}
	return ""
}

// maxRaces bounds the races of one program that are tested.
const maxRaces = 1000

// TestThreadSanitizer compiles the races of the examples, of the theory, of outside programs and of
// random programs. ThreadSanitizer reports exactly each race, at its two statements, with the kinds
// of access and the threads.
func TestThreadSanitizer(t *testing.T) {
	cc := sanitizer(t)
	if cc == "" {
		t.Fatal("no C compiler with ThreadSanitizer")
	}
	var all []*execution.Execution
	for _, x := range append(programs(t), examples.File{Name: "names \"?/\\.il", Text: strange},
		examples.File{Name: "own.il", Text: ownCell}) {
		all = append(all, races(t, core(t, x.Name, x.Text), maxRaces)...)
	}
	for seed := range uint64(100) {
		all = append(all, races(t, core(t, "random.il", gen.Text(seed, gen.Default())), 1)...)
	}
	if len(all) < 50 {
		t.Errorf("%d races, want more", len(all))
	}
	t.Logf("%d races, %s", len(all), cc)
	judgeAll(t, cc, all)
}

// programs returns the examples, those of the theory, and those from outside.
func programs(t *testing.T) []examples.File {
	t.Helper()
	all := examples.All()
	for _, pattern := range []string{"theory/*.il", "outside/*/*.il"} {
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

// judgeAll judges all executions, as many at once as there are cores.
func judgeAll(t *testing.T, cc string, all []*execution.Execution) {
	t.Helper()
	dir := t.TempDir()
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for n := range next {
				name := fmt.Sprintf("%s/%d", dir, n)
				if err := judge(cc, name, all[n]); err != nil {
					t.Errorf("%s, %s || %s: %v", all[n].Core.Source.Name, all[n].Pair.Left.Name,
						all[n].Pair.Right.Name, err)
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

// judge compiles and runs one program, and compares the report with the race.
func judge(cc, name string, x *execution.Execution) error {
	text, err := Export(x, x.Core.Source.Name)
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".c", []byte(text), 0o666); err != nil {
		return err
	}
	compile := exec.Command(cc, "-O0", "-g", "-Werror", "-fsanitize=thread", "-o", name, name+".c")
	if out, err := compile.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling: %w: %s", err, out)
	}
	// The time limit ends a program whose threads wait for each other.
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	run := exec.CommandContext(ctx, name)
	out, err := run.CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 66 {
		return fmt.Errorf("running: %v: %s", err, out)
	}
	race, _ := x.Race()
	var want []string
	for i, a := range race {
		want = append(want, fmt.Sprintf("%s %s %d", semantics.Tid(i), a.Kind,
			x.Core.Source.Position(a.Command.Pos()).Line))
	}
	if got := reported(string(out)); !slices.Equal(got, want) {
		return fmt.Errorf("reported %q, want %q\n%s", got, want, out)
	}
	return nil
}

// accessText is an access of a report with its stack, down to the function of the thread.
var accessText = regexp.MustCompile(`(?m)^  (?:Previous )?([Rr]ead|[Ww]rite) of size \d+ at ` +
	`.*\n    #0 \S+ .*?:(\d+) \((?:.*\n    #)*?.* wobbly_([AB]) `)

// reported returns the accesses of a report: thread, kind and line, A's first.
func reported(out string) (all []string) {
	for _, m := range accessText.FindAllStringSubmatch(out, -1) {
		all = append(all, fmt.Sprintf("%s %s %s", m[3], strings.ToLower(m[1]), m[2]))
	}
	slices.Sort(all)
	return all
}
