package language

import (
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/il/symbol"
	"wobbly/internal/compare"
	"wobbly/internal/service"
)

// Document is one version of a text.
type Document struct {
	src     *il.Source
	options abstract.Options
	starts  []int // of the lines

	read    func() reading
	names   func() *symbol.Table
	outline func() []region

	mu   sync.Mutex
	work *work // nil until it is first asked for, or where nobody waits for it any more

	by       *service.ExplainedBy // who is asked about accesses instead of the analysis; nil for nobody
	asking   sync.Mutex           // of accounts
	accounts *compare.Accounts    // what it says, nil until it is first asked for
}

// reading is what parser and checker make of a text.
type reading struct {
	program *il.Program
	core    *il.Core  // nil where there are errors
	syntax  int       // how many errors the parser has found
	errors  diag.List // all, in text order
}

// Open takes a text, and the analysis that it is to be looked at with.
func Open(name, text string, o abstract.Options) *Document {
	d := &Document{src: il.NewSource(name, text), options: o, starts: lineStarts(text)}
	d.read = sync.OnceValue(d.parse)
	d.names = sync.OnceValue(func() *symbol.Table { return symbol.Of(d.read().program) })
	d.outline = sync.OnceValue(d.regions)
	return d
}

// OpenBy takes a text that is to be looked at with an analyzer which has no summaries of
// its own: of accesses the document says what that one says, and of all else what RacerDX
// says.
func OpenBy(name, text string, by *service.ExplainedBy) *Document {
	d := Open(name, text, service.Plain())
	d.by = by
	return d
}

// Text is the text.
func (d *Document) Text() string { return d.src.Text }

func (d *Document) parse() reading {
	p, errs := parse.File(d.src)
	r := reading{program: p, syntax: len(errs)}
	core, more := check.Program(p, check.Options{Incomplete: len(errs) > 0})
	r.core, r.errors = core, append(errs, more...)
	r.errors.Sort()
	if len(r.errors) > 0 {
		r.core = nil
	}
	return r
}
