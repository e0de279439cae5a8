//go:build unix

// Command bench measures an analysis from text to reports on generated files: statements a second,
// peak of resident memory for each statement, and how the time grows. docs/evaluation.md has the
// results.
//
//	go run ./internal/bench [-runs 5] [-sizes 100000,1000000] [-procs 2]
//	go run ./internal/bench -chains
//
// Each run is a process of its own, so that it has its own peak of resident memory, as the
// operating system counts it.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/cli/console"
	witnesscheck "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

func main() {
	runs := flag.Int("runs", 5, "counted runs of each size")
	sizes := flag.String("sizes", "100000,1000000", "statements of the generated files")
	procs := flag.Int("procs", runtime.NumCPU(), "processors a run may use")
	chains := flag.Bool("chains", false, "measure the doubling chains instead")
	child := flag.String("child", "", "measure one run on this file (used by the program itself)")
	flag.Parse()
	switch {
	case *child != "":
		console.TuneBatch() // as the tool itself does
		fatal(json.NewEncoder(os.Stdout).Encode(measure(*child)))
	case *chains:
		measureChains()
	default:
		compare(*sizes, *runs, *procs)
	}
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func mustBeLegal(errs diag.List) {
	if len(errs) > 0 {
		fatal(fmt.Errorf("%v", errs[0]))
	}
}

// A run has the measurements of one run. Its times are in seconds.
type run struct {
	Parse, Check, Summaries, Reports, Total float64

	Races string // the number of reports, in decimal
	Peak  int64  // resident bytes

	// CPU is the time of all processors, including the garbage collector and process start.
	CPU float64
}

// read reads a file as the tool does, without a second copy in memory.
func read(file string) string {
	f, err := os.Open(file)
	fatal(err)
	defer f.Close()
	info, err := f.Stat()
	fatal(err)
	var text strings.Builder
	text.Grow(int(info.Size()))
	_, err = io.Copy(&text, f)
	fatal(err)
	return text.String()
}

func measure(file string) run {
	text := read(file)
	var r run
	start := time.Now()
	lap := start
	stop := func(seconds *float64) {
		now := time.Now()
		*seconds = now.Sub(lap).Seconds()
		lap = now
	}
	p, errs := parse.File(il.NewSource(file, text))
	mustBeLegal(errs)
	stop(&r.Parse)
	core, errs := check.Program(p, check.Options{})
	mustBeLegal(errs)
	stop(&r.Check)
	a, err := compact.Analyze(core, abstract.Options{})
	fatal(err)
	stop(&r.Summaries)
	reports, err := a.Reports(nil)
	fatal(err)
	stop(&r.Reports)
	r.Total = time.Since(start).Seconds()
	r.Races = reports.Races().String()
	return r
}

// compare measures every size and prints medians and ratios.
func compare(sizes string, runs, procs int) {
	fmt.Printf("%s, %s/%s, %d of %d processors, median of %d runs\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, procs, runtime.NumCPU(), runs)
	fmt.Println("statements   parse s  check s  summaries s  reports s  total s  processor s  " +
		"statements/s  B/statement  races")
	dir, err := os.MkdirTemp("", "wobbly-bench")
	fatal(err)
	defer os.RemoveAll(dir)
	var totals []float64 // seconds
	var counts []int     // statements
	for word := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(word)
		fatal(err)
		file := filepath.Join(dir, word+".il")
		fatal(os.WriteFile(file, []byte(gen.Large(n, 10, 1)), 0o600))
		m := median(file, runs, procs)
		fmt.Printf("%10d  %8.3f %8.3f %12.3f %10.3f %8.3f %12.3f %13.0f %12.0f  %s\n",
			n, m.Parse, m.Check, m.Summaries, m.Reports, m.Total, m.CPU,
			float64(n)/m.Total, float64(m.Peak)/float64(n), m.Races)
		totals, counts = append(totals, m.Total), append(counts, n)
	}
	for i := 1; i < len(counts); i++ {
		fmt.Printf("\n%d against %d statements: %.1f times the time for %.1f times the text\n",
			counts[i], counts[i-1], totals[i]/totals[i-1], float64(counts[i])/float64(counts[i-1]))
	}
}

// median runs the program on a file several times, after a run that does not count, and returns the
// run with the median total.
func median(file string, runs, procs int) run {
	self, err := os.Executable()
	fatal(err)
	var all []run
	for range runs + 1 {
		cmd := exec.Command(self, "-child", file)
		cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(procs))
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		fatal(err)
		var r run
		fatal(json.Unmarshal(out, &r))
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			r.Peak = usage.Maxrss * 1024 // Linux counts kilobytes
			r.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
		}
		all = append(all, r)
	}
	all = all[1:]
	slices.SortFunc(all, func(a, b run) int { return cmp.Compare(a.Total, b.Total) })
	return all[len(all)/2]
}

// measureChains measures the time from text to an accepted compressed witness on generated programs
// in which the number of reports doubles with each level.
func measureChains() {
	fmt.Println("chain            depth  races                 steps of the first witness        " +
		"parse to accepted witness")
	for _, c := range []struct {
		name string
		text func(int) string
	}{{"DoublingChain", gen.DoublingChain}, {"DoublingFields", gen.DoublingFields},
		{"DoublingRaces", gen.DoublingRaces}} {
		for _, depth := range []int{20, 60, 200} {
			start := time.Now()
			races, items := chain(c.text(depth))
			fmt.Printf("%-16s %5d  %-20s  %3d items  %10.2f ms\n",
				c.name, depth, abbreviate(races), items, 1000*time.Since(start).Seconds())
		}
	}
}

func abbreviate(digits string) string {
	if len(digits) > 16 {
		return digits[:4] + "... (" + strconv.Itoa(len(digits)) + " digits)"
	}
	return digits
}

// chain analyzes a program, and builds and checks the witness of its first report. It returns the
// number of reports and the length of the witness.
func chain(text string) (races string, items int) {
	p, errs := parse.File(il.NewSource("chain.il", text))
	mustBeLegal(errs)
	core, errs := check.Program(p, check.Options{})
	mustBeLegal(errs)
	a, err := compact.Analyze(core, abstract.Options{})
	fatal(err)
	r, err := a.Reports(nil)
	fatal(err)
	w, err := reconstruct.New(core).Witness(r.ListRaces(1)[0], 10_000)
	fatal(err)
	fatal(witnesscheck.New(core).Check(w))
	return r.Races().String(), len(w.Steps)
}
