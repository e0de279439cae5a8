package language

import (
	"strings"
	"sync"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/il/symbol"
	"wobbly/internal/ask"
)

// A Document is one version of a text.
type Document struct {
	src *il.Source
	// starts has the offsets of the starts of the lines.
	starts []int
	// versions parses this version and those that follow it.
	versions *parse.Incremental
	// analyzer is the mode of RacerDX whose reports are marked. explainer is the analyzer that
	// explains accesses, or nil if analyzer does.
	analyzer, explainer *ask.Analyzer

	// These compute a value when they are first called.
	read    func() reading
	names   func() *symbol.Table
	outline func() []region

	mu   sync.Mutex // guards work
	work *work      // nil before it is first needed, and after all callers have given up

	asking       sync.Mutex       // guards explanations
	explanations ask.Explanations // of explainer; nil before they are first needed
}

type reading struct {
	program *il.Program
	// core is nil if there are errors.
	core *il.Core
	// syntax is the number of errors that the parser has found.
	syntax int
	// errors are all errors, and warnings those of a legal program, in text order.
	errors, warnings diag.List
}

// diagnostics lists the errors, or the warnings of a legal program.
func (r reading) diagnostics() diag.List {
	if r.core != nil {
		return r.warnings
	}
	return r.errors
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
		d.analyzer, d.explainer = ask.Plain(), x
	}
	return d
}

// Edited returns the next version of the document. Only declarations that have changed are parsed
// again.
func (d *Document) Edited(text string) *Document {
	next := version(d.src.Name, text, d.versions)
	next.analyzer, next.explainer = d.analyzer, d.explainer
	return next
}

// version returns a document without analyzers.
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
	if core != nil {
		r.warnings = check.Warnings(core)
	}
	return r
}

// A Unit is a method or a thread, for the outline of a text. End is exclusive.
type Unit struct {
	At, End il.Pos
	// Head is the head of a method, such as m(a, b), or "thread A".
	Head string
	// Name is the name of a method, or the opening brace of a thread.
	Name   Span
	Thread bool
}

// Units lists the methods and threads of a text, in text order.
func (d *Document) Units() []Unit {
	var all []Unit
	for _, u := range d.names().Units {
		n := il.Pos(len(u.Name))
		if u.Thread {
			n = 1
		}
		end := u.At + n
		if u.Body != nil {
			end = max(end, min(u.Body.End+1, il.Pos(len(d.src.Text))))
		}
		all = append(all, Unit{
			At: u.From, End: end, Head: u.Head(), Name: Span{u.At, u.At + n}, Thread: u.Thread,
		})
	}
	return all
}

// Names lists all occurrences of names in text order.
func (d *Document) Names() []symbol.Occurrence { return d.names().All() }

// Format returns the edits that format the text as wobbly fmt does, without the lines at the
// beginning and the end that need none. The error is Refused if the program cannot be parsed.
func (d *Document) Format() ([]diag.Edit, error) {
	r := d.read()
	if r.syntax > 0 {
		return nil, Refused("the program cannot be parsed, so it cannot be formatted")
	}
	old, now := d.src.Text, il.WithLineEnds(il.Format(r.program), il.LineEnd(d.src.Text))
	if old == now {
		return nil, nil
	}
	return []diag.Edit{changedLines(old, now)}, nil
}

// changedLines returns the edit from old to now, without the lines that both begin or end with.
func changedLines(old, now string) diag.Edit {
	head := commonLines(old, now)
	old, now = old[head:], now[head:]
	tail := 0
	for {
		i := strings.LastIndexByte(strings.TrimSuffix(old[:len(old)-tail], "\n"), '\n') + 1
		line := old[i : len(old)-tail]
		if line == "" || !strings.HasSuffix(now[:len(now)-tail], "\n"+line) {
			break
		}
		tail += len(line)
	}
	return diag.Edit{
		At: il.Pos(head), End: il.Pos(head + len(old) - tail), Text: now[:len(now)-tail],
	}
}

// commonLines returns the length of the whole lines that both texts begin with.
func commonLines(a, b string) int {
	n := 0
	for {
		i := strings.IndexByte(a[n:], '\n')
		if i < 0 || !strings.HasPrefix(b[n:], a[n:n+i+1]) {
			return n
		}
		n += i + 1
	}
}
