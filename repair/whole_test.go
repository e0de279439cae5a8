package repair

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// oneObject returns the initial state in which every formal of a pair holds o1, whose cells hold
// it.
func oneObject(core *il.Core, p il.Pair) semantics.Init {
	in := semantics.Init{Objects: []string{"o1"}}
	for _, f := range core.Fields {
		in.Cells = append(in.Cells, [3]string{"o1", string(f), "o1"})
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = "o1"
		}
	}
	return in
}

const bump = "bump(c) {\n  v := c.value;\n  n := new();\n  n.prev := v;\n  c.value := n;\n}\n"

// TestWholeFirst: if a unit reads a cell and then writes it, the first repair is one region from
// the load to the store. The second is the smallest one, which may still permit a lost update.
func TestWholeFirst(t *testing.T) {
	whole := `bump(c) {
  synchronized {
    v := c.value;
    n := new();
    n.prev := v;
    c.value := n;
  }
}
`
	for _, tt := range []struct {
		name, text  string
		left, right string // the two accesses; see site
		kinds       [2]il.AccessKind
		want        []string // the changed texts
		lost        []bool   // whether each permits a lost update
	}{
		{
			name: "load and store", text: bump, left: "v := c.value", right: "c.value := n",
			kinds: [2]il.AccessKind{r, w},
			want: []string{
				whole, `bump(c) {
  synchronized {
    v := c.value;
  }
  n := new();
  n.prev := v;
  synchronized {
    c.value := n;
  }
}
`,
			},
			lost: []bool{false, true},
		},
		{
			name: "store and store", text: bump, left: "c.value := n", right: "c.value := n",
			kinds: [2]il.AccessKind{w, w},
			want: []string{
				whole, `bump(c) {
  v := c.value;
  n := new();
  n.prev := v;
  synchronized {
    c.value := n;
  }
}
`,
			},
			lost: []bool{false, true},
		},
		{
			name: "one unit reads", left: "v := c.value", right: "b.value := b",
			kinds: [2]il.AccessKind{r, w},
			text:  bump + "set(b) {\n  b.value := b;\n}\n",
			want: []string{
				whole + "set(b) {\n  synchronized {\n    b.value := b;\n  }\n}\n",
				`bump(c) {
  synchronized {
    v := c.value;
  }
  n := new();
  n.prev := v;
  c.value := n;
}
set(b) {
  synchronized {
    b.value := b;
  }
}
`,
			},
			lost: []bool{false, true},
		},
		{
			name: "within a branch", left: "x := b.f", right: "b.f := y",
			kinds: [2]il.AccessKind{r, w},
			text:  "m(b) {\n  if * {\n    x := b.f;\n    y := x;\n    b.f := y;\n  }\n}\n",
			want: []string{
				`m(b) {
  if * {
    synchronized {
      x := b.f;
      y := x;
      b.f := y;
    }
  }
}
`,
				`m(b) {
  if * {
    synchronized {
      x := b.f;
    }
    y := x;
    synchronized {
      b.f := y;
    }
  }
}
`,
			},
			lost: []bool{false, true},
		},
		{
			name: "nothing is read first", left: "b.f := b", right: "b.f := b",
			kinds: [2]il.AccessKind{w, w}, text: "m(b) {\n  b.f := b;\n  x := b.f;\n}\n",
			want: []string{"m(b) {\n  synchronized {\n    b.f := b;\n  }\n  x := b.f;\n}\n"},
			lost: []bool{false},
		},
		{
			name: "another path is read", left: "b.f := b", right: "b.f := b",
			kinds: [2]il.AccessKind{w, w}, text: "m(b, c) {\n  x := c.f;\n  b.f := b;\n}\n",
			want: []string{"m(b, c) {\n  x := c.f;\n  synchronized {\n    b.f := b;\n  }\n}\n"},
			lost: []bool{false},
		},
		{
			name: "a longer path is read", left: "b.f := b", right: "b.f := b",
			kinds: [2]il.AccessKind{w, w}, text: "m(b) {\n  x := b.g.f;\n  b.f := b;\n}\n",
			want: []string{"m(b) {\n  x := b.g.f;\n  synchronized {\n    b.f := b;\n  }\n}\n"},
			lost: []bool{false},
		},
		{
			name: "a callee reads", left: "v := b.f", right: "b.f := x",
			kinds: [2]il.AccessKind{r, w},
			text: `private get(b) {
  v := b.f;
}
m(b) {
  get(b);
  x := new();
  b.f := x;
}
`,
			want: []string{
				`private get(b) {
  v := b.f;
}
m(b) {
  synchronized {
    get(b);
    x := new();
    b.f := x;
  }
}
`,
				`private get(b) {
  synchronized {
    v := b.f;
  }
}
m(b) {
  get(b);
  x := new();
  synchronized {
    b.f := x;
  }
}
`,
			},
			lost: []bool{false, true},
		},
		{
			name: "callees read and write, within a callee", left: "b.f := x", right: "b.f := x",
			kinds: [2]il.AccessKind{w, w},
			text: `private get(b) {
  v := b.f;
}
private put(b) {
  x := new();
  b.f := x;
}
private both(b) {
  get(b);
  put(b);
}
m(b) {
  both(b);
}
`,
			want: []string{
				`private get(b) {
  v := b.f;
}
private put(b) {
  x := new();
  b.f := x;
}
private both(b) {
  synchronized {
    get(b);
    put(b);
  }
}
m(b) {
  both(b);
}
`,
				`private get(b) {
  v := b.f;
}
private put(b) {
  x := new();
  synchronized {
    b.f := x;
  }
}
private both(b) {
  get(b);
  put(b);
}
m(b) {
  both(b);
}
`,
			},
			lost: []bool{false, true},
		},
		{
			name: "through a local", left: "v := d.f", right: "b.f := x",
			kinds: [2]il.AccessKind{r, w},
			text:  "m(b) {\n  d := b;\n  v := d.f;\n  x := new();\n  b.f := x;\n}\n",
			want: []string{"m(b) {\n  d := b;\n  synchronized {\n    v := d.f;\n    x := " +
				"new();\n    b.f := x;\n  }\n}\n", "m(b) {\n  d := b;\n  synchronized {\n    " +
				"v := d.f;\n  }\n  x := new();\n  synchronized {\n    b.f := x;\n  }\n}\n"},
			lost: []bool{false, true},
		},
		{
			name: "of two cells the first one is written", left: "v := d.f", right: "b.f := x",
			kinds: [2]il.AccessKind{r, w},
			text: `m(b, c) {
  d := b;
  v := d.f;
  w := c.f;
  x := new();
  b.f := x;
}
`,
			want: []string{"m(b, c) {\n  d := b;\n  synchronized {\n    v := d.f;\n    w := " +
				"c.f;\n    x := new();\n    b.f := x;\n  }\n}\n", "m(b, c) {\n  d := b;\n  " +
				"synchronized {\n    v := d.f;\n  }\n  w := c.f;\n  x := new();\n  " +
				"synchronized {\n    b.f := x;\n  }\n}\n"},
			lost: []bool{false, true},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := read(t, tt.text)
			got, err := p.Remove(background, race(t, p, tt.left, tt.right, tt.kinds), Defaults())
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			var lost []bool
			for i := range got.Proposals {
				x := &got.Proposals[i]
				texts = append(texts, x.Text)
				init := oneObject(x.Core(), x.Pair())
				e, err := x.LostUpdate(background, []semantics.Init{init})
				if err != nil {
					t.Fatal(err)
				}
				lost = append(lost, e != nil)
				if e != nil {
					isLost(t, e)
				}
			}
			if diff := cmp.Diff(tt.want, texts); diff != "" {
				t.Errorf("the changed texts (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.lost, lost); diff != "" {
				t.Errorf("lost updates (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWholeOfOneSide: if the other thread only stores, by a method that the first one calls, a
// region around that store alone protects nothing, and is not proposed as if it did.
func TestWholeOfOneSide(t *testing.T) {
	r, w := il.Read, il.Write
	const text = `get(b) { v := b.f; }
put(b) { x := new(); b.f := x; }
both(b) { get(b); put(b); }
`
	p := read(t, text)
	units := p.Core.Units
	pair := il.Pair{Left: units[1], Right: units[2]}
	store, load := site(t, p, "b.f := x", w), site(t, p, "v := b.f", r)
	const whole = `get(b) { v := b.f; }
put(b) { x := new(); synchronized { b.f := x; } }
both(b) { synchronized { get(b); put(b); } }
`
	for _, other := range []il.Site{store, load} {
		got, err := p.Remove(background, Race{Pair: pair, Sites: pair.Sites(store, other)},
			Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Proposals) != 2 || got.Proposals[0].Text != whole {
			t.Fatalf("Remove = %+v, want two proposals, of which the first is\n%s", got.Proposals,
				whole)
		}
		for i, want := range []bool{false, true} {
			x := &got.Proposals[i]
			init := oneObject(x.Core(), x.Pair())
			lost, err := x.LostUpdate(background, []semantics.Init{init})
			if err != nil || (lost != nil) != want {
				t.Errorf("proposal %d permits a lost update: %t, %v, want %t\n%s", i+1, lost != nil,
					err, want, x.Text)
			}
		}
	}
}

// TestWholeAlready: if one region already contains the statements that belong together, only the
// store of the other thread needs a region.
func TestWholeAlready(t *testing.T) {
	const text = `get(b) { v := b.f; }
put(b) { x := new(); b.f := x; }
both(b) { synchronized { get(b); put(b); } }
`
	p := read(t, text)
	pair := il.Pair{Left: p.Core.Units[1], Right: p.Core.Units[2]}
	got, err := p.Remove(background,
		Race{
			Pair: pair, Sites: pair.Sites(site(t, p, "b.f := x", il.Write),
				site(t, p, "v := b.f", il.Read)),
		}, Defaults())
	if err != nil {
		t.Fatal(err)
	}
	const want = `get(b) { v := b.f; }
put(b) { x := new(); synchronized { b.f := x; } }
both(b) { synchronized { get(b); put(b); } }
`
	if len(got.Proposals) != 1 || got.Proposals[0].Text != want {
		t.Errorf("Remove = %+v, want one proposal with the text\n%s", got.Proposals, want)
	}
}

// TestAtomicRegionsOverlap: if the statements that belong together on one side contain those of the
// other, the two regions do not overlap. Every proposal is a legal text without the race.
func TestAtomicRegionsOverlap(t *testing.T) {
	r, w := il.Read, il.Write
	for _, text := range []string{
		`inner(b) {
  d := b;
  e := b;
  v := d.f;
  w := b.f;
  b.f := d;
  e.f := b;
}
outer(b) {
  inner(b);
}
`,
		`inner(b) {
  d := b;
  e := b;
  v := d.f;
  w := b.f;
  b.f := d;
  e.f := b;
}
outer(b) {
  inner(b);
  inner(b);
}
`,
	} {
		p := read(t, text)
		pair := il.Pair{Left: p.Core.Units[0], Right: p.Core.Units[1]}
		for _, left := range []il.Site{
			site(t, p, "v := d.f", r), site(t, p, "w := b.f", r), site(t, p, "b.f := d", w),
		} {
			race := Race{Pair: pair, Sites: pair.Sites(left, site(t, p, "e.f := b", w))}
			f := &fixer{
				ctx: background, p: p, r: race, o: Defaults(), updating: [2]bool{true, true},
			}
			for i, s := range race.Sites {
				f.at[i], _ = p.find(s.At)
			}
			for _, c := range f.atomicRegions() {
				if p.edited(c.Text) == nil || strings.Contains(c.Text, "{ ") {
					t.Errorf("not a legal text with regions on lines of their own:\n%s", c.Text)
				}
			}
			got, err := p.Remove(background, race, Defaults())
			if err != nil || len(got.Proposals) == 0 {
				t.Fatalf("Remove: %d proposals, %v, want some", len(got.Proposals), err)
			}
			for _, x := range got.Proposals {
				_, errs := Read(il.NewSource("t.il", x.Text))
				if len(errs) > 0 || x.After.Race != No {
					t.Errorf("race after the change: %s, errors %v, want none\n%s", x.After.Race,
						errs, x.Text)
				}
			}
		}
	}
}

// TestLostUpdateOfEarlierRead: the cell that is written need not be the one that was read last.
func TestLostUpdateOfEarlierRead(t *testing.T) {
	r, w := il.Read, il.Write
	p := read(t, "m(b, c) {\n  v := b.f;\n  w := c.f;\n  b.f := v;\n}\n")
	got, err := p.Remove(background, race(t, p, "v := b.f", "b.f := v", [2]il.AccessKind{r, w}),
		Defaults())
	if err != nil {
		t.Fatal(err)
	}
	both := map[string]string{"b": "o1", "c": "o2"}
	in := semantics.Init{
		Objects: []string{"o1", "o2"}, Cells: [][3]string{{"o1", "f", "o1"}, {"o2", "f", "o2"}},
		Stacks: [2]map[string]string{both, both},
	}
	var lost []bool
	for i := range got.Proposals {
		x, err := got.Proposals[i].LostUpdate(background, []semantics.Init{in})
		if err != nil {
			t.Fatal(err)
		}
		if x != nil {
			isLost(t, x)
		}
		lost = append(lost, x != nil)
	}
	if !slices.Equal(lost, []bool{false, true}) {
		t.Errorf("lost updates: %v, want none with one region around the operation, and one with "+
			"two regions", lost)
	}
}

// isLost checks that an execution ends with a store of a thread over what the other one
// has written since the thread read it.
func isLost(t *testing.T, x *execution.Execution) {
	t.Helper()
	last := x.Moves[len(x.Moves)-1]
	end, ok := semantics.NextAccess(x.Configs[len(x.Moves)-1], last.Thread)
	if !ok || end.Kind != il.Write {
		t.Fatalf("the last step, of %s, is no store", last.Thread)
	}
	written := false
	for n := len(x.Moves) - 2; n >= 0; n-- {
		a, ok := semantics.NextAccess(x.Configs[n], x.Moves[n].Thread)
		switch {
		case !ok || a.Cell != end.Cell:
		case x.Moves[n].Thread == last.Thread && a.Kind == il.Read:
			if !written {
				t.Error("the other thread has written nothing since the read")
			}
			return
		case x.Moves[n].Thread != last.Thread && a.Kind == il.Write:
			written = true
		}
	}
	t.Error("the thread has not read the cell that it writes last")
}
