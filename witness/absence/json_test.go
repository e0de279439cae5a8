package absence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// invariant is a program in which each part of the certificate of y.g and z.g matters.
const invariant = `{
  n := new();
  arg1.f := n;
  k := new();
  while * {
    k.g := k;
    y := arg1.f;
    y.g := y;
    j := new();
    j.h := k;
    o := new();
    arg2.h := o;
  }
} || {
  x := arg2.h;
  z := arg1;
  x.h := x;
  z.g := z;
}
`

// certified returns the program invariant, and the document of that certificate.
func certified(t testing.TB) (*il.Core, []byte) {
	t.Helper()
	core := iltest.Core(t, invariant)
	p := core.Pairs()[0]
	f, err := NewFinder(t.Context(), core, p, NoLimit)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range conflicts(core, p) {
		if core.Source.At(s[0].At) != "8:5" || core.Source.At(s[1].At) != "18:3" {
			continue
		}
		if c := f.Absent(t.Context(), s); c != nil {
			return core, written(t, NewEncoder(core), c)
		}
	}
	t.Fatal("there is no certificate")
	return nil, nil
}

// accept returns nil if a text is a document of certificates that are all accepted.
func accept(t testing.TB, core *il.Core, text []byte) error {
	all, err := ReadAll(text)
	if err != nil {
		return err
	}
	for _, n := range all {
		c, err := NewDecoder(core).Certificate(n)
		if err != nil {
			return err
		}
		if err := NewChecker(core).Check(t.Context(), c); err != nil {
			return err
		}
	}
	return nil
}

type object = map[string]any

// loop returns the state of the only loop.
func loop(doc object) object {
	return doc["threads"].([]any)[0].(object)["loops"].([]any)[0].(object)
}

// TestCorruptedDocuments: a document with a change in one place is refused.
func TestCorruptedDocuments(t *testing.T) {
	core, text := certified(t)
	if err := accept(t, core, text); err != nil {
		t.Fatalf("the unchanged certificate is refused: %v\n%s", err, text)
	}
	first := func(doc object, list string) object { return doc[list].([]any)[0].(object) }
	for name, change := range map[string]func(doc object){
		"another schema":  func(doc object) { doc["schema"] = "wobbly/absence/2" },
		"no schema":       func(doc object) { delete(doc, "schema") },
		"another program": func(doc object) { doc["program"] = strings.Repeat("0", 64) },
		"an unknown unit": func(doc object) { doc["units"].([]any)[0] = "main" },
		"exchanged units": func(doc object) { doc["units"] = []any{"B", "A"} },
		"no units":        func(doc object) { delete(doc, "units") },
		"accesses that race": func(doc object) {
			doc["sites"] = []any{
				object{"at": "12:5", "kind": "write"}, object{"at": "15:3", "kind": "read"},
			}
		},
		"another kind": func(doc object) { first(doc, "sites")["kind"] = "read" },
		"no access":    func(doc object) { first(doc, "sites")["at"] = "1:1" },
		"exchanged threads": func(doc object) {
			x := doc["threads"].([]any)
			x[0], x[1] = x[1], x[0]
		},
		"no threads": func(doc object) { delete(doc, "threads") },
		"nothing relied on": func(doc object) {
			doc["threads"].([]any)[1].(object)["relies"] = object{}
		},
		"no loops": func(doc object) { first(doc, "threads")["loops"] = []any{} },
		"a loop more": func(doc object) {
			first(doc, "threads")["loops"] = []any{loop(doc), loop(doc)}
		},
		"an unknown object": func(doc object) { loop(doc)["single"] = []any{"private 1:1"} },
		"an unknown cell": func(doc object) {
			loop(doc)["stored"] = object{"initial.q": []any{}}
		},
		"a cell without field": func(doc object) {
			loop(doc)["cells"] = object{"initial": []any{}}
		},
		"a fact without fields": func(doc object) { loop(doc)["facts"] = object{"arg1": []any{}} },
		"no variables":          func(doc object) { loop(doc)["vars"] = object{} },
		"a variable less":       func(doc object) { delete(loop(doc)["vars"].(object), "k") },
		"an empty variable":     func(doc object) { loop(doc)["vars"].(object)["arg1"] = []any{} },
		"no cells":              func(doc object) { loop(doc)["cells"] = object{} },
		"nothing single":        func(doc object) { loop(doc)["single"] = []any{} },
		"nothing several":       func(doc object) { loop(doc)["several"] = []any{} },
		"no facts":              func(doc object) { loop(doc)["facts"] = object{} },
		"a fact too strong": func(doc object) {
			loop(doc)["facts"].(object)["arg2.h"] = []any{}
		},
		"a fact too weak": func(doc object) {
			loop(doc)["facts"].(object)["arg1.f"] = []any{"initial"}
		},
		"nothing published":       func(doc object) { loop(doc)["published"] = []any{} },
		"nothing stored":          func(doc object) { loop(doc)["stored"] = object{} },
		"a value of another type": func(doc object) { loop(doc)["vars"] = 3 },
	} {
		var doc object
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		change(doc)
		changed, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		err = accept(t, core, changed)
		var format FormatError
		var refusal Refusal
		if !errors.As(err, &format) && !errors.As(err, &refusal) {
			t.Errorf("a document with %s: %v, want a FormatError or a Refusal", name, err)
		}
	}
	for _, changed := range []string{
		"", "[]", "{", "null", string(text) + "{}", string(text[:len(text)-3]),
	} {
		var format FormatError
		if err := accept(t, core, []byte(changed)); !errors.As(err, &format) {
			t.Errorf("reading %.20q: %v, want a FormatError", changed, err)
		}
	}
}

