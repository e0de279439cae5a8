package canonical

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/semantics/explore/machine"
)

// program returns a program of two formals in each thread and two fields. All formals are live at
// the start.
func program(t *testing.T) *machine.Program {
	t.Helper()
	core := iltest.Core(t, "m(b, c) { b.f := c; c.g := b; }")
	g, err := machine.Compile(core, core.Pairs()[0], machine.Options{Unroll: -1})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A heap is a machine at the beginning of both units: the values of the formals, and the cells of
// the objects. The first ones, as many as initial says, are initial objects; 0 is no value.
type heap struct {
	formals [4]int32
	cells   [][2]int32
	initial int
}

func (h heap) machine(g *machine.Program, lazy bool) *machine.Machine {
	m := machine.New(g, lazy)
	for i := range m.At {
		m.At[i] = g.Starts(i)[0]
	}
	for o, cells := range h.cells {
		origin := int32(0)
		if o >= h.initial {
			origin = int32(o + 1)
		}
		copy(m.Cells(m.Add(origin)), cells[:])
	}
	for k, v := range h.formals {
		m.Put(g.Formal(k/2, k%2), v)
	}
	return m
}

// TestStates checks which configurations are one state.
func TestStates(t *testing.T) {
	g := program(t)
	one := heap{[4]int32{1, 2, 1, 2}, [][2]int32{{1, 2}, {2, 2}}, 2}
	tests := []struct {
		name string
		a, b heap
		lazy bool
		same bool
	}{
		{"names", one, heap{[4]int32{2, 1, 2, 1}, [][2]int32{{1, 1}, {2, 1}}, 2}, false, true},
		{"a formal", one, heap{[4]int32{1, 1, 1, 2}, one.cells, 2}, false, false},
		{"a cell", one, heap{one.formals, [][2]int32{{1, 1}, {2, 2}}, 2}, false, false},
		{"an object that nothing reaches", one,
			heap{one.formals, [][2]int32{{1, 2}, {2, 2}, {1, 2}}, 3}, false, true},
		{"who made an object", one, heap{one.formals, one.cells, 1}, false, true},
		{"who made an object, where nothing is open", one, heap{one.formals, one.cells, 1},
			true, true},
		{"who made an object, where a formal is open", heap{[4]int32{1, 2, 0, 2}, one.cells, 2},
			heap{[4]int32{1, 2, 0, 2}, one.cells, 1}, true, false},
		{"an open cell", one, heap{one.formals, [][2]int32{{1, 0}, {2, 2}}, 2}, true, false},
		{"an unknown object", heap{[4]int32{1, 1, 0, 1}, [][2]int32{{1, 1}}, 1},
			heap{[4]int32{1, 1, 0, 1}, [][2]int32{{1, 1}, {0, 0}}, 2}, true, true},
		{"a known object that may yet be given", heap{[4]int32{1, 1, 0, 1}, [][2]int32{{1, 1}}, 1},
			heap{[4]int32{1, 1, 0, 1}, [][2]int32{{1, 1}, {0, 1}}, 2}, true, false},
		{"a known object that may not be given", heap{[4]int32{1, 1, 1, 1}, [][2]int32{{1, 1}}, 1},
			heap{[4]int32{1, 1, 1, 1}, [][2]int32{{1, 1}, {0, 1}}, 2}, true, true},
		{"a made object that nothing reaches", heap{[4]int32{1, 1, 0, 1}, [][2]int32{{1, 1}}, 1},
			heap{[4]int32{1, 1, 0, 1}, [][2]int32{{1, 1}, {1, 1}}, 1}, true, true},
		{"what a known object leads to",
			heap{[4]int32{1, 1, 0, 1}, [][2]int32{{1, 1}, {3, 1}, {1, 1}}, 3},
			heap{[4]int32{1, 1, 0, 1}, [][2]int32{{1, 1}, {3, 1}, {3, 3}}, 3}, true, false},
	}
	for _, tt := range tests {
		var k Codec
		a := k.Encode(nil, tt.a.machine(g, tt.lazy), 0)
		b := k.Encode(nil, tt.b.machine(g, tt.lazy), 0)
		if bytes.Equal(a, b) != tt.same {
			t.Errorf("%s: one state: %t, want %t\n%x\n%x", tt.name, !tt.same, tt.same, a, b)
		}
		for _, in := range [][]byte{a, b} {
			m := machine.New(g, tt.lazy)
			k.Decode(in, m)
			if again := k.Encode(nil, m, 0); !bytes.Equal(again, in) {
				t.Errorf("%s: %x is read as %x", tt.name, in, again)
			}
		}
	}
}

func TestSwitches(t *testing.T) {
	g := program(t)
	m := heap{[4]int32{1, 1, 1, 1}, [][2]int32{{1, 1}}, 1}.machine(g, false)
	for _, n := range []int32{0, 1, 254, 255, 70000} {
		k := Codec{Switches: true, Packed: true}
		if got := k.Decode(k.Encode(nil, m, n), machine.New(g, false)); got != n {
			t.Errorf("%d switches are read as %d", n, got)
		}
	}
	if a, b := (&Codec{}).Encode(nil, m, 1), (&Codec{}).Encode(nil, m, 2); !bytes.Equal(a, b) {
		t.Errorf("switches are encoded without Codec.Switches: %x and %x", a, b)
	}
}

// TestWide: a codec with Patch encodes and decodes the same bytes as one without, around the number
// of objects from which values take more than a byte.
func TestWide(t *testing.T) {
	g := program(t)
	for i := range int32(20) {
		n, packed := 250+i/2, i%2 == 0
		h := heap{formals: [4]int32{1, 1, n, n}, initial: int(n)}
		for o := range n {
			h.cells = append(h.cells, [2]int32{min(o+2, n), 1})
		}
		m := h.machine(g, false)
		general, patching := Codec{Packed: packed}, Codec{Packed: packed, Patch: true}
		want := general.Encode(nil, m, 0)
		if len(general.Met()) != int(n) {
			t.Fatalf("%d objects, want %d", len(general.Met()), n)
		}
		if got := patching.Encode(nil, m, 0); !bytes.Equal(got, want) {
			t.Errorf("%d objects: with Patch %x, want %x", n, got, want)
		}
		for _, k := range []*Codec{&general, &patching} {
			m := machine.New(g, false)
			k.Decode(want, m)
			if got := general.Encode(nil, m, 0); !bytes.Equal(got, want) || m.Objects() != n {
				t.Errorf("%d objects: Decode makes %d, or is not the inverse of Encode", n,
					m.Objects())
			}
		}
	}
}

// TestReach checks which objects a thread can reach, or may still get in a lazy machine.
func TestReach(t *testing.T) {
	g := program(t)
	h := heap{[4]int32{1, 1, 4, 4}, [][2]int32{{2, 1}, {2, 2}, {3, 3}, {4, 5}, {5, 5}}, 3}
	for _, tt := range []struct {
		lazy   bool
		thread int
		want   []int32
	}{
		{false, 0, []int32{1, 2}}, {false, 1, []int32{4, 5}}, {true, 0, []int32{1, 2, 3}},
		{true, 1, []int32{1, 2, 3, 4, 5}},
	} {
		var n Numbers
		n.Reach(h.machine(g, tt.lazy), tt.thread)
		var got []int32
		for o := int32(1); o <= 5; o++ {
			if n.Of(o) != 0 {
				got = append(got, o)
			}
		}
		n.End()
		if !slices.Equal(got, tt.want) || n.Of(tt.want[0]) != 0 {
			t.Errorf("lazy %t: Reach(%d) meets %v, want %v", tt.lazy, tt.thread, got, tt.want)
		}
	}
}

// TestStore: a store keeps each state once, with the path on which it was first reached, and reads
// states back in the order in which they arrived.
func TestStore(t *testing.T) {
	const n, size = 4000, 2800 // enough for several segments of each shard
	state := func(k int) []byte { return bytes.Repeat([]byte(fmt.Sprintf("%07d", k)), size/7) }
	for _, fingerprints := range []bool{false, true} {
		s := NewStore(fingerprints)
		var ends [Shards]Cursor
		var known []Ref // of state k
		from := NoRef
		for k := range n {
			out := s.Outbox(k % Shards)
			for ordinal, v := range []int{k / 2, k} { // a known state, and a new one
				if v < k || ordinal == 1 {
					begin := len(out.Buffer)
					out.Buffer = append(out.Buffer, state(v)...)
					out.Post(begin, from, uint64(ordinal+7))
				}
			}
			added := 0
			for i := range Shards {
				added += s.Insert(i, Shards)
			}
			s.Flush(Shards)
			if added != 1 || s.Len() != uint64(k+1) {
				t.Fatalf("state %d: %d are new, %d in all", k, added, s.Len())
			}
			read := 0
			for i := range Shards {
				for {
					r, in, ok := s.Read(i, &ends[i], s.Last(i))
					if !ok {
						break
					}
					read++
					if !bytes.Equal(in, state(k)) {
						t.Fatalf("state %d is read as %q", k, in[:7])
					}
					known = append(known, r)
				}
				s.Forget(i, ends[i])
			}
			if read != 1 {
				t.Fatalf("%d states are read, want 1", read)
			}
			from = known[k]
		}
		path := s.Path(known[n-1])
		if len(path) != n {
			t.Fatalf("a path of %d states, want %d", len(path), n)
		}
		for k, link := range path {
			if !s.Leads(link, 8, state(k)) || s.Leads(link, 7, state(k+1)) {
				t.Fatalf("link %d does not lead to state %d alone", k, k)
			}
			if !fingerprints && !bytes.Equal(s.State(known[k]), state(k)) {
				t.Fatalf("state %d is kept as %q", k, s.State(known[k])[:7])
			}
		}
		if kept := uint64(n * size); !fingerprints && s.Memory() < kept {
			t.Errorf("%d bytes, want %d and more", s.Memory(), kept)
		}
	}
}

// TestCollisions checks that a table distinguishes states whose hashes agree in the bits that it
// looks at, and counts the fingerprint 0 as 1.
func TestCollisions(t *testing.T) {
	exact := newShard(false)
	exact.insert([]arrival{
		{hash: 5, begin: 0, end: 1}, {hash: 5, begin: 1, end: 2}, {hash: 5, begin: 0, end: 1},
	}, []byte("ab"))
	if exact.count != 2 {
		t.Errorf("%d states, want 2", exact.count)
	}
	prints := newShard(true)
	prints.insert([]arrival{
		{hash: 0, end: 1}, {hash: 1, end: 1}, {hash: 2, end: 1}, {hash: 2, end: 1},
	}, []byte("a"))
	if prints.len() != 2 {
		t.Errorf("%d fingerprints, want 2", prints.len())
	}
}

// TestHash: a hash depends on every byte.
func TestHash(t *testing.T) {
	seen := map[uint64]string{}
	for size := range 40 {
		b := make([]byte, size)
		for k := -1; k < size; k++ {
			clear(b)
			if k >= 0 {
				b[k] = 1
			}
			if old, ok := seen[Hash(b)]; ok {
				t.Errorf("%x and %s have one hash", b, old)
			}
			seen[Hash(b)] = fmt.Sprintf("%x", b)
		}
	}
}
