//go:build unix

// Command benchspin writes the tables of docs/evaluation.md on the search engine of package
// explore.
//
//	go run ./internal/benchspin [-repeat 3]       compared with Spin; needs spin and cc
//	go run ./internal/benchspin -all [-repeat 3]  from all initial states, in both layouts
//
// Both engines search the same programs in one run: states a second, memory of a state, and time to
// the verdict. Spin merges equal states, and explore also those that differ only in what no thread
// reads any more, so it may need fewer states for the same program: compare both columns. Times are
// processor times, which other work disturbs less than the clock; Spin's are those of pan, without
// spin and the C compiler. With -repeat, each figure is the minimum of that many runs. Each search
// is a process of its own, so that its peak of memory is known, and is given up after -within.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/semantics/promela"
)

func main() {
	all := flag.Bool("all", false,
		"search from all initial states in both layouts instead, without Spin")
	repeat := flag.Int("repeat", 1, "runs of each search; the quickest counts")
	within := flag.Duration("within", 2*time.Minute, "give a search up after this time")
	child := flag.String("child", "",
		"model,run: search once and print the measurement (used by the program itself)")
	flag.Parse()
	var err error
	if *child != "" {
		err = asChild(*child)
	} else {
		err = compare(*all, *repeat, *within)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchspin:", err)
		os.Exit(1)
	}
}

// An engineRun is a search by package explore.
type engineRun struct {
	name string
	set  func(*explore.Options)
}

// engineRuns lists the searches from the given initial state. All of them give a verdict on each
// pair of accesses.
var engineRuns = []engineRun{
	{"wobbly", func(*explore.Options) {}},
	{"wobbly, 2 workers", func(o *explore.Options) { o.Workers = 2 }},
	{"wobbly, fingerprints", func(o *explore.Options) { o.Fingerprint = true }},
	{"wobbly, reduced", func(o *explore.Options) { o.Reduce = true }},
	{"wobbly, verdict", func(o *explore.Options) { o.Reduce, o.Prune = true, true }},
}

// allRuns lists the searches from all initial states.
var allRuns = []engineRun{
	{"flat", fromAll(explore.Flat, 1)},
	{"flat, 2 workers", fromAll(explore.Flat, 2)},
	{"canonical", fromAll(explore.Canonical, 1)},
	{"canonical, 2 workers", fromAll(explore.Canonical, 2)},
}

func fromAll(layout explore.Layout, workers int) func(*explore.Options) {
	return func(o *explore.Options) {
		o.Init, o.Layout, o.Workers, o.MaxStates = explore.All, layout, workers, 8_000_000
	}
}

// A measurement is one search of one model.
type measurement struct {
	States  int64
	Races   int           // pairs of accesses found to race; -1 if it does not look for races
	CPU     time.Duration // of the search alone, on all cores
	Wall    time.Duration
	Stored  int64 // bytes of the stored states, as the engine counts them
	PeakRSS int64 // bytes, of the whole process
}

// compare measures each search of each model and prints a line for it.
func compare(all bool, repeat int, within time.Duration) error {
	dir, err := os.MkdirTemp("", "benchspin")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Printf("%-14s %-22s %11s %9s %9s %11s %8s %9s %6s\n",
		"model", "engine", "states", "cpu s", "wall s", "states/s", "B/state", "peak MB", "races")
	for i, m := range models() {
		_, exported, err := load(m)
		if err != nil {
			return err
		}
		row := func(name string, measure func(context.Context) (measurement, error)) {
			n, err := best(repeat, within, measure)
			if err != nil {
				fmt.Printf("%-14s %-22s %v\n", m.name, name, err)
				return
			}
			fmt.Printf("%-14s %-22s %11d %9.2f %9.2f %11.0f %8.1f %9d %6d\n", m.name, name,
				n.States, n.CPU.Seconds(), n.Wall.Seconds(), float64(n.States)/n.CPU.Seconds(),
				float64(n.Stored)/float64(n.States), n.PeakRSS>>20, n.Races)
		}
		runs, first := engineRuns, 0
		if all {
			runs, first = allRuns, len(engineRuns)
		}
		for k, r := range runs {
			row(r.name, func(ctx context.Context) (measurement, error) {
				return runEngine(ctx, i, first+k)
			})
		}
		for _, r := range spinRuns {
			if !all {
				row(r.name, func(ctx context.Context) (measurement, error) {
					return runSpin(ctx, dir, exported, r)
				})
			}
		}
	}
	return nil
}

// best returns the minimum of each time and of the peak memory over some runs of a search.
func best(
	repeat int, within time.Duration, measure func(context.Context) (measurement, error),
) (best measurement, err error) {
	for k := range max(1, repeat) {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		m, err := measure(ctx)
		ended := ctx.Err() != nil
		cancel()
		switch {
		case ended:
			return best, fmt.Errorf("not within %v", within)
		case err != nil:
			return best, err
		case k == 0:
			best = m
		}
		best.CPU, best.Wall = min(best.CPU, m.CPU), min(best.Wall, m.Wall)
		best.PeakRSS = min(best.PeakRSS, m.PeakRSS)
	}
	return best, nil
}

func load(m model) (*il.Core, *promela.Model, error) {
	src := il.NewSource(m.name+".il", m.text)
	p, errs := parse.File(src)
	if len(errs) > 0 {
		return nil, nil, fmt.Errorf("%s: %s: %s", m.name, src.At(errs[0].At), errs[0].Message)
	}
	core, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		return nil, nil, fmt.Errorf("%s: %s: %s", m.name, src.At(errs[0].At), errs[0].Message)
	}
	in := semantics.GivenInit(core.Init, core.Fields)
	exported, err := promela.Export(core, core.Pairs()[0], in, promela.Options{})
	return core, exported, err
}

// runEngine has a process of its own search a model.
func runEngine(ctx context.Context, model, run int) (measurement, error) {
	var m measurement
	self, err := os.Executable()
	if err != nil {
		return m, err
	}
	out, process, err := command(ctx, "", self, "-child", fmt.Sprintf("%d,%d", model, run))
	if err != nil {
		return m, err
	}
	err = json.Unmarshal([]byte(out), &m)
	m.PeakRSS = process.PeakRSS
	return m, err
}

// asChild searches a model in the process that runEngine starts.
func asChild(search string) error {
	var model, run int
	if _, err := fmt.Sscanf(search, "%d,%d", &model, &run); err != nil {
		return err
	}
	core, _, err := load(models()[model])
	if err != nil {
		return err
	}
	o := explore.Defaults()
	o.Init = explore.Given
	slices.Concat(engineRuns, allRuns)[run].set(&o)
	begin, before := time.Now(), cpu()
	result, err := explore.Search(context.Background(), core, core.Pairs()[0], o)
	if err != nil {
		return err
	}
	if !result.Complete && (o.MaxStates == 0 || result.Cut != explore.CutStates) {
		return fmt.Errorf("the search was cut: %s", result.Cut)
	}
	return json.NewEncoder(os.Stdout).Encode(measurement{
		States: int64(result.States), Races: len(result.Races), Stored: int64(result.Memory),
		Wall: time.Since(begin), CPU: cpu() - before,
	})
}

// cpu returns the time that this process has run on any core.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only wrong arguments make it fail
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
