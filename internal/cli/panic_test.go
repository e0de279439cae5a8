package cli

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/enum"
	"wobbly/il/gen"
	"wobbly/internal/campaign"
	"wobbly/internal/compare"
	"wobbly/internal/parallel"
	"wobbly/theorem/engine"
)

// TestWorkersPanic: what a worker of a sweep panics with is an internal error of the run, which
// names the program that caused it.
func TestWorkersPanic(t *testing.T) {
	rdit := rditCmd{Random: 9, Seed: 4, RunSteps: 100, missingFlags: missingFlags{Shares: []float64{0.5}}}
	for name, c := range map[string]struct {
		do    func(a *app) error
		cause string
	}{
		"theorem fuzz": {func(a *app) error {
			f := fuzzing(10)
			return f.run(a, []*engine.Statement{plant("broken", 0, func(*engine.Case) (planted, bool) { panic("out of order") })})
		}, "case 0 of seed 1\n{\n"},
		"theorem enumerate": {func(a *app) error {
			e := &engine.Enumeration{Universe: enum.Default(1), Workers: 2, Statements: []*engine.Statement{
				plant("broken", 0, func(*engine.Case) (planted, bool) { panic("out of order") }),
			}}
			_, err := e.Run(a.ctx)
			return err
		}, "program "},
		"compare, crosscheck, rdit and predict": {func(a *app) error {
			x, err := rdit.sweep()
			if err != nil {
				return err
			}
			x.Crew = campaign.Here(3)
			x.One = func(_ context.Context, seed uint64) (*rditSum, *compare.Failure) {
				if seed == 7 {
					panic("out of order")
				}
				return newRDITSum(rdit.Shares), nil
			}
			x.Run(a.ctx)
			return nil
		}, "the program of seed 7\n" + il.Format(gen.Program(rand.New(rand.NewPCG(7, 0)), rdit.table(1).Corpus)) + ": "},
		"searching goroutines": {func(a *app) error {
			parallel.Do(3, func(int) { panic("out of order") })
			return nil
		}, ""},
		"what is done aside": {func(a *app) error {
			_, err := tryKept(a, func() (int, error) { panic("out of order") })
			return err
		}, ""},
	} {
		var out, said bytes.Buffer
		a := &app{ctx: t.Context(), sys: system{Stdout: &out, Stderr: &said}, out: newOutput(&out, 1<<10)}
		code := a.guarded(func() error { return c.do(a) })
		text := said.String()
		if code != int(exitInternal) || !strings.HasPrefix(text, "wobbly: internal error: "+c.cause) || !strings.Contains(text, "out of order\n") || !strings.Contains(text, "panic_test.go") {
			t.Errorf("%s: exit %d, %s", name, code, text)
		}
	}
}