// TestUnknownNames: a document with a name that the program does not have is refused for that
// reason.
func TestUnknownNames(t *testing.T) {
	core, text := certified(t)
	none := []any{"none"}
	thread := func(doc object) object { return doc["threads"].([]any)[1].(object) }
	in := func(list string, value any) func(object) {
		return func(doc object) { loop(doc)[list] = value }
	}
	for want, changes := range map[string][]func(doc object){
		"the threads make no object of that name": {
			in("vars", object{"k": none}), in("single", none), in("several", none),
			in("published", none),
			in("cells", object{"initial.g": none}), in("stored", object{"initial.g": none}),
			in("facts", object{"arg1.f": none}),
			func(doc object) { thread(doc)["relies"] = object{"initial.g": none} },
		},
		"the threads use no cell of that name": {
			in("cells", object{"initial": []any{}}), in("cells", object{"none.g": []any{}}),
			in("stored", object{"initial.q": []any{}}),
			func(doc object) { thread(doc)["relies"] = object{"g": []any{}} },
		},
		"a fact is of a path without fields": {in("facts", object{"arg1": []any{}})},
	} {
		for i, change := range changes {
			var doc object
			if err := json.Unmarshal(text, &doc); err != nil {
				t.Fatal(err)
			}
			change(doc)
			changed, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			if err := accept(t, core, changed); err != Refusal(want) {
				t.Errorf("change %d of %q: %v, want that refusal", i, want, err)
			}
		}
	}
}

