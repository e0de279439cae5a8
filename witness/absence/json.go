package absence

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/bitset"
	"wobbly/witness"
)

// Schema is the name of the documents of certificates.
const Schema = witness.AbsenceSchema

// A Document is the JSON form of a certificate: docs/schema/absence.json.
type Document struct {
	Schema  string        `json:"schema"`
	Program string        `json:"program"` // the witness.Digest of the source text
	File    string        `json:"file,omitempty"`
	Units   [2]string     `json:"units"`
	Sites   [2]siteJSON   `json:"sites"`
	Threads [2]threadJSON `json:"threads"`
}

type siteJSON struct {
	At   string `json:"at"` // "line:column"
	Kind string `json:"kind"`
}

type threadJSON struct {
	Relies cellsJSON   `json:"relies"`
	Loops  []stateJSON `json:"loops"`
}

// cellsJSON has lists of objects by cell, such as "public A 3:8.f".
type cellsJSON map[string][]string

type stateJSON struct {
	Vars      map[string][]string `json:"vars"`
	Cells     cellsJSON           `json:"cells"`
	Single    []string            `json:"single"`
	Several   []string            `json:"several"`
	Facts     map[string][]string `json:"facts"`
	Published []string            `json:"published"`
	Stored    cellsJSON           `json:"stored"`
}

// An Encoder makes documents of the certificates of one program.
type Encoder struct{ nameCache }

// NewEncoder returns an encoder for a program.
func NewEncoder(core *il.Core) *Encoder { return &Encoder{nameCache{core: core}} }

// Document returns the document of a certificate. It names the program's file, unless the program
// was read from standard input.
func (e *Encoder) Document(c *Certificate) (*Document, error) {
	pair, err := NewChecker(e.core).pair(c.Units)
	if err != nil {
		return nil, err
	}
	n := e.of(pair)
	d := &Document{Schema: Schema, Program: witness.Digest(e.core.Source.Text), Units: c.Units}
	if name := e.core.Source.Name; name != "-" {
		d.File = name
	}
	for i, s := range c.Sites {
		d.Sites[i] = siteJSON{e.core.Source.At(s.At), s.Kind.String()}
		d.Threads[i] = threadJSON{Relies: n.cells(c.threads[i].relies), Loops: []stateJSON{}}
		for _, s := range c.threads[i].loops {
			d.Threads[i].Loops = append(d.Threads[i].Loops, n.state(s))
		}
	}
	return d, nil
}

// A FormatError is the reason why a text is not a document of certificates.
type FormatError string

func (e FormatError) Error() string { return string(e) }

// Named is a certificate in a document.
type Named struct {
	ID string // the ID in a document of check; empty for a certificate on its own
	*Document
	sides [2]sideJSON // the accesses of the certificate, according to the document of check
}

// sideJSON is an access in a document of check.
type sideJSON struct {
	Unit string `json:"unit"`
	siteJSON
}

// IsDocument reports whether a text has the schema of a certificate.
func IsDocument(text []byte) bool {
	var document struct {
		Schema string `json:"schema"`
	}
	_ = json.Unmarshal(text, &document) // sets Schema even if another value has the wrong type
	return document.Schema == Schema
}

