// Command benchspin measures the search engine of package explore against Spin,
// on the same programs in one run: states a second, memory of a state, and time
// to the verdict. It needs spin and cc.
//
//	go run ./internal/benchspin [-models no-lock,with-a-lock] [-timeout 10m]
//	go run ./internal/benchspin -print half-shared [-promela]
//
// Spin merges equal states, and the engine those that are equal up to the names
// of objects and to what no thread can read any more: it may need fewer states
// for the same program, so compare both columns, states and states a second.
// Times are of the processor, since other work disturbs them less than the
// clock; Spin's are those of pan, without spin and the C compiler.
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
	child := flag.String("child", "", "model,run: search once and print the measurement (used by the program itself)")
	flag.Parse()
	var err error
	switch {
	case *child != "":
		err = asChild(*child)
	case *show != "":
		err = printModel(*show, *asPromela)
	default:
		err = compare(*names, *timeout)
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

// compare measures all models in all ways.
func compare(names string, timeout time.Duration) error {
	fmt.Printf("%-14s %-22s %11s %9s %9s %11s %8s %9s %6s\n",
		"model", "engine", "states", "cpu s", "wall s", "states/s", "B/state", "peak MB", "races")
	for i, m := range Models() {
		if names != "" && !slices.Contains(strings.Split(names, ","), m.Name) {
			continue
		}
		if err := compareModel(i, m, timeout); err != nil {
			return err
		}
	}
	return nil
}

func compareModel(i int, m Model, timeout time.Duration) error {
	_, model, err := load(m)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "benchspin")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, r := range spinRuns {
		row(m.Name, r.name, timeout, func(ctx context.Context) (measurement, error) { return runSpin(ctx, dir, model, r) })
	}
	for k, r := range engineRuns {
		row(m.Name, r.name, timeout, func(ctx context.Context) (measurement, error) { return runEngine(ctx, i, k) })
	}
	return nil
}

// row measures once and prints a line.
func row(model, engine string, timeout time.Duration, measure func(context.Context) (measurement, error)) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	m, err := measure(ctx)
	if err != nil {
		fmt.Printf("%-14s %-22s %v\n", model, engine, err)
		return
	}
	races := "-"
	if m.Races >= 0 {
		races = fmt.Sprint(m.Races)
	}
	fmt.Printf("%-14s %-22s %11d %9.2f %9.2f %11.0f %8.1f %9d %6s\n", model, engine, m.States, m.CPU.Seconds(), m.Wall.Seconds(),
		float64(m.States)/m.CPU.Seconds(), float64(m.Stored)/float64(m.States), m.PeakRSS>>20, races)
}
