// Command tables writes the tables of docs/evaluation.md as Markdown. It is for maintainers and is
// not part of wobbly.
//
//	go run ./internal/tables -table stages examples/*.il
//	go run ./internal/tables -table stages -random 2000 -generators all
//	go run ./internal/tables -marked -analyzers racerdx,chord examples/outside/*/*.il
//	go run ./cmd/wobbly compare --random 2000 --json | go run ./internal/tables
//	go run ./cmd/wobbly rdit --random 2000 --json | go run ./internal/tables
//
// With -table it counts what a table of a paper counts: on files, one row each, or on random
// programs, one row for each generator. With -marked it compares analyzers with the verdicts that
// files carry in comments, // author: race and // author: no race. Otherwise it reads a document
// that wobbly compare or wobbly rdit wrote from standard input.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/compare"
	"wobbly/internal/text"
	"wobbly/report"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(2)
	}
}

type options struct {
	table, generators, analyzers string
	marked                       bool
	random, seed                 uint64
	maxStates                    int
	files                        []string
}

func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	var o options
	flags := flag.NewFlagSet("tables", flag.ContinueOnError)
	flags.StringVar(&o.table, "table", "", "a table of a paper: "+strings.Join(paperTableNames(), ", "))
	flags.BoolVar(&o.marked, "marked", false, "compare analyzers with the verdicts in the files")
	flags.StringVar(&o.analyzers, "analyzers", "", "analyzers for -marked, separated by commas; all if empty")
	flags.Uint64Var(&o.random, "random", 0, "count on this many random programs of each generator")
	flags.StringVar(&o.generators, "generators", "default", "generators for -random, separated by commas, or all")
	flags.Uint64Var(&o.seed, "seed", 1, "of the first random program")
	flags.IntVar(&o.maxStates, "max-states", 0, "cut the exact searches at this many states; 0 for the default")
	if err := flags.Parse(args); err != nil {
		return err
	}
	o.files = flags.Args()
	switch {
	case o.table != "":
		return o.paperTable(ctx, out)
	case o.marked:
		return o.markedTable(ctx, out)
	case len(o.files) > 0 || o.random > 0:
		return errors.New("files and -random need -table or -marked")
	default:
		return documentTable(in, out)
	}
}

func (o *options) analysis() analyzers.Options {
	a := analyzers.DefaultOptions()
	a.Seed = o.seed
	switch {
	case o.maxStates > 0:
		a.Search.MaxStates = o.maxStates
	case o.random == 0:
		a.Search.MaxStates = ask.MaxStates
	}
	return a
}

func load(file string) (*il.Core, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	program, errs := parse.File(il.NewSource(filepath.ToSlash(file), string(content)))
	if len(errs) > 0 {
		return nil, fmt.Errorf("%s: %s", file, errs[0].Message)
	}
	core, errs := check.Program(program, check.Options{})
	if len(errs) > 0 {
		return nil, fmt.Errorf("%s: %s", file, errs[0].Message)
	}
	return core, nil
}

func (o *options) paperTable(ctx context.Context, out io.Writer) error {
	t, ok := findPaperTable(o.table)
	if !ok {
		return fmt.Errorf("there is no table %q; there are %s", o.table, strings.Join(paperTableNames(), ", "))
	}
	w := &writer{w: out}
	w.head(t.head...)
	total, rows := &figures{}, 0
	add := func(name string, f *figures) {
		w.row(append([]string{name}, t.row(f)...)...)
		total.plus(f)
		rows++
	}
	count := o.countFiles
	if o.random > 0 {
		count = o.countRandom
	}
	if err := count(ctx, t, add); err != nil {
		return err
	}
	if rows > 1 {
		w.row(append([]string{"all"}, t.row(total)...)...)
	}
	if total.Cut > 0 {
		w.line("")
		w.line("A search was cut in %s.", text.Count(total.Cut, "program"))
	}
	return w.err
}