// ReadAll reads a single certificate, or all certificates in a document of check, which may have
// none. The error is a FormatError.
func ReadAll(text []byte) ([]Named, error) {
	var document struct {
		Schema string `json:"schema"`
		Absent []struct {
			ID          string    `json:"id"`
			Left        sideJSON  `json:"left"`
			Right       sideJSON  `json:"right"`
			Certificate *Document `json:"certificate"`
		} `json:"absent"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, FormatError("this is not a document of certificates: " + problem(err))
	}
	if document.Schema == witness.CheckSchema {
		all := []Named{}
		for _, x := range document.Absent {
			all = append(all, Named{
				ID: x.ID, Document: x.Certificate, sides: [2]sideJSON{x.Left, x.Right},
			})
		}
		return all, nil
	}
	d := &Document{}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, FormatError("this is not a certificate: " + problem(err))
	}
	if d.Schema != Schema {
		return nil, FormatError("the schema of certificates is " + Schema)
	}
	n := Named{Document: d}
	for i, u := range d.Units {
		n.sides[i] = sideJSON{Unit: u, siteJSON: d.Sites[i]}
	}
	return []Named{n}, nil
}

// problem describes an error of encoding/json, without quoting the document.
func problem(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("it is no JSON at byte %d", syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Sprintf("a value at byte %d is of another type", kind.Offset)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	default:
		return "it is no JSON"
	}
}

// A Decoder reads the certificates of one program from their documents.
type Decoder struct{ nameCache }

// NewDecoder returns a decoder for a program.
func NewDecoder(core *il.Core) *Decoder { return &Decoder{nameCache{core: core}} }

// Certificate returns the certificate of a document. It returns a Refusal if the certificate does
// not belong to the program, or is about other accesses than the document of check says.
func (d *Decoder) Certificate(x Named) (*Certificate, error) {
	switch {
	case x.Document == nil:
		return nil, Refusal("the pair carries no certificate")
	case x.Schema != Schema:
		return nil, Refusal("the schema of certificates is " + Schema)
	case x.Program != witness.Digest(d.core.Source.Text):
		return nil, Refusal("the certificate is for another program or version")
	}
	for i, s := range x.sides {
		if s.Unit != x.Units[i] || s.siteJSON != x.Sites[i] {
			return nil, Refusal("the certificate is of other accesses than the document says")
		}
	}
	pair, err := NewChecker(d.core).pair(x.Units)
	if err != nil {
		return nil, err
	}
	return d.of(pair).certificate(x.Document)
}

// A nameCache has the names of the pair of units that was last asked for.
type nameCache struct {
	core *il.Core
	last *names
}

func (c *nameCache) of(p il.Pair) *names {
	if c.last == nil || c.last.pair != p {
		c.last = newNames(newProgram(c.core, p, 0))
	}
	return c.last
}

// names translates between the objects and sites of a pair of units and their texts.
type names struct {
	*program
	texts  []string       // the texts of objects, by number
	number map[string]int // the numbers of objects, by text
	at     map[siteJSON]il.Site
}

func newNames(p *program) *names {
	n := &names{
		program: p, texts: []string{"initial"}, number: map[string]int{},
		at: map[siteJSON]il.Site{},
	}
	for _, pos := range p.news {
		at := p.core.Source.At(pos)
		n.texts = append(n.texts, "private "+at, "public A "+at, "public B "+at)
	}
	for _, u := range p.core.Reachable(p.pair.Left, p.pair.Right) {
		for _, a := range il.Accesses(u.Body) {
			n.at[siteJSON{p.core.Source.At(a.At), a.Kind.String()}] = a.Site
		}
	}
	for i, t := range n.texts {
		n.number[t] = i
	}
	return n
}

// The methods set, cells and state return the JSON form of a value.

func (n *names) set(s set) []string {
	list := []string{}
	for o := range s.All() {
		list = append(list, n.texts[o])
	}
	return list
}

func (n *names) cells(m cells) cellsJSON {
	x := cellsJSON{}
	for c, v := range m {
		x[n.texts[c.object]+"."+c.field] = n.set(v)
	}
	return x
}

func (n *names) state(s *state) stateJSON {
	x := stateJSON{
		Vars: map[string][]string{}, Cells: n.cells(s.cells), Facts: map[string][]string{},
		Single: n.set(s.single), Several: n.set(s.several),
		Published: n.set(s.published), Stored: n.cells(s.stored),
	}
	for v, holds := range s.vars {
		x.Vars[v] = n.set(holds)
	}
	for p, f := range s.facts {
		x.Facts[p] = n.set(f.holds)
	}
	return x
}

// readSet parses the JSON form of a set. Its error, like those of the methods below, is a Refusal.
func (n *names) readSet(list []string) (set, error) {
	numbers := make([]int, len(list))
	for i, text := range list {
		o, ok := n.number[text]
		if !ok {
			return "", Refusal("the threads make no object of that name")
		}
		numbers[i] = o
	}
	return bitset.Of(numbers...), nil
}

func (n *names) readCells(x cellsJSON) (cells, error) {
	m := cells{}
	for _, text := range slices.Sorted(maps.Keys(x)) {
		i := strings.LastIndex(text, ".")
		o, ok := n.number[text[:max(i, 0)]]
		if !ok || !slices.Contains(n.fields, text[i+1:]) {
			return nil, Refusal("the threads use no cell of that name")
		}
		v, err := n.readSet(x[text])
		if err != nil {
			return nil, err
		}
		m[cell{object: o, field: text[i+1:]}] = v
	}
	return m, nil
}

func (n *names) readState(x stateJSON) (s *state, err error) {
	s = newState()
	for v, list := range x.Vars {
		if s.vars[v], err = n.readSet(list); err != nil {
			return nil, err
		}
	}
	for _, p := range slices.Sorted(maps.Keys(x.Facts)) {
		parts := strings.Split(p, ".")
		if len(parts) < 2 {
			return nil, Refusal("a fact is of a path without fields")
		}
		f := fact{path: il.Path(parts[0], parts[1:]...)}
		if f.holds, err = n.readSet(x.Facts[p]); err != nil {
			return nil, err
		}
		s.facts[p] = f
	}
	var errs [5]error
	s.single, errs[0] = n.readSet(x.Single)
	s.several, errs[1] = n.readSet(x.Several)
	s.published, errs[2] = n.readSet(x.Published)
	s.cells, errs[3] = n.readCells(x.Cells)
	s.stored, errs[4] = n.readCells(x.Stored)
	return s, cmp.Or(errs[:]...)
}

func (n *names) certificate(x *Document) (*Certificate, error) {
	c := &Certificate{Units: x.Units, threads: &[2]threadInvariant{}}
	for i, site := range x.Sites {
		s, ok := n.at[site]
		if !ok {
			return nil, Refusal("the threads reach no access at one of the sites")
		}
		c.Sites[i] = s
		relies, err := n.readCells(x.Threads[i].Relies)
		if err != nil {
			return nil, err
		}
		c.threads[i].relies = relies
		for _, loop := range x.Threads[i].Loops {
			s, err := n.readState(loop)
			if err != nil {
				return nil, err
			}
			c.threads[i].loops = append(c.threads[i].loops, s)
		}
	}
	return c, nil
}
