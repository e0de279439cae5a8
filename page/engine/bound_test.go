package engine

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/ask"
)

// full returns a handler whose memory is full after the given number of checks. Its clock advances
// whenever it is read.
func full(checks int) *Handler {
	n, now := 0, int64(0)
	return New(Options{
		Now:       func() int64 { now += memoryInterval; return now },
		Memory:    func() uint64 { n++; return uint64(n) },
		MaxMemory: uint64(checks),
	})
}

// quiet is a program with many states, none of which races.
const quiet = "m(a) { x := a.f; while * { y := x.g; x := y.f; } } n(a) { x := a.g; " +
	"while * { v := new(); v.f := x; x := v; } }"

// TestMemory: a search that runs out of memory ends with its results and says why. A request
// without results is refused because of the limit. Both have exit code 3.
func TestMemory(t *testing.T) {
	fields := map[string]any{
		"program": wide, "pair": "m,n", "full": true, "maxObjects": 6, "maxStates": 100_000,
	}
	var doc struct {
		Pairs []struct {
			States   int
			Complete bool
			Cut      string
		}
	}
	if p := put(t, full(1<<40), "explore", fields, &doc); p != nil || len(doc.Pairs) != 1 ||
		doc.Pairs[0].Cut == "memory" {
		t.Fatalf("explore with much memory = %+v, %+v; want one pair, not cut by memory", doc, p)
	}
	all := doc.Pairs[0].States
	if p := put(t, full(2), "explore", fields, &doc); p != nil || doc.Pairs[0].Cut != "memory" ||
		doc.Pairs[0].Complete || doc.Pairs[0].States == 0 || doc.Pairs[0].States >= all {
		t.Errorf("explore with memory for two checks: %+v, %+v; want some of %d states, cut by "+
			"memory", p, doc, all)
	}
	text, err := json.Marshal(map[string]any{
		"id": 1, "do": "explore", "program": quiet, "pair": "m,n", "full": true,
		"maxStates": 100_000,
	})
	if err != nil {
		t.Fatal(err)
	}
	if a := tell(t, full(2), string(text)); a.Exit == nil || *a.Exit != ask.ExitInconclusive {
		t.Errorf("a cut search without a race: %s, exit %v; want %d", a.OK, a.Exit,
			ask.ExitInconclusive)
	}
	if p := put(t, full(0), "session.open",
		map[string]any{"program": quiet, "pair": "m,n", "sites": "1:8 1:71"}, nil); p == nil ||
		p.Code != "limit" || p.Exit != ask.ExitInconclusive ||
		!strings.Contains(p.Message, "memory") {
		t.Errorf("session.open with little memory: %+v, want the limit of memory", p)
	}
	h := full(0)
	if p := put(t, h, "explore", fields, &doc); p != nil || doc.Pairs[0].Cut != "memory" {
		t.Errorf("explore with little memory = %+v, %+v; want it cut by memory", doc, p)
	}
	if p := put(t, h, "check", map[string]any{"program": "m(a) { x }"}, nil); p == nil ||
		p.Exit != ask.ExitIllegal {
		t.Errorf("check of an illegal program with little memory: %+v, want that it is illegal", p)
	}
}

