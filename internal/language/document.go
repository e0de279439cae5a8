package language

import (
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/il/symbol"
	"wobbly/internal/ask"
	"wobbly/internal/compare"
)

// Document is one version of a text.
type Document struct {
	src      *il.Source
	options  abstract.Options
	starts   []int              // of the lines
	versions *parse.Incremental // parses this version and those that follow it

	read    func() reading
	names   func() *symbol.Table
	outline func() []region

	mu   sync.Mutex
	work *work // nil until it is first asked for, or where nobody waits for it any more

	by       *ask.ExplainedBy  // who is asked about accesses instead of the analysis; nil for nobody
	asking   sync.Mutex        // of accounts
	accounts *compare.Accounts // what it says, nil until it is first asked for
}

// reading is what parser and checker make of a text.
type reading struct {
	program *il.Program
	core    *il.Core  // nil where there are errors
	syntax  int       // how many errors the parser has found
	errors  diag.List // all, in text order
}

// Open makes a document of a text that is analysed with the given options.
func Open(name, text string, o abstract.Options) *Document {
	return version(name, text, o, new(parse.Incremental))
}

// OpenBy makes a document of a text that is looked at with an analyzer which has no summaries of its
// own: about accesses the document says what that analyzer says, and otherwise what RacerDX says.
func OpenBy(name, text string, by *ask.ExplainedBy) *Document {
	d := Open(name, text, ask.Plain())
	d.by = by
	return d
}

// Edited is the document after an edit that left this text. Only the declarations that the edit
// changed are parsed again.
func (d *Document) Edited(text string) *Document {
	next := version(d.src.Name, text, d.options, d.versions)
	next.by = d.by
	return next
}

func version(name, text string, o abstract.Options, versions *parse.Incremental) *Document {
	d := &Document{src: il.NewSource(name, text), options: o, starts: lineStarts(text), versions: versions}
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
