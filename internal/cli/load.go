package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/pipeline"
	"wobbly/internal/service"
	"wobbly/report"
)

// read reads a file, or standard input.
func (a *app) read(name string) ([]byte, error) {
	if name == report.StdinName {
		return a.readStdin()
	}
	defer a.working(name)()
	text, err := pipeline.Try(a.ctx, func() ([]byte, error) { return os.ReadFile(name) })
	var path *fs.PathError
	switch {
	case err == pipeline.ErrInterrupted:
		return nil, errInterrupted
	case errors.As(err, &path):
		return nil, fmt.Errorf("cannot read %s: %w", report.FileName(name), path.Err)
	}
	return text, err
}

// readStdin reads standard input.
func (a *app) readStdin() ([]byte, error) {
	text, err := pipeline.Try(a.ctx, func() ([]byte, error) { return io.ReadAll(a.sys.Stdin) })
	if err == pipeline.ErrInterrupted {
		return nil, errInterrupted
	}
	if err != nil {
		return nil, fmt.Errorf("reading standard input: %w", err)
	}
	return text, nil
}

// source reads a program text.
func (a *app) source(name string) (*il.Source, error) {
	text, err := a.read(name)
	if err != nil {
		return nil, err
	}
	AwaitTrees(len(text))
	return il.NewSource(name, string(text)), nil
}

// load reads, parses and checks a program. The errors of an illegal one are
// printed, as a JSON document too if asked for.
func (a *app) load(name string, strict, json bool) (*il.Core, error) {
	src, err := a.source(name)
	if err != nil {
		return nil, err
	}
	defer a.working(name)()
	core, err := pipeline.Load(a.ctx, src, strict)
	return core, a.refused(err, json)
}

// refused is failed, and prints what is wrong with an illegal program.
func (a *app) refused(err error, json bool) error {
	var e *pipeline.Illegal
	if errors.As(err, &e) {
		return a.illegal(e.Source, e.Errors, json)
	}
	return failed(err)
}

// failed gives an error of the pipeline the exit that it means.
func failed(err error) error {
	var name *pipeline.Misnamed
	var limit *pipeline.Limit
	var refused *service.Refusal
	switch {
	case errors.Is(err, pipeline.ErrInterrupted):
		return errInterrupted
	case errors.As(err, &refused):
		text := refused.Text
		if refused.Of != "" {
			text = "--" + refused.Of + ": " + text
		}
		return failure{exit: exit(refused.Exit), text: text, hint: refused.Hint}
	case errors.As(err, &limit):
		return failure{exit: exitInconclusive, text: err.Error()}
	case errors.As(err, &name):
		hint := name.Hint
		if s := similar(name.Name, name.Known); s != "" {
			hint = "Did you mean " + s + "?"
		}
		return usage(hint, "%s", err)
	default:
		return err
	}
}

// illegal prints what is wrong with a program.
func (a *app) illegal(src *il.Source, errs diag.List, json bool) error {
	if json {
		if err := report.ErrorsJSON(a.out, src, errs); err != nil {
			return err
		}
	}
	if err := report.ErrorsText(a.stderr(), a.style(a.sys.Stderr), src, errs); err != nil {
		return err
	}
	return failure{exit: exitIllegal}
}

// batchGC is how far the heap may grow between two collections, in percent of
// what is alive. A command builds trees and tables that live to its end, so
// collecting as often as Go does by default (100) finds little and marks much.
const batchGC = 400

// TuneBatch sets the garbage collector for a process that runs one command,
// unless the environment has a GOGC of its own.
func TuneBatch() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(batchGC)
	}
}

// A text of at least largeText bytes becomes trees and tables of about treesPerByte times
// as many.
const largeText, treesPerByte = 1 << 20, 16

// AwaitTrees says that a program of so many bytes was read. What is made of it lives to the
// end, so if it is large, the next collection waits until that is made. A limit on memory is
// kept all the same. It is for a process that TuneBatch has tuned.
func AwaitTrees(bytes int) {
	percent := awaiting(bytes, liveHeap())
	if bytes < largeText || percent <= batchGC || os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(percent)
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, batchGC)
}

// awaiting is how far the heap may grow until it holds the trees of a text, in percent of
// what is alive. Where that is little, the runtime takes it for 4 MB.
func awaiting(bytes int, live uint64) int {
	return int(100 * treesPerByte * uint64(bytes) / max(live, 4<<20))
}

// liveHeap is how many bytes of the heap the last collection has left.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