func (o *options) countFiles(ctx context.Context, t *paperTable, add func(string, *figures)) error {
	for _, file := range o.files {
		core, err := load(file)
		if err != nil {
			return err
		}
		f := t.count(ctx, core, o.analysis())
		if ctx.Err() != nil {
			return ctx.Err()
		}
		add(strings.TrimSuffix(filepath.Base(file), ".il"), f)
	}
	return nil
}

func (o *options) countRandom(ctx context.Context, t *paperTable, add func(string, *figures)) error {
	generators, err := o.chosenGenerators()
	if err != nil {
		return err
	}
	for _, g := range generators {
		sum := &figures{}
		for seed := o.seed; seed-o.seed < o.random; seed++ {
			_, core, failure := compare.Drawn(seed, g.Options)
			if failure != nil {
				return fmt.Errorf("seed %d: %s", seed, strings.Join(failure.What, "; "))
			}
			sum.plus(t.count(ctx, core, o.analysis()))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		add(g.Name, sum)
	}
	return nil
}

func (o *options) chosenGenerators() (all []gen.Drawing, err error) {
	if o.generators == "all" {
		return gen.Drawings(), nil
	}
	for name := range strings.SplitSeq(o.generators, ",") {
		g, ok := gen.FindDrawing(name)
		if !ok {
			return nil, fmt.Errorf("there is no generator %q", name)
		}
		all = append(all, g)
	}
	return all, nil
}

func (o *options) markedTable(ctx context.Context, out io.Writer) error {
	all := analyzers.All()
	if o.analyzers != "" {
		all = nil
		for name := range strings.SplitSeq(o.analyzers, ",") {
			a, ok := analyzers.Find(name)
			if !ok {
				return fmt.Errorf("there is no analyzer %q", name)
			}
			all = append(all, a)
		}
	}
	var files []compare.MarkedFile
	for _, file := range o.files {
		core, err := load(file)
		if err != nil {
			return err
		}
		if len(compare.MarksOf(core.Source).Lines) == 0 {
			return fmt.Errorf("%s: no line ends in // author: race or // author: no race", file)
		}
		f := compare.Marked(ctx, core, compare.Options{Analyzers: all, Analysis: o.analysis()})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if len(f.Defects) > 0 {
			return fmt.Errorf("%s: %s", file, strings.Join(f.Defects, "; "))
		}
		files = append(files, f)
	}
	w := &writer{w: out}
	w.marked(files)
	return w.err
}

// documentTable writes the tables of a document of wobbly compare or wobbly rdit.
func documentTable(in io.Reader, out io.Writer) error {
	content, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	var doc struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(content, &doc); err != nil {
		return err
	}
	w := &writer{w: out}
	switch doc.Schema {
	case report.CompareSchema:
		var d report.Compare
		if err := json.Unmarshal(content, &d); err != nil {
			return err
		}
		totals := d.Drawings
		if len(totals) == 0 {
			totals = []report.CompareTotal{d.Total}
		}
		if totals[0].Random == nil {
			return errors.New("the document is about files: use wobbly compare --random N --json")
		}
		w.scores(totals)
	case report.RDITSchema:
		var d report.RDIT
		if err := json.Unmarshal(content, &d); err != nil {
			return err
		}
		head := []string{"share missing", "races (complete)", "unseen"}
		for _, v := range d.Variants {
			head = append(head, v.Name)
		}
		w.head(head...)
		for _, r := range d.Rows {
			row := []string{fmt.Sprint(r.Share), fmt.Sprint(r.Races), fmt.Sprint(r.Unseen)}
			for _, v := range r.Variants {
				text := fmt.Sprint(v.Reported)
				if v.False > 0 {
					text += fmt.Sprintf(", %d false", v.False)
				}
				if v.Missed > 0 {
					text += fmt.Sprintf(", %d missed", v.Missed)
				}
				row = append(row, text)
			}
			w.row(row...)
		}
	default:
		return fmt.Errorf("no table is made of documents with the schema %q", doc.Schema)
	}
	return w.err
}
