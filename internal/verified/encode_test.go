package verified

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/witness"
	"wobbly/witness/absence"
	"wobbly/witness/reconstruct"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

const called = `m(a, b) {
  k(b.g);
  while * {
    z := a;
  }
  synchronized {
    w := new();
    b.f := w;
  }
}

n(c) {
  if * {
    x := c.f;
  }
}

private k(d) {
  y := new();
  d.h := y;
}
`

// witnesses returns a witness of each report of a pair, and of each deadlock.
func witnesses(t *testing.T, core *il.Core, pair il.Pair) (all []*witness.Witness) {
	t.Helper()
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reports, err := sets.Reports(&pair)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports.ListRaces(9) {
		w, err := reconstruct.New(core).Witness(r, 1000)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, w)
	}
	return all
}

// TestWitnessWords compares witnesses, whole and spoilt, in the notation of the extracted checker
// with testdata. A witness that has no translation has a reason.
func TestWitnessWords(t *testing.T) {
	var b strings.Builder
	core := iltest.Core(t, called)
	for _, pair := range core.Pairs() {
		p := encodeReachable(core, pair)
		for _, w := range witnesses(t, core, pair) {
			text, reason := p.witness(w)
			fmt.Fprintf(&b, "# %s || %s: %s%s\n", pair.Left.Name, pair.Right.Name, text, reason)
			if pair.Left == pair.Right {
				continue
			}
			for _, c := range iltest.Corruptions(w, rand.New(rand.NewSource(1))) {
				spoilt := iltest.Clone(t, w)
				spoilt.Seal = ""
				c.Apply(spoilt)
				words, reason := p.witness(spoilt)
				if reason == "" && words == text {
					words = "the same"
				}
				if reason != "" {
					words = "no: " + reason
				}
				fmt.Fprintf(&b, "%s: %s\n", c.Name, words)
			}
			sealed := iltest.Clone(t, w)
			sealed.Steps[0].At = sealed.Steps[len(sealed.Steps)-1].At
			_, reason = p.witness(sealed)
			fmt.Fprintf(&b, "changed under its seal: %s\n", reason)
		}
	}
	golden(t, "witness", b.String())
}

// TestCertificateWords compares certificates of absence in the notation of the extracted checker
// with testdata, and checks that those with unknown names are refused.
func TestCertificateWords(t *testing.T) {
	const text = `m(a) {
  x := new();
  x.f := a;
  while * {
    y := x.f;
    x.f := y;
  }
  lock();
  a.g := x;
  unlock();
}

n(a, c) {
  z := new();
  c.g := z;
  w := z.f;
}
`
	core := iltest.Core(t, text)
	var b strings.Builder
	for _, pair := range core.Pairs() {
		f, err := absence.NewFinder(t.Context(), core, pair, absence.NoLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, left := range il.Accesses(pair.Left.Body) {
			for _, right := range il.Accesses(pair.Right.Body) {
				if !left.Conflicts(right) {
					continue
				}
				c := f.Absent(t.Context(), [2]il.Site{left.Site, right.Site})
				if c == nil {
					continue
				}
				d, err := absence.NewEncoder(core).Document(c)
				if err != nil {
					t.Fatal(err)
				}
				document, err := json.Marshal(d)
				if err != nil {
					t.Fatal(err)
				}
				var asked strings.Builder
				checker := NewCommand(&asked, strings.NewReader("legal\naccepted\n"))
				accepted, err := checker.Absent(core, pair, document)
				if err != nil || !accepted {
					t.Errorf("Absent(%s) = %t, %v; want true", document, accepted, err)
				}
				fmt.Fprintf(&b, "# %s || %s, %s and %s\n%s", pair.Left.Name, pair.Right.Name,
					core.Source.At(left.At), core.Source.At(right.At), asked.String())
			}
		}
	}
	golden(t, "certificate", b.String())
	const writes = `{"sites":[{"at":"3:3","kind":"write"},{"at":"3:3","kind":"write"}],`
	const noObject = "the program has no object of that name"
	for document, want := range map[string]string{
		`{`:                                      "unexpected end of JSON input",
		`{"sites":[{"at":"2:3","kind":"read"}]}`: "the program has no read at 2:3",
		writes + `"threads":[{"relies":{"private 9:9.f":[]}}]}`: noObject,
		writes + `"threads":[{"relies":{"secret 2:3.f":[]}}]}`:  noObject,
	} {
		checker := NewCommand(io.Discard, strings.NewReader("legal\naccepted\n"))
		_, err := checker.Absent(core, core.Pairs()[0], []byte(document))
		if err == nil || err.Error() != want {
			t.Errorf("Absent(%s): error %v, want %q", document, err, want)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name + ".golden"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