// TestDeep: a program that is too deep for the browser's stack is refused with its line, and one at
// the limit is answered.
func TestDeep(t *testing.T) {
	calls := func(n int) string {
		var b strings.Builder
		b.WriteString("// a comment\n")
		for i := range n {
			fmt.Fprintf(&b, "private c%d(b) { c%d(b); c%d(b); }\n", i, i+1, i+1)
		}
		return b.String() + fmt.Sprintf("private c%d(b) { skip; }\nm(b) { c0(b); }\n", n)
	}
	path := func(n int) string {
		return "m(b) {\n  skip;\n  x := b" + strings.Repeat(".f", n) + ";\n}\n"
	}
	blocks := func(n int) string {
		return "m(a) {\n" + strings.Repeat("if * {\n", n-1) + "skip;" +
			strings.Repeat("}", n-1) + "}"
	}
	for _, x := range []struct {
		text, at, want string
	}{
		{calls(maxCalls - 2), "", ""},
		{calls(maxCalls - 1), "502:1", "line 502: methods call each other at most 500 deep"},
		{path(maxFields), "", ""},
		{path(maxFields + 1), "3:4010", "line 3: a path has at most 2000 fields"},
		{path(1000) + "k(b) { b" + strings.Repeat(".f", 1500) + " := b; }", "", ""},
		{blocks(maxBlocks), "", ""},
		{blocks(maxBlocks + 1), "1001:6", "line 1001: blocks are nested at most 1000 deep"},
		{strings.Repeat("private p(b) { p(b); }\n", maxCalls+1), "", ""},
	} {
		p := put(t, New(Options{}), "diagnose", map[string]any{"program": x.text}, nil)
		switch {
		case x.want == "" && p != nil:
			t.Errorf("diagnose of %.40q: %+v, want no problem", x.text, p)
		case x.want != "" &&
			(p == nil || p.Code != "limit" || p.Exit != ask.ExitInconclusive || p.At != x.at ||
				!strings.HasPrefix(p.Message, x.want)):
			t.Errorf("diagnose of %.40q: %+v, want the limit %q at %v", x.text, p, x.want, x.at)
		}
	}
	deep := path(maxFields + 1)
	for do, fields := range map[string]map[string]any{"lesson.do": {"game": 1, "what": "give",
		"arg": deep}, "session.open": {"program": deep}, "share.make": {"program": deep}} {
		h := New(Options{})
		must(t, h, "lesson.open", map[string]any{"lesson": "4"}, nil)
		if p := put(t, h, do, fields, nil); p == nil || p.Code != "limit" {
			t.Errorf("%s: %+v, want a limit", do, p)
		}
	}
}

// TestSessionProgress: everything that takes long in a session reports its progress.
func TestSessionProgress(t *testing.T) {
	now := int64(0)
	h := New(Options{Now: func() int64 { now += 2 * progressInterval; return now }})
	const loop = `m(b) {
  while * {
    x := b.f;
    b.f := x;
  }
}
n(b) {
  while * {
    v := new(); v.f := b; b.g := v;
  }
  synchronized { b.f := b; }
}
`
	for _, lines := range [][]string{
		{"fix"}, {"shrink"}, {"minimise"}, {"until lock.depth == 7", "continue"},
		{"play " + strings.Repeat("B+ B3 ", 100)},
	} {
		var v view
		begin := map[string]any{"program": loop, "pair": "m,n", "sites": "3:5 11:18"}
		if lines[0] != "fix" && lines[0] != "minimise" {
			delete(begin, "sites")
		}
		must(t, h, "session.open", begin, &v)
		last := len(lines) - 1
		for _, line := range lines[:last] {
			put(t, h, "session.do", map[string]any{"session": v.Session, "line": line}, nil)
		}
		text, err := json.Marshal(map[string]any{
			"id": 1, "do": "session.do", "session": v.Session, "line": lines[last],
		})
		if err != nil {
			t.Fatal(err)
		}
		a := tell(t, h, string(text))
		said := slices.ContainsFunc(a.progress,
			func(p *progress) bool { return p.What == "session" && p.About != "" && p.Text != "" })
		if !said {
			t.Errorf("%.20s reports %+v and answers %.400s, want the session's progress",
				lines[last], a.progress, a.OK)
		}
	}
}

// TestSites: a session can begin at a race that no report names, given its two accesses in either
// order. If they do not race, it says so.
func TestSites(t *testing.T) {
	const text = `m(b) {
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
	for _, sites := range []string{"3:3 8:5", "8:5 3:3"} {
		var v view
		if p := put(t, New(Options{}), "session.open",
			map[string]any{"program": text, "pair": "m,n", "sites": sites}, &v); p != nil ||
			v.Race == nil || v.Race.Cell != "o1.f" {
			t.Errorf("session.open at %s: %+v, %s; want a race of o1.f", sites, p, v.Headline)
		}
	}
	for sites, want := range map[string]int{
		"3:3 7:5": ask.ExitUsage, "3:3": ask.ExitUsage, "x y": ask.ExitUsage,
		"3:3 8:5 1:1": ask.ExitUsage,
	} {
		if p := put(t, New(Options{}), "session.open",
			map[string]any{"program": text, "pair": "m,n", "sites": sites}, nil); p == nil ||
			p.Exit != want {
			t.Errorf("session.open at %s: %+v, want exit %d", sites, p, want)
		}
	}
	if p := put(t, New(Options{}), "session.open",
		map[string]any{"program": text, "sites": "3:3 8:5", "race": "R1"}, nil); p == nil {
		t.Error("session.open with sites and a race is accepted, want a refusal")
	}
}