// TestDocument: a document names the file of its program unless that is standard input, and has two
// threads. Private objects, which the other thread cannot reach, are neither in relies nor in
// stored.
func TestDocument(t *testing.T) {
	core, _ := certified(t)
	for name, want := range map[string]string{"a.il": "a.il", "-": ""} {
		core.Source.Name = name
		p := core.Pairs()[0]
		f, err := NewFinder(t.Context(), core, p, NoLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range conflicts(core, p) {
			c := f.Absent(t.Context(), s)
			if c == nil {
				continue
			}
			d, err := NewEncoder(core).Document(c)
			if err != nil || d.File != want {
				t.Errorf("Document of %s has the file %q (%v), want %q", name, d.File, err, want)
			}
			if text := written(t, NewEncoder(core), c); bytes.Count(text, []byte(`"relies"`)) != 2 {
				t.Errorf("the document does not have two threads: %s", text)
			}
			for _, thread := range d.Threads {
				shared := []cellsJSON{thread.Relies}
				for _, loop := range thread.Loops {
					shared = append(shared, loop.Stored)
				}
				for _, cells := range shared {
					for cell := range cells {
						if strings.HasPrefix(cell, "private") {
							t.Errorf("the cell %s is in relies or stored", cell)
						}
					}
				}
			}
		}
	}
}

// TestSeveralPairs: an encoder and a decoder use the names of the units that a certificate is
// about.
func TestSeveralPairs(t *testing.T) {
	core := iltest.Core(t,
		"a(p) { while * { n := new(); n.f := n; } }\nb(p) { while * { m := new(); m.f := m; } }")
	encoder, decoder := NewEncoder(core), NewDecoder(core)
	pairs := core.Pairs()
	for _, p := range slices.Concat(pairs, pairs) {
		f, err := NewFinder(t.Context(), core, p, NoLimit)
		if err != nil {
			t.Fatal(err)
		}
		c := f.Absent(t.Context(), conflicts(core, p)[0])
		if c == nil {
			t.Fatalf("%s || %s: no certificate", p.Left.Name, p.Right.Name)
		}
		want, text := written(t, NewEncoder(core), c), written(t, encoder, c)
		read, err := ReadAll(text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := decoder.Certificate(read[0])
		if err != nil {
			t.Fatalf("%s || %s: %v", p.Left.Name, p.Right.Name, err)
		}
		if twice := written(t, NewEncoder(core), again); string(text) != string(want) ||
			string(twice) != string(want) {
			t.Errorf("%s || %s: a used Encoder gives\n%s\na used Decoder\n%s\nwant\n%s",
				p.Left.Name, p.Right.Name, text, twice, want)
		}
	}
}

// TestHostileDocuments: no changed byte makes the reader or the checker panic, and errors do not
// quote the document at length.
func TestHostileDocuments(t *testing.T) {
	core, text := certified(t)
	for i := range text {
		for _, c := range []byte{0, '"', '{', '[', '9', 0xff} {
			changed := bytes.Clone(text)
			changed[i] = c
			if err := accept(t, core, changed); err != nil && len(err.Error()) > 200 {
				t.Fatalf("a change at byte %d gives an error of %d bytes: %v", i, len(err.Error()),
					err)
			}
		}
	}
	long := bytes.Replace(text, []byte(`"units":["A"`),
		fmt.Appendf(nil, `"units":[%q`, strings.Repeat("A", 10_000)), 1)
	if err := accept(t, core, long); err == nil || len(err.Error()) > 200 {
		t.Errorf("a document with a long name: %v, want a short error", err)
	}
}

// TestDocumentOfCheck: the certificates in a document of check are read with their numbers, and
// must be about the accesses that the document says.
func TestDocumentOfCheck(t *testing.T) {
	core, text := certified(t)
	doc := func(at string) []byte {
		return fmt.Appendf(nil,
			`{"schema":"wobbly/check/1","absent":[`+
				`{"id":"A1","left":{"unit":"A","at":%q,"kind":"write"},`+
				`"right":{"unit":"B","at":"18:3","kind":"write"},"certificate":%s}]}`, at, text)
	}
	all, err := ReadAll(doc("8:5"))
	if err != nil || len(all) != 1 || all[0].ID != "A1" {
		t.Fatalf("ReadAll = %v, %v, want one certificate A1", all, err)
	}
	if err := accept(t, core, doc("8:5")); err != nil {
		t.Errorf("a document of check with a certificate: %v, want it accepted", err)
	}
	if err := accept(t, core, doc("7:5")); err == nil ||
		!strings.Contains(err.Error(), "other accesses") {
		t.Errorf("a document of check with a certificate of other accesses: %v", err)
	}
	other := bytes.Replace(doc("8:5"), []byte(`{"unit":"B"`), []byte(`{"unit":"A"`), 1)
	if err := accept(t, core, other); err == nil ||
		!strings.Contains(err.Error(), "other accesses") {
		t.Errorf("a document of check with a certificate of another unit: %v", err)
	}
	without := []byte(`{"schema":"wobbly/check/1","absent":[{"id":"A1"}]}`)
	if err := accept(t, core, without); err == nil {
		t.Error("a pair without a certificate is accepted")
	}
	if IsDocument(doc("8:5")) {
		t.Error("IsDocument accepts a document of check")
	}
	if !IsDocument(text) || !IsDocument([]byte(`{"schema":"wobbly/absence/1","sites":1}`)) {
		t.Error("IsDocument rejects a certificate")
	}
}
