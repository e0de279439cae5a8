package language_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/language"
)

// local is a program whose race goes through locals, so that RacerDX says nothing.
const local = `m(b) {
  c := b;
  c.f := b;
}

n(b) {
  synchronized {
    d := b;
    x := d.f;
  }
}
`

// TestOpenBy: an analyzer without summaries describes accesses by themselves, with others, and with
// the selected one. Everything else is RacerDX's.
func TestOpenBy(t *testing.T) {
	for _, x := range []struct{ by, at, selected, want string }{
		{"flow", "c.f := b", "", "flow-sensitive reports it in R1, R2."},
		{"flow", "c.f := b", "", "with 9:5 x := d.f: reported as the race R2."},
		{"flow", "c.f := b", "d.f;", "=> reported as the race R2."},
		{"flow", "d.f;", "d.f;", "not reported: both only read."},
		{"flow", "d.f;", "d := b", "with 3:3 c.f := b: reported as the race R2."},
		{"flow", "m(b)", "", "W "},
		{"bounded-0", "c.f := b", "d.f;",
			"=> not reported: in no execution with at most 0 context switches"},
		{"rely", "c.f := b", "d.f;", "=> reported as the race R2."},
	} {
		by, err := ask.Analysis{Name: x.by, Limit: ask.MaxListed}.Explainer()
		if err != nil || by.Summarizes() {
			t.Fatal(x.by, err)
		}
		d := language.Open("t.il", local, by)
		selected := il.NoPos
		if x.selected != "" {
			selected = il.Pos(strings.Index(local, x.selected))
		}
		for range 2 { // what was worked out is asked again
			h, ok, err := d.Hover(context.Background(),
				il.Pos(strings.Index(local, x.at)), selected)
			if err != nil || !ok || !strings.Contains(h.Text(), x.want) {
				t.Errorf("%s, %q against %q: %v\n%s", x.by, x.at, x.selected, err, h.Text())
			}
		}
	}
}

// TestEdited: a document after an edit gives the same answers as one opened with the edited text.
func TestEdited(t *testing.T) {
	by, err := ask.Analysis{Name: "flow", Limit: ask.MaxListed}.Explainer()
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{
		"", local, "\n// moved\n" + local, strings.Replace(local, "x := d.f", "skip", 1),
		local + "m() { x = y }", local,
	}
	d, plain := language.Open("t.il", texts[0], by), language.Open("t.il", texts[0], nil)
	for _, text := range texts[1:] {
		d, plain = d.Edited(text), plain.Edited(text)
		for _, x := range []struct{ got, want *language.Document }{
			{d, language.Open("t.il", text, by)}, {plain, language.Open("t.il", text, nil)},
		} {
			got, gotErr := x.got.Diagnostics(context.Background())
			want, wantErr := x.want.Diagnostics(context.Background())
			if !reflect.DeepEqual(got, want) || gotErr != nil || wantErr != nil ||
				x.got.Text() != text {
				t.Errorf("%q: %v, not %v (%v, %v)", text, got, want, gotErr, wantErr)
			}
			at := il.Pos(strings.Index(text, "c.f := b"))
			h, _, _ := x.got.Hover(context.Background(), at, il.NoPos)
			if w, _, _ := x.want.Hover(context.Background(), at, il.NoPos); h.Text() != w.Text() {
				t.Errorf("%q: hover says %s, not %s", text, h.Text(), w.Text())
			}
		}
	}
}

// TestOpenByEnds: an abandoned request has no answer, and the next request gets it.
func TestOpenByEnds(t *testing.T) {
	by, err := ask.Analysis{Name: "flow", Limit: ask.MaxListed}.Explainer()
	if err != nil {
		t.Fatal(err)
	}
	d := language.Open("t.il", local, by)
	at := il.Pos(strings.Index(local, "c.f := b"))
	ended, end := context.WithCancel(context.Background())
	end()
	if _, _, err := d.Hover(ended, at, il.NoPos); err == nil {
		t.Error("an answer for nobody")
	}
	if _, ok, err := d.Hover(context.Background(), at, il.NoPos); !ok || err != nil {
		t.Error(err)
	}
}

// TestSelectedIsNoAccess: if no access is selected, the other access is compared with all.
func TestSelectedIsNoAccess(t *testing.T) {
	d, at := open(t, strings.Replace(burble, "x := b.f", "x := b.^f", 1))
	for _, selected := range []string{"meps", "sync", "v := new"} {
		h, ok, err := d.Hover(context.Background(), at, il.Pos(strings.Index(d.Text(), selected)))
		if err != nil || !ok ||
			!strings.Contains(h.Text(), "with 9:3 b.f := v: reported as the race R1.") {
			t.Errorf("Hover against %s: %v\n%s\nwant R1", selected, err, h.Text())
		}
	}
}

// TestAccesses: the accesses of a text are listed, with and without sugar and errors.
func TestAccesses(t *testing.T) {
	d := language.Open("t.il",
		"m(b) {\n  x := b.f.g;\n  if * { b.f := c.g; } else { b.f := new(); }\n  y := x;\n}\nn(b) { b.g := ; }\n", nil)
	show := func(limit int) string {
		list, all := d.Accesses(limit)
		var b strings.Builder
		for _, a := range list {
			b.WriteString(a.Unit + " " + d.Text()[a.At:a.At+1] + " " + a.Text + ", ")
		}
		return b.String() + strings.Repeat("*", all)
	}
	if got, want := show(10),
		"m x x := b.f.g, m b b.f := c.g, m b b.f := new(), ***"; got != want {
		t.Errorf("show(10) = %q, want %q", got, want)
	}
	if got := show(1); got != "m x x := b.f.g, ***" {
		t.Errorf("show(1) = %q, want %q", got, "m x x := b.f.g, ***")
	}
}
