package engine

import (
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/session/schedule"
)

// TestShare: a link opens the state in which it was made, and its claim is judged again.
func TestShare(t *testing.T) {
	h := New(Options{Version: "1.0"})
	v := opened(t, h,
		map[string]any{
			"name": "mine.il", "program": exampleText(t, "burble.il") + "// mine\n", "race": "R1",
		})
	var s sharedView
	if p := put(t, h, "share.make",
		map[string]any{"session": v.Session, "region": "step"}, &s); p != nil || s.Claim == "" ||
		s.Long || !strings.Contains(s.Markdown, "{ADDRESS}#"+s.Hash) {
		t.Fatalf("share.make: %+v, %+v; want a short claim and its link", p, s)
	}
	var o openedShare
	must(t, h, "share.open", map[string]any{"hash": "https://example.org/#" + s.Hash}, &o)
	if o.Session == nil || o.Session.Schedule != v.Schedule || o.Session.Race == nil || !o.Holds ||
		o.Older || o.Link.Name != "mine.il" || o.Link.Region != "step" {
		t.Errorf("share.open = %+v, want %s in mine.il with a race that holds", o, v.Schedule)
	}
	link, err := schedule.ParseShared(s.Hash)
	if err != nil {
		t.Fatal(err)
	}
	false1, false2, stale := link, link, link
	false1.Claim, false2.Claim, false2.Schedule = "R2", "R1", ""
	stale.Program, stale.Tool = "m(a) {", "0.9"
	for _, x := range []schedule.Shared{false1, false2} {
		if p := put(t, h, "share.open", map[string]any{"hash": x.Hash()}, &o); p != nil ||
			o.Holds || !strings.Contains(o.Judged, "The link claims") {
			t.Errorf("share.open: %+v, %+v; want a claim that does not hold", p, o)
		}
	}
	if p := put(t, h, "share.open", map[string]any{"hash": stale.Hash()}, &o); p != nil ||
		o.Problem == nil || o.Link.Program != "m(a) {" || !o.Older {
		t.Errorf("share.open of a stale link: %+v, %+v; want its program with a problem", p, o)
	}
	if p := put(t, h, "share.open",
		map[string]any{"hash": s.Hash[:20] + "x" + s.Hash[21:]}, nil); p == nil ||
		p.Code != "link" {
		t.Errorf("share.open of a damaged link: %+v, want a problem", p)
	}
}

// TestLinksAreShort: for each example and each witness, the link is short enough to be sent, and
// opens the right state.
func TestLinksAreShort(t *testing.T) {
	h := New(Options{Version: "v1.2.3"})
	n := 0
	for _, x := range examples.All() {
		var doc struct{ Races []struct{ ID string } }
		must(t, h, "check", map[string]any{"name": x.Name,
			"program": x.Text, "limit": 30}, &doc)
		for _, r := range doc.Races[:min(len(doc.Races), 3)] {
			var v view
			if p := put(t, h, "session.open",
				map[string]any{"name": x.Name, "program": x.Text, "race": r.ID}, &v); p != nil {
				// too long to step through
				if x.Name != "doubling.il" && x.Name != "long-trace.il" &&
					x.Name != "long-name.il" {
					t.Errorf("session.open of %s %s: %+v", x.Name, r.ID, p)
				}
				continue
			}
			// The text of an example is left out of a link: here it must be in it.
			link := schedule.Shared{}
			var s sharedView
			must(t, h, "share.make", map[string]any{"session": v.Session}, &s)
			link, err := schedule.ParseShared(s.Hash)
			if err != nil {
				t.Fatal(err)
			}
			link.Name, link.Program, link.Example = x.Name, x.Text, ""
			if hash := link.Hash(); len(hash) > maxHash || s.Long {
				t.Errorf("%s %s: the link has %d characters", x.Name, r.ID, len(hash))
			}
			var o openedShare
			if p := put(t, h, "share.open", map[string]any{"hash": s.Hash}, &o); p != nil ||
				!o.Holds || o.Session == nil || o.Session.Schedule != v.Schedule {
				t.Errorf("share.open of %s %s: %+v %s; want the schedule %s", x.Name, r.ID, p,
					o.Judged, v.Schedule)
			}
			n++
			put(t, h, "session.close", map[string]any{"session": v.Session}, nil)
			if o.Session != nil {
				put(t, h, "session.close", map[string]any{"session": o.Session.Session}, nil)
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d links were made", n)
	}
}
