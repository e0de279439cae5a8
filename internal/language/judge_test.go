package language_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/language"
)

// local is a program whose race goes through local variables, so that RacerDX reports nothing.
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

// TestExplainer: an analyzer without summaries describes an access by itself, with others, and with
// the selected one. Everything else is described by RacerDX.
func TestExplainer(t *testing.T) {
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
			t.Fatalf("the explainer %s: error %v, want one without summaries", x.by, err)
		}
		d := language.Open("t.il", local, by)
		selected := il.NoPos
		if x.selected != "" {
			selected = il.Pos(strings.Index(local, x.selected))
		}
		for range 2 { // the second time from the cache
			h, ok, err := d.Hover(context.Background(),
				il.Pos(strings.Index(local, x.at)), selected)
			if err != nil || !ok || !strings.Contains(h.Text(), x.want) {
				t.Errorf("%s: Hover at %q, selected %q: %v, want %q in\n%s", x.by, x.at, x.selected,
					err, x.want, h.Text())
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
				t.Errorf("%q: Diagnostics after the edit = %v, %v; want %v, %v", text, got, gotErr,
					want, wantErr)
			}
			at := il.Pos(strings.Index(text, "c.f := b"))
			gotHover, _, gotErr := x.got.Hover(context.Background(), at, il.NoPos)
			wantHover, _, wantErr := x.want.Hover(context.Background(), at, il.NoPos)
			if gotHover.Text() != wantHover.Text() || gotErr != nil || wantErr != nil {
				t.Errorf("%q: Hover after the edit = %q, %v; want %q, %v", text, gotHover.Text(),
					gotErr, wantHover.Text(), wantErr)
			}
		}
	}
}

// TestExplainerInterrupted: an abandoned request has no answer, and the next request gets it.
func TestExplainerInterrupted(t *testing.T) {
	by, err := ask.Analysis{Name: "flow", Limit: ask.MaxListed}.Explainer()
	if err != nil {
		t.Fatal(err)
	}
	d := language.Open("t.il", local, by)
	at := il.Pos(strings.Index(local, "c.f := b"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := d.Hover(ctx, at, il.NoPos); err == nil {
		t.Error("Hover with a context that has ended: no error")
	}
	if _, ok, err := d.Hover(context.Background(), at, il.NoPos); !ok || err != nil {
		t.Errorf("the next Hover: %t, %v; want an answer", ok, err)
	}
}

// TestSelectedIsNoAccess: if the selected position is not an access, the access is compared with
// all.
func TestSelectedIsNoAccess(t *testing.T) {
	d, at := open(t, strings.Replace(burble, "x := b.f", "x := b.^f", 1))
	for _, selected := range []string{"meps", "sync", "v := new"} {
		h, ok, err := d.Hover(context.Background(), at, il.Pos(strings.Index(d.Text(), selected)))
		if err != nil || !ok ||
			!strings.Contains(h.Text(), "with 9:3 b.f := v: reported as the race R1.") {
			t.Errorf("Hover, selected %q: %v, want R1 in\n%s", selected, err, h.Text())
		}
	}
}

// TestAccesses: the accesses of a text are listed up to a limit, also in a text with errors.
func TestAccesses(t *testing.T) {
	const text = "m(b) {\n  x := b.f.g;\n" +
		"  if * { b.f := c.g; } else { b.f := new(); }\n  y := x;\n}\nn(b) { b.g := ; }\n"
	d := language.Open("t.il", text, nil)
	for limit, want := range map[int][]string{
		10: {"m: x := b.f.g", "m: b.f := c.g", "m: b.f := new()"},
		1:  {"m: x := b.f.g"},
	} {
		list, n := d.Accesses(limit)
		var got []string
		for _, a := range list {
			got = append(got, a.Unit+": "+a.Text)
			if !strings.HasPrefix(text[a.At:], a.Text) {
				t.Errorf("the access %q is at %q", a.Text, text[a.At:])
			}
		}
		if !slices.Equal(got, want) || n != 3 {
			t.Errorf("Accesses(%d) = %q, %d; want %q, 3", limit, got, n, want)
		}
	}
}
