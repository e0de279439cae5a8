//go:build unix

// Command benchspin measures the search engine of package explore against Spin,
// on the same programs in one run: states a second, memory of a state, and time
// to the verdict. It needs spin and cc.
//
//	go run ./internal/benchspin [-models no-lock,with-a-lock] [-within 9m30s] [-repeat 3]
//	go run ./internal/benchspin -all [-models no-lock,with-a-lock] [-repeat 3]
//	go run ./internal/benchspin -print half-shared [-promela]
//
// With -all it measures searches from all initial states, in both layouts of the
// engine, up to a limit on states, and needs neither.
//
// It says on stderr what it is doing. All searches together end within the time
// of -within: each has a share of what is left, and one that needs more is given
// up and has no figures.
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
	"io"
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
	within := flag.Duration("within", 9*time.Minute+30*time.Second, "end within this time; searches that need longer have no figures")
	show := flag.String("print", "", "print this model instead of measuring")
	asPromela := flag.Bool("promela", false, "with -print: in Promela")
	repeat := flag.Int("repeat", 1, "runs of each search; the quickest counts")
	all := flag.Bool("all", false, "measure searches from all initial states in both layouts instead, without Spin")
	child := flag.String("child", "", "model,run: search once and print the measurement (used by the program itself)")
	flag.Parse()
	var err error
	switch {
	case *child != "":
		err = asChild(*child)
	case *show != "":
		err = printModel(*show, *asPromela)
	default:
		err = compare(os.Stdout, os.Stderr, *names, *within, max(1, *repeat), *all)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchspin:", err)
		os.Exit(1)
	}
}

// load parses and checks a model, and exports it.
func load(m model) (*il.Core, *promela.Model, error) {
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
	core, _, err := load(models()[model])
	if err != nil {
		return err
	}
	m, err := search(context.Background(), core, slices.Concat(engineRuns, allRuns)[run])
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}

func printModel(name string, asPromela bool) error {
	for _, m := range models() {
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

// comparison is a measurement of models under way.
type comparison struct {
	out      io.Writer
	progress *progress
	budget   budget
	repeat   int // runs of each search
}

// compare measures models in all ways, those of the given names only if there are
// any, within some time.
func compare(out, say io.Writer, names string, within time.Duration, repeat int, fromAll bool) error {
	all := models()
	var which []int
	for i, m := range all {
		if names == "" || slices.Contains(strings.Split(names, ","), m.Name) {
			which = append(which, i)
		}
	}
	searches, weight := len(spinRuns)+len(engineRuns), len(spinRuns)*spinWeight+len(engineRuns)*engineWeight
	if fromAll {
		searches, weight = len(allRuns), len(allRuns)*engineWeight
	}
	c := &comparison{
		out: out, repeat: repeat, progress: newProgress(say, len(which)*searches),
		budget: budget{time.Now().Add(within), len(which) * weight},
	}
	defer c.progress.watch(tick)()
	fmt.Fprintf(out, "%-14s %-22s %11s %9s %9s %11s %8s %9s %6s\n",
		"model", "engine", "states", "cpu s", "wall s", "states/s", "B/state", "peak MB", "races")
	for _, i := range which {
		if fromAll {
			c.allOf(i, all[i])
			continue
		}
		if err := c.model(i, all[i]); err != nil {
			return err
		}
	}
	return nil
}

// model measures model number i.
func (c *comparison) model(i int, m model) error {
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
	row := func(name string, weight int, measure func(context.Context) (measurement, error)) {
		c.progress.next(m.Name + ", " + name)
		n, err := c.best(weight, measure)
		if err != nil {
			fmt.Fprintf(c.out, "%-14s %-22s %v\n", m.Name, name, err)
			return
		}
		got[name] = n
		n.print(c.out, m.Name, name)
	}
	for k, r := range engineRuns {
		row(r.name, engineWeight, func(ctx context.Context) (measurement, error) { return runEngine(ctx, i, k) })
	}
	for _, r := range spinRuns {
		row(r.name, spinWeight, func(ctx context.Context) (measurement, error) {
			return runSpin(ctx, dir, model, r, c.progress.enter)
		})
	}
	ratios(c.out, m.Name, got)
	return nil
}

// best is the quickest of some runs of a search, of those that ended in its time.
func (c *comparison) best(weight int, measure func(context.Context) (measurement, error)) (best measurement, err error) {
	time := c.budget.take(weight, time.Now())
	ctx, cancel := context.WithTimeout(context.Background(), time)
	defer cancel()
	for k := range c.repeat {
		m, err := measure(ctx)
		switch {
		case ctx.Err() != nil && k > 0:
			return best, nil
		case ctx.Err() != nil:
			return best, fmt.Errorf("not within %.0f s", time.Seconds())
		case err != nil:
			return best, err
		case k == 0:
			best = m
		}
		best.Wall = min(best.Wall, m.Wall)
		best.CPU = min(best.CPU, m.CPU)
		best.PeakRSS = min(best.PeakRSS, m.PeakRSS)
	}
	return best, nil
}

// print prints a line.
func (m measurement) print(out io.Writer, model, engine string) {
	races := "-"
	if m.Races >= 0 {
		races = fmt.Sprint(m.Races)
	}
	fmt.Fprintf(out, "%-14s %-22s %11d %9.2f %9.2f %11.0f %8.1f %9d %6s\n", model, engine, m.States, m.CPU.Seconds(), m.Wall.Seconds(),
		m.rate(), float64(m.Stored)/float64(m.States), m.PeakRSS>>20, races)
}

// rate is states a second of the processor.
func (m measurement) rate() float64 { return float64(m.States) / m.CPU.Seconds() }

// ratios compares what was measured for a model: what was not is left out.
func ratios(out io.Writer, model string, got map[string]measurement) {
	spin, exact, two := got["spin"], got["wobbly"], got["wobbly, 2 workers"]
	if spin.States > 0 && exact.States > 0 {
		fmt.Fprintf(out, "%-14s exact: %.1f times the states/s of Spin\n", model, exact.rate()/spin.rate())
	}
	if exact.States > 0 && two.States > 0 {
		fmt.Fprintf(out, "%-14s two workers: %.2f times as fast by the clock\n", model, exact.Wall.Seconds()/two.Wall.Seconds())
	}
	verdict := got["wobbly, verdict"]
	for _, way := range []string{"spin, races", "spin, races, reduced"} {
		if m := got[way]; m.States > 0 && verdict.States > 0 {
			fmt.Fprintf(out, "%-14s verdict: %.3f s, %s %.2f s: %.0f times\n", model, verdict.CPU.Seconds(), way, m.CPU.Seconds(), m.CPU.Seconds()/verdict.CPU.Seconds())
		}
	}
}
