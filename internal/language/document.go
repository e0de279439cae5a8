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
	by       *ask.Analyzer      // the analyzer that is asked about accesses; nil for the usual one
	starts   []int              // of the lines
	versions *parse.Incremental // parses this version and those that follow it

	read    func() reading
	names   func() *symbol.Table
	outline func() []region

	mu   sync.Mutex
	work *work // nil until it is first asked for, and after nobody waited for it any more

	asking       sync.Mutex       // of explanations
	explanations ask.Explanations // by by; nil until they are first asked for
}

// reading is what parser and checker make of a text.
type reading struct {
	program *il.Program
	core    *il.Core  // nil where there are errors
	syntax  int       // how many errors the parser has found
	errors  diag.List // all, in text order
}

// Open makes a document of a text that is looked at with an analyzer; nil for RacerDX. If the
// analyzer has no summaries, it only says why accesses are reported, and everything else is
// RacerDX's.
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

// Edited is the document after an edit that left this text. Only the declarations that the edit
// changed are parsed again.
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

// Text is the text.
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
