package language

import (
	"sync"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/il/symbol"
	"wobbly/internal/ask"
)

// Document is one version of a text.
type Document struct {
	src      *il.Source
	analyzer *ask.Analyzer      // the mode of RacerDX whose reports are marked
	by       *ask.Analyzer      // the analyzer that explains accesses; nil for the same one
	starts   []int              // of the lines
	versions *parse.Incremental // parses this version and those that follow it

	read    func() reading
	names   func() *symbol.Table
	outline func() []region

	mu   sync.Mutex
	work *work // nil before it is first needed, and after everybody has stopped waiting for it

	asking       sync.Mutex       // of explanations
	explanations ask.Explanations // of by; nil before they are first needed
}

// reading is the result of parser and checker.
type reading struct {
	program *il.Program
	core    *il.Core  // nil if there are errors
	syntax  int       // the number of errors that the parser has found
	errors  diag.List // all, in text order
}

// Open returns a document that is analysed by x, or by RacerDX if x is nil. An analyzer without
// summaries explains accesses only, and RacerDX does the rest.
func Open(name, text string, x *ask.Analyzer) *Document {
	d := version(name, text, new(parse.Incremental))
	switch {
	case x == nil:
		d.analyzer = ask.Plain()
	case x.Summarizes():
		d.analyzer = x
	default:
		d.analyzer, d.by = ask.Plain(), x
	}
	return d
}

// Edited returns the next version of the document. Only declarations that have changed are parsed
// again.
func (d *Document) Edited(text string) *Document {
	next := version(d.src.Name, text, d.versions)
	next.analyzer, next.by = d.analyzer, d.by
	return next
}

func version(name, text string, versions *parse.Incremental) *Document {
	d := &Document{src: il.NewSource(name, text), starts: lineStarts(text), versions: versions}
	d.read = sync.OnceValue(d.parse)
	d.names = sync.OnceValue(func() *symbol.Table { return symbol.Of(d.read().program) })
	d.outline = sync.OnceValue(d.regions)
	return d
}

func (d *Document) Text() string { return d.src.Text }

func (d *Document) parse() reading {
	p, errs := d.versions.File(d.src)
	r := reading{program: p, syntax: len(errs)}
	core, more := check.Program(p, check.Options{Incomplete: len(errs) > 0})
	r.core, r.errors = core, append(errs, more...)
	r.errors.Sort()
	if len(r.errors) > 0 {
		r.core = nil
	}
	return r
}
