// Command benchspin measures the search engine of package explore against Spin,
// on the same programs in one run: states a second, memory of a state, and time
// to the verdict. It needs spin and cc.
//
//	go run ./internal/benchspin [-models no-lock,with-a-lock] [-timeout 10m] [-repeat 3]
//	go run ./internal/benchspin -print half-shared [-promela]
//
// Spin merges equal states, and the engine those that are equal up to what no
// thread reads any more: it may need fewer states for the same program, so
// compare both columns, states and states a second. Times are of the processor,
// since other work disturbs them less than the clock; Spin's are those of pan,
// without spin and the C compiler. With -repeat, each time is the least of so
// many runs. Below each model stand the ratios, and for two workers that of the
// clock.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/semantics"
	"wobbly/semantics/promela"
)

func main() {
	names := flag.String("models", "", "measure these models only")
	timeout := flag.Duration("timeout", 10*time.Minute, "of each search")
	show := flag.String("print", "", "print this model instead of measuring")
	asPromela := flag.Bool("promela", false, "with -print: in Promela")
	repeat := flag.Int("repeat", 1, "runs of each search; the quickest counts")
	child := flag.String("child", "", "model,run: search once and print the measurement (used by the program itself)")
	flag.Parse()
	var err error
	switch {
	case *child != "":
		err = asChild(*child)
	case *show != "":
		err = printModel(*show, *asPromela)
	default:
		err = compare(*names, setting{*timeout, max(1, *repeat)})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchspin:", err)
		os.Exit(1)
	}
}

// load parses and checks a model, and exports it.
func load(m Model) (*il.Core, *promela.Model, error) {
	src := il.NewSource(m.Name+".il", m.Text)
	p, errs := parse.File(src)
	if len(errs) > 0 {
		return nil, nil, fmt.Errorf("%s: %s: %s", m.Name, src.At(errs[0].At), errs[0].Message)
	}
	core, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		return nil, nil, fmt.Errorf("%s: %s: %s", m.Name, src.At(errs[0].At), errs[0].Message)
	}
	in := semantics.GivenInit(core.Init, core.Fields)
	model, err := promela.Export(core, core.Pairs()[0], in, promela.Options{})
	return core, model, err
}

func asChild(which string) error {
	var model, run int
	if _, err := fmt.Sscanf(which, "%d,%d", &model, &run); err != nil {
		return err
	}
	core, _, err := load(Models()[model])
	if err != nil {
		return err
	}
	m, err := search(context.Background(), core, engineRuns[run])
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}

func printModel(name string, asPromela bool) error {
	for _, m := range Models() {
		if m.Name != name {
			continue
		}
		if !asPromela {
			fmt.Print(m.Text)
			return nil
		}
		_, model, err := load(m)
		if err == nil {
			fmt.Print(model.Text)
		}
		return err
	}
	return fmt.Errorf("there is no model %s", name)
}

// setting is how to measure.
type setting struct {
	timeout time.Duration // of each search
	repeat  int           // runs of each
}

// compare measures all models in all ways.
func compare(names string, how setting) error {
	fmt.Printf("%-14s %-22s %11s %9s %9s %11s %8s %9s %6s\n",
		"model", "engine", "states", "cpu s", "wall s", "states/s", "B/state", "peak MB", "races")
	for i, m := range Models() {
		if names != "" && !slices.Contains(strings.Split(names, ","), m.Name) {
			continue
		}
		if err := compareModel(i, m, how); err != nil {
			return err
		}
	}
	return nil
}

func compareModel(i int, m Model, how setting) error {
	_, model, err := load(m)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "benchspin")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	got := map[string]measurement{}
	row := func(name string, measure func(context.Context) (measurement, error)) {
		n, err := how.best(measure)
		if err != nil {
			fmt.Printf("%-14s %-22s %v\n", m.Name, name, err)
			return
		}
		got[name] = n
		n.print(m.Name, name)
	}
	for _, r := range spinRuns {
		row(r.name, func(ctx context.Context) (measurement, error) { return runSpin(ctx, dir, model, r) })
	}
	for k, r := range engineRuns {
		row(r.name, func(ctx context.Context) (measurement, error) { return runEngine(ctx, i, k) })
	}
	ratios(m.Name, got)
	return nil
}

// best is the quickest of some runs.
func (how setting) best(measure func(context.Context) (measurement, error)) (best measurement, err error) {
	for k := range how.repeat {
		ctx, cancel := context.WithTimeout(context.Background(), how.timeout)
		m, err := measure(ctx)
		cancel()
		if err != nil {
			return best, err
		}
		if k == 0 {
			best = m
		}
		best.Wall = min(best.Wall, m.Wall)
		best.CPU = min(best.CPU, m.CPU)
		best.PeakRSS = min(best.PeakRSS, m.PeakRSS)
	}
	return best, nil
}

// print prints a line.
func (m measurement) print(model, engine string) {
	races := "-"
	if m.Races >= 0 {
		races = fmt.Sprint(m.Races)
	}
	fmt.Printf("%-14s %-22s %11d %9.2f %9.2f %11.0f %8.1f %9d %6s\n", model, engine, m.States, m.CPU.Seconds(), m.Wall.Seconds(),
		m.rate(), float64(m.Stored)/float64(m.States), m.PeakRSS>>20, races)
}

// rate is states a second of the processor.
func (m measurement) rate() float64 { return float64(m.States) / m.CPU.Seconds() }

// ratios compares what was measured for a model: what was not is left out.
func ratios(model string, got map[string]measurement) {
	spin, exact, two := got["spin"], got["wobbly"], got["wobbly, 2 workers"]
	if spin.States > 0 && exact.States > 0 {
		fmt.Printf("%-14s exact: %.1f times the states/s of Spin\n", model, exact.rate()/spin.rate())
	}
	if exact.States > 0 && two.States > 0 {
		fmt.Printf("%-14s two workers: %.2f times as fast by the clock\n", model, exact.Wall.Seconds()/two.Wall.Seconds())
	}
	verdict := got["wobbly, verdict"]
	for _, way := range []string{"spin, races", "spin, races, reduced"} {
		if m := got[way]; m.States > 0 && verdict.States > 0 {
			fmt.Printf("%-14s verdict: %.3f s, %s %.2f s: %.0f times\n", model, verdict.CPU.Seconds(), way, m.CPU.Seconds(), m.CPU.Seconds()/verdict.CPU.Seconds())
		}
	}
}
