package absence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/witness"
)

// Schema is the name of the document of certificates.
const Schema = "wobbly/absence/1"

// document is how certificates are written: docs/schema/absence.json.
type document struct {
	Schema       string            `json:"schema"`
	Program      string            `json:"program"` // witness.Digest of its text
	Certificates []certificateJSON `json:"certificates"`
}

type certificateJSON struct {
	Units   [2]string     `json:"units"`
	Sites   [2]siteJSON   `json:"sites"`
	Threads [2]threadJSON `json:"threads"`
}

type siteJSON struct {
	At   string `json:"at"` // line:column
	Kind string `json:"kind"`
}

type threadJSON struct {
	Relies cellsJSON   `json:"relies"`
	Loops  []stateJSON `json:"loops"`
}

// cellsJSON has names by cell, such as "public A 3:8.f".
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

// Write writes certificates of a program as a document on one line.
func Write(out io.Writer, core *il.Core, all []*Certificate) error {
	d := document{Schema: Schema, Program: witness.Digest(core.Source.Text), Certificates: []certificateJSON{}}
	n := newNames(core)
	for _, c := range all {
		x := certificateJSON{Units: c.Units}
		for i, s := range c.Sites {
			x.Sites[i] = siteJSON{core.Source.At(s.At), s.Kind.String()}
			x.Threads[i] = threadJSON{Relies: n.cells(c.threads[i].relies), Loops: []stateJSON{}}
			for _, s := range c.threads[i].loops {
				x.Threads[i].Loops = append(x.Threads[i].Loops, n.state(s))
			}
		}
		d.Certificates = append(d.Certificates, x)
	}
	return json.NewEncoder(out).Encode(d)
}

// maxBytes bounds the size of a document.
const maxBytes = 64 << 20

// A FormatError says that a text is no document of certificates of a program.
type FormatError string

func (e FormatError) Error() string { return string(e) }

// Read reads the certificates of a program. The error is a FormatError, or that of in.
func Read(in io.Reader, core *il.Core) ([]*Certificate, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxBytes:
		return nil, FormatError(fmt.Sprintf("certificates may have %d MB", maxBytes>>20))
	}
	var d document
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return nil, FormatError("this is no document of certificates: " + problem(err))
	}
	switch {
	case decoder.More():
		return nil, FormatError("something follows the document of certificates")
	case d.Schema != Schema:
		return nil, FormatError(fmt.Sprintf("the schema of certificates is %s", Schema))
	case d.Program != witness.Digest(core.Source.Text):
		return nil, FormatError("the certificates are of another program, or of another version of this one")
	}
	n := newNames(core)
	var all []*Certificate
	for i, x := range d.Certificates {
		c, err := n.certificate(x)
		if err != nil {
			return nil, FormatError(fmt.Sprintf("certificate %d: %v", i+1, err))
		}
		all = append(all, c)
	}
	return all, nil
}

// problem returns what is wrong with a document, without quoting it.
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
		return "it has a member that is not known"
	}
}

// names translates between names of objects and their texts, and between sites and theirs.
type names struct {
	core  *il.Core
	texts []string
	of    map[string]int
	sites map[siteJSON]il.Site
}

func newNames(core *il.Core) *names {
	n := &names{core: core, texts: []string{"initial"}, of: map[string]int{}, sites: map[siteJSON]il.Site{}}
	for _, pos := range allocations(core) {
		at := core.Source.At(pos)
		n.texts = append(n.texts, "private "+at, "public A "+at, "public B "+at)
	}
	for _, u := range core.Units {
		for _, a := range il.Accesses(u.Body) {
			n.sites[siteJSON{core.Source.At(a.At), a.Kind.String()}] = a.Site
		}
	}
	for i, t := range n.texts {
		n.of[t] = i
	}
	return n
}

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
		Vars: map[string][]string{}, Cells: n.cells(s.cells), Single: n.set(s.single), Several: n.set(s.several),
		Facts: map[string][]string{}, Published: n.set(s.published), Stored: n.cells(s.stored),
	}
	for v, holds := range s.vars {
		x.Vars[v] = n.set(holds)
	}
	for p, f := range s.facts {
		x.Facts[p] = n.set(f.holds)
	}
	return x
}

func (n *names) readSet(list []string) (s set, err error) {
	for _, text := range list {
		o, ok := n.of[text]
		if !ok {
			return "", errors.New("the program has no object of that name")
		}
		s = s.With(o)
	}
	return s, nil
}

func (n *names) readCells(x cellsJSON) (cells, error) {
	m := cells{}
	for text, list := range x {
		i := strings.LastIndex(text, ".")
		o, ok := n.of[text[:max(i, 0)]]
		if !ok || !slices.Contains(n.core.Fields, text[i+1:]) {
			return nil, errors.New("the program has no cell of that name")
		}
		v, err := n.readSet(list)
		if err != nil {
			return nil, err
		}
		m[cell{o, text[i+1:]}] = v
	}
	return m, nil
}

// readState reads a state. Sets and cells are translated until one of them has an error.
func (n *names) readState(x stateJSON) (s *state, err error) {
	s = newState()
	for v, list := range x.Vars {
		if s.vars[v], err = n.readSet(list); err != nil {
			return nil, err
		}
	}
	for p, list := range x.Facts {
		parts := strings.Split(p, ".")
		if len(parts) < 2 {
			return nil, errors.New("a fact is of a path without fields")
		}
		f := fact{path: il.Path(parts[0], parts[1:]...)}
		if f.holds, err = n.readSet(list); err != nil {
			return nil, err
		}
		s.facts[p] = f
	}
	for to, list := range map[*set][]string{&s.single: x.Single, &s.several: x.Several, &s.published: x.Published} {
		if *to, err = n.readSet(list); err != nil {
			return nil, err
		}
	}
	if s.cells, err = n.readCells(x.Cells); err != nil {
		return nil, err
	}
	s.stored, err = n.readCells(x.Stored)
	return s, err
}

func (n *names) certificate(x certificateJSON) (*Certificate, error) {
	c := &Certificate{Units: x.Units}
	for i, at := range x.Sites {
		s, ok := n.sites[at]
		if !ok {
			return nil, errors.New("the program has no access at one of the sites")
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
