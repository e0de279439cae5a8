package engine

import (
	"strings"
	"testing"

	"wobbly/internal/ask"
)

// local is a program whose race goes through locals, which RacerDX does not follow.
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

// TestAnalysisOfHover: hover explains an access by the requested analysis, even if the same text
// was analyzed by another one before.
func TestAnalysisOfHover(t *testing.T) {
	h := New(Options{})
	at, against := strings.Index(local, "c.f"), strings.Index(local, "d.f")
	for range 2 {
		for name, want := range map[string]string{
			"": "not in A of m", "racerdx": "not in A of m", "flow": "reported as the race R2",
			"rely": "reported as the race R2", "bounded": "reported as the race R",
		} {
			var v hoverView
			if p := put(t, h, "hover",
				map[string]any{"program": local, "at": at, "against": against,
					"analysis": name}, &v); p != nil || !strings.Contains(v.Text, want) {
				t.Errorf("hover with %s: %+v, want %q in\n%s", name, p, want, v.Text)
			}
		}
	}
	for name, want := range map[string]string{
		"flo": "did you mean", "hb": "These have: ", "oracle": "These have: ",
	} {
		if p := put(t, h, "hover", map[string]any{"program": local, "at": at,
			"analysis": name}, nil); p == nil || p.Exit != ask.ExitUsage ||
			!strings.Contains(strings.ToLower(p.Fix), strings.ToLower(want)) {
			t.Errorf("hover with %s: %+v, want a refusal whose fix is %q", name, p, want)
		}
	}
}

// TestExplainsOfHello: why answers exactly for the analyses that hello says explain.
func TestExplainsOfHello(t *testing.T) {
	var v helloView
	h := New(Options{})
	must(t, h, "hello", nil, &v)
	for _, g := range v.Groups {
		for _, a := range g.List {
			var x whyView
			p := put(t, h, "why",
				map[string]any{
					"program": local, "what": []string{"3:3", "8:5"}, "analysis": a.Name,
				}, &x)
			if (p == nil) != a.Explains || p == nil && len(x.Pairs)+len(x.Remarks) == 0 {
				t.Errorf("why with %s, which explains: %t: %+v\n%+v", a.Name, a.Explains, p, x)
			}
		}
	}
}

// TestAccesses: the accesses of a program have positions in the form that explain takes.
func TestAccesses(t *testing.T) {
	var v accessList
	if p := put(t, New(Options{}), "accesses",
		map[string]any{"program": "// ü\n" + local}, &v); p != nil || v.All != 2 ||
		len(v.List) != 2 {
		t.Fatalf("accesses = %+v, %+v; want 2", v, p)
	}
	if x := v.List[1]; x.At != "9:5" || x.Unit != "n" || x.Text != "x := d.f" ||
		x.From != strings.Index(local, "x := d.f")+len("// u\n") {
		t.Errorf("access 1 = %+v, want x := d.f of n at 9:5", x)
	}
	if p := put(t, New(Options{}), "accesses",
		map[string]any{"program": strings.Repeat("m(b) { b.f := b; }\n", 1) +
			strings.Repeat("n(b) { x := b.f }", 1)}, &v); p != nil || v.All != 2 {
		t.Errorf("accesses without line ends = %+v, %+v; want 2", v, p)
	}
}

// TestRaceOfAnalysis: a session can begin at a report of any analysis, by its number: at its
// witness, or where the exact search finds the race.
func TestRaceOfAnalysis(t *testing.T) {
	for _, name := range []string{"flow", "bounded", "rely", "oracle"} {
		fields := map[string]any{"program": local, "race": "R1", "analysis": name}
		if v := opened(t, New(Options{}), fields); v.Race == nil || v.Race.Cell != "o1.f" {
			t.Errorf("session.open with %s: %s, want a race of o1.f", name, v.Headline)
		}
	}
	for name, want := range map[string]string{
		"racerdx": "there is no report", "": "there is no report", "floww": "there is no",
	} {
		if p := put(t, New(Options{}), "session.open",
			map[string]any{"program": local, "race": "R1", "analysis": name}, nil); p == nil ||
			!strings.Contains(p.Message, want) {
			t.Errorf("session.open with %s: %+v, want %q", name, p, want)
		}
	}
	if v := opened(t, New(Options{}),
		map[string]any{"program": local, "race": "R1",
			"analysis": "flow", "pair": "m,n"}); v.Pair != "m,n" || v.Race == nil {
		t.Errorf("session.open of the pair m,n opens %s: %s", v.Pair, v.Headline)
	}
	var doc struct {
		Races []struct{ ID, Verdict string }
	}
	must(t, New(Options{}), "check",
		map[string]any{"program": exampleText(t, "burble.il"),
			"analysis": "chord"}, &doc)
	alarms := 0
	for _, r := range doc.Races {
		if r.Verdict != "impossible" {
			continue
		}
		alarms++
		if p := put(t, New(Options{}), "session.open",
			map[string]any{"program": exampleText(t, "burble.il"), "race": r.ID,
				"analysis": "chord"}, nil); p == nil ||
			!strings.Contains(p.Message, r.ID+" is not confirmed") {
			t.Errorf("session.open of a false alarm: %+v, want a refusal", p)
		}
	}
	if alarms == 0 {
		t.Error("chord reports no false alarm on this program")
	}
}

// TestTextOfHover: a request with another text under the same name is answered for that text.
func TestTextOfHover(t *testing.T) {
	h := New(Options{})
	for _, name := range []string{"first", "second"} {
		var v hoverView
		if p := put(t, h, "hover", map[string]any{"program": name +
			"(b) { x := b.f; }", "at": 1}, &v); p != nil || !strings.Contains(v.Text, name) {
			t.Errorf("hover: %+v, %s; want it to name %s", p, v.Text, name)
		}
	}
}
