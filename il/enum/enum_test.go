package enum

import (
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/quick"
)

// programs returns Programs of valid options.
func programs(t *testing.T, o Options, s Shard, from Cursor) iter.Seq[*Program] {
	t.Helper()
	stream, err := Programs(o, s, from)
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// cursors lists the cursors of a stream.
func cursors(t *testing.T, o Options, s Shard, from Cursor) []Cursor {
	t.Helper()
	var all []Cursor
	for p := range programs(t, o, s, from) {
		all = append(all, p.Cursor())
	}
	return all
}

// TestPlaced: apart from positions, a program is what il/parse and il/check make of its text. In
// large universes, only every step-th program of a shard is compared.
func TestPlaced(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, tt := range []struct {
		o     Options
		shard Shard
		step  int
	}{
		{Options{Size: 1, Path: 3, Arity: 3}, Shard{}, 1},
		{Options{Size: 2, Path: 1, Arity: 2}, Shard{}, 1},
		{Options{Size: 3, Path: 2, Arity: 1}, Shard{4, 10}, 499},
		{Options{Size: 3, Path: 1, Arity: 2, Fields: 1, Formals: 2, Locals: 1}, Shard{}, 97},
		{Options{Size: 5, Path: 1, NoCalls: true, Fields: 1, Formals: 1, Locals: 1},
			Shard{3, 10}, 499},
	} {
		n := 0
		if !quick.All {
			tt.shard = Shard{tt.shard.Index, 10 * max(tt.shard.Of, 1)}
		}
		for p := range programs(t, tt.o, tt.shard, "") {
			n++
			if n%tt.step != 0 {
				continue
			}
			compared++
			placed := Placed(p.Core)
			if got, want := describe(p.Core), describe(placed); got != want {
				t.Fatalf("the core of %s is\n%s\nwant, as read from its text,\n%s\n%s", p.Cursor(),
					got, want, placed.Source.Text)
			}
			if want := il.Format(placed.Program); placed.Source.Text != want {
				t.Fatalf("the text of %s is\n%s, want\n%s", p.Cursor(), placed.Source.Text, want)
			}
			if size := checkPositions(t, p.Core); size != p.Size {
				t.Fatalf("%s has %d statements, want %d", p.Cursor(), size, p.Size)
			}
		}
	}
	if compared < 50 {
		t.Errorf("%d programs were compared, want at least 50", compared)
	}
}

// describe returns a text of a core without its positions.
func describe(c *il.Core) string {
	var b strings.Builder
	for _, u := range c.Units {
		fmt.Fprintf(&b, "%d %s %v %v %v\n", u.Index, u.Name, u.Thread, u.Private, u.Formals)
		if !u.Thread && c.Methods[u.Name] != u {
			b.WriteString("unknown\n")
		}
	}
	for _, u := range c.Order {
		b.WriteString(u.Name + " ")
	}
	fmt.Fprintln(&b, len(c.Methods), c.Fields, c.Threads == [2]*il.Unit{c.Units[0], c.Units[1]},
		c.Init == nil)
	if err := il.PrintCore(&b, c); err != nil {
		panic(err)
	}
	return b.String()
}

// checkPositions checks that every statement is on a line of its own, in text order and inside its
// blocks, and that the source maps its position both ways. It returns the number of statements.
func checkPositions(t *testing.T, c *il.Core) int {
	t.Helper()
	line, last := 0, il.Pos(0)
	for _, u := range c.Units {
		checkBlock(t, u.Body)
		if u.At != u.Body.At || u.At < last {
			t.Fatalf("unit %s begins at %d, and the one before ends at %d", u.Name, u.At, last)
		}
		last = u.Body.End
		il.Walk(u.Body, func(s il.Stmt) {
			line++
			want := il.Position{Line: line, Col: 2}
			back, ok := c.Source.Offset(want)
			if got := c.Source.Position(s.Pos()); got != want || !ok || back != s.Pos() {
				t.Fatalf("statement %d is at %s (and back: %d, %t), want %s", line, got, back, ok, want)
			}
		})
	}
	return line
}

// checkBlock checks that the statements of b are between its braces.
func checkBlock(t *testing.T, b *il.Block) {
	t.Helper()
	last := b.At
	inside := func(inner *il.Block) {
		if inner != nil {
			checkBlock(t, inner)
			if inner.At < last {
				t.Fatalf("a block begins at %d, before %d", inner.At, last)
			}
			last = inner.End
		}
	}
	for _, s := range b.Stmts {
		if s.Pos() <= last {
			t.Fatalf("a statement is at %d, want it after %d", s.Pos(), last)
		}
		last = s.Pos()
		switch s := s.(type) {
		case *il.If:
			inside(s.Then)
			inside(s.Else)
		case *il.While:
			inside(s.Body)
		}
	}
	if b.End < last {
		t.Fatalf("a block ends at %d, and something in it at %d", b.End, last)
	}
}

// TestOrder pins the order of the stream: if it changes, old cursors are invalid.
func TestOrder(t *testing.T) {
	h := fnv.New64a()
	for range 2 {
		h.Reset()
		for p := range programs(t, Options{Size: 2, Path: 1, Arity: 2}, Shard{}, "") {
			fmt.Fprintln(h, p.Cursor(), il.Format(p.Core.Program))
		}
		if got, want := fmt.Sprintf("%x", h.Sum(nil)), "c0c7bb1ac7894718"; got != want {
			t.Fatalf("the stream has the sum %s, want %s", got, want)
		}
	}
}

// TestFirst pins the beginning of a stream.
func TestFirst(t *testing.T) {
	var got []string
	for p := range programs(t, Options{Size: 1, Path: 1, Arity: 1, NoBranches: true, NoLoops: true},
		Shard{}, "") {
		got = append(got, strings.Join(strings.Fields(il.Format(p.Core.Program)), " "))
	}
	want := []string{
		"{} || {}",
		"{ arg1 := new(); } || {}",
		"{ x := new(); } || {}",
		"{ arg1 := arg1; } || {}",
		"{ arg1 := arg2; } || {}",
		"{ x := arg1; } || {}",
		"{ arg1 := arg1.f; } || {}",
		"{ arg1 := arg2.f; } || {}",
		"{ x := arg1.f; } || {}",
		"{ arg1.f := arg1; } || {}",
		"{ arg1.f := arg2; } || {}",
		"{ m(); } || {} m() {}",
		"{ m(arg1); } || {} m(a) {}",
		"{ m(arg1.f); } || {} m(a) {}",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the programs are\n%s\nwant\n%s", strings.Join(got, "\n"),
			strings.Join(want, "\n"))
	}
}

// small lists universes whose programs all fit in memory at once.
var small = []Options{
	{Size: 2, Path: 1, Arity: 1},
	{Size: 2, Path: 0, Arity: 2},
	{Least: 2, Size: 3, Path: 0, NoCalls: true, Formals: 1, Locals: 1},
}

// TestShards: the shards are a partition, each in the order of the whole stream.
func TestShards(t *testing.T) {
	for _, o := range small {
		all := cursors(t, o, Shard{}, "")
		place := map[Cursor]int{}
		for i, c := range all {
			place[c] = i
		}
		for _, of := range []int{1, 2, 3, 7, 1000} {
			seen := 0
			for i := range of {
				last := -1
				for _, c := range cursors(t, o, Shard{i, of}, "") {
					at, ok := place[c]
					if !ok || at <= last {
						t.Fatalf("%s: shard %d of %d has %s at the wrong place", o, i, of, c)
					}
					last = at
					seen++
				}
			}
			if seen != len(all) {
				t.Fatalf("%s: %d shards have %d programs, want %d", o, of, seen, len(all))
			}
		}
	}
}

// TestShardsAreAlike: the shards have about the same size.
func TestShardsAreAlike(t *testing.T) {
	const of = 4
	var n [of]int
	total := 0
	for i := range of {
		for range programs(t, Options{Size: 3, Path: 1, Arity: 1}, Shard{i, of}, "") {
			n[i]++
			total++
		}
	}
	for i := range n {
		if n[i] < total/of/2 || n[i] > total/of*2 {
			t.Errorf("shard %d has %d of %d programs, want about a quarter", i, n[i], total)
		}
	}
}

// TestResume: the stream can be resumed after every program, in every shard.
func TestResume(t *testing.T) {
	for _, o := range small {
		all := cursors(t, o, Shard{}, "")
		for i := 0; i < len(all); i += 1 + len(all)/quick.Cases(500) {
			c := all[i]
			if got := cursors(t, o, Shard{}, c); !slices.Equal(got, all[i+1:]) {
				t.Fatalf("%s: the stream after %s has %d programs, want %d", o, c, len(got),
					len(all)-i-1)
			}
		}
		part := cursors(t, o, Shard{1, 3}, "")
		// A cursor may belong to another shard.
		for i := 0; i < len(all); i += 7 + len(all)/quick.Cases(100) {
			next, _ := slices.BinarySearchFunc(part, i+1,
				func(c Cursor, i int) int { return slices.Index(all, c) - i })
			if got := cursors(t, o, Shard{1, 3}, all[i]); !slices.Equal(got, part[next:]) {
				t.Fatalf("%s: shard 1 of 3 after %s has %d programs, want %d", o, all[i], len(got),
					len(part)-next)
			}
		}
	}
}

// TestStop: a stream that is abandoned can be used again.
func TestStop(t *testing.T) {
	stream := programs(t, Options{Size: 2, Path: 1, Arity: 1}, Shard{}, "")
	for range 2 {
		var got []Cursor
		for p := range stream {
			got = append(got, p.Cursor())
			if len(got) == 3 {
				break
			}
		}
		want := []Cursor{"p1a1lbwc/0/1.1", "p1a1lbwc/1/1.1.1.1", "p1a1lbwc/1/2.1.1.1.1"}
		if !slices.Equal(got, want) {
			t.Errorf("the first programs are %q, want %q", got, want)
		}
	}
}

// TestRefusals: Programs returns an error for options out of range, and for shards and cursors that
// do not exist.
func TestRefusals(t *testing.T) {
	good := Options{Least: 1, Size: 2, Path: 1, Arity: 1}
	with := func(change func(*Options)) Options {
		o := good
		change(&o)
		return o
	}
	for _, tt := range []struct {
		o     Options
		shard Shard
		from  Cursor
		want  error
	}{
		{good, Shard{}, "p1a1lbwc/1/1.1.1.1", nil},
		{with(func(o *Options) { o.Size = -1 }), Shard{}, "", errOptions},
		{with(func(o *Options) { o.Size = maxSize + 1 }), Shard{}, "", errOptions},
		{with(func(o *Options) { o.Least = -1 }), Shard{}, "", errOptions},
		{with(func(o *Options) { o.Least = 3 }), Shard{}, "", errOptions},
		{with(func(o *Options) { o.Path = maxPath + 1 }), Shard{}, "", errOptions},
		{with(func(o *Options) { o.Arity = maxArity + 1 }), Shard{}, "", errOptions},
		{with(func(o *Options) { o.Fields = -1 }), Shard{}, "", errOptions},
		{good, Shard{2, 2}, "", ErrShard},
		{good, Shard{-1, 2}, "", ErrShard},
		{good, Shard{1, 0}, "", ErrShard},
		{good, Shard{}, "nonsense", errCursor},
		{good, Shard{}, "p1a1lbw/1/1.1.1.1", errCursor},       // another class
		{good, Shard{}, "p1a1lbwc/0/1.1", errCursor},          // below Least
		{good, Shard{}, "p1a1lbwc/3/1.1.1.1", errCursor},      // above Size
		{good, Shard{}, "p1a1lbwc/1/", errCursor},             // no choices
		{good, Shard{}, "p1a1lbwc/1/1.1.1", errCursor},        // a choice is missing
		{good, Shard{}, "p1a1lbwc/1/1.1.1.1.1", errCursor},    // one too many
		{good, Shard{}, "p1a1lbwc/1/1.1.1.2", errCursor},      // no such alternative
		{good, Shard{}, "p1a1lbwc/1/99.1.1.1", errCursor},     // nor here
		{good, Shard{}, "p1a1lbwc/1/0.1.1.1", errCursor},      // counted from 1
		{good, Shard{}, "p1a1lbwc/1/01.1.1.1", errCursor},     // a leading zero
		{good, Shard{}, "p1a1lbwc/1/1.1.1.1/", errCursor},     // more after it
		{good, Shard{}, "p1a1lbwc/1/4294967297.1", errCursor}, // more than a choice can be
	} {
		_, err := Programs(tt.o, tt.shard, tt.from)
		if !errors.Is(err, tt.want) {
			t.Errorf("Programs of %s, shard %v, from %q: %v, want %v", tt.o, tt.shard, tt.from, err,
				tt.want)
		}
	}
}

// TestRefusedBySymmetry: a cursor cannot name a program that the stream omits because of symmetry.
func TestRefusedBySymmetry(t *testing.T) {
	o := Options{Size: 1, Arity: 2, Path: 1}
	known := cursors(t, o, Shard{}, "")
	c := Cursor("p1a2lbwc/1/20.1.1.1")
	if slices.Contains(known, c) {
		t.Fatalf("the stream has %s", c)
	}
	if _, err := Programs(o, Shard{}, c); !errors.Is(err, errCursor) {
		t.Errorf("Programs from %s: %v, want %v", c, err, errCursor)
	}
}

func TestOptionsString(t *testing.T) {
	for want, o := range map[string]Options{
		"all programs of 0 to 3 statements, path length at most 2, arity at most 2": Default(3),
		"all programs of 1 to 2 statements, path length at most 1, arity at most 0, " +
			"fields at most 3, formals of a thread at most 4, locals of a unit at most 5, " +
			"no locks, no branches, no loops, no calls": {
			Least: 1, Size: 2, Path: 1, Fields: 3, Formals: 4, Locals: 5,
			NoLocks: true, NoBranches: true, NoLoops: true, NoCalls: true,
		},
	} {
		if got := o.String(); got != want {
			t.Errorf("String = %q, want %q", got, want)
		}
	}
}

// TestMemory: the stream reuses its memory.
func TestMemory(t *testing.T) {
	const maxAllocs = 2000 // of some 80,000 programs
	n := testing.AllocsPerRun(1, func() {
		for range programs(t, Options{Size: 3, Path: 1, Arity: 1}, Shard{}, "") {
		}
	})
	if n > maxAllocs {
		t.Errorf("%v allocations, want at most %d", n, maxAllocs)
	}
}

// counted are the classes of the table in the package comment, each up to the size that is counted
// here. The larger sizes of those without calls are left to the formula.
var counted = []Options{
	{Size: 2, Path: 2, Arity: 2},
	{Size: 3, Path: 2, Arity: 1},
	{Size: 2, Path: 1, Arity: 2},
	{Size: 3, Path: 1, Arity: 1},
	{Size: 2, Path: 2, Arity: 2, Fields: 2, Formals: 2, Locals: 2},
	{Size: 3, Path: 2, Arity: 2, Fields: 1, Formals: 1, Locals: 1},
	{Size: 3, Path: 1, Arity: 2, Fields: 1, Formals: 2, Locals: 1},
	{Size: 3, Path: 1, Arity: 1, Fields: 2, Formals: 2, Locals: 2},
	{Size: 4, Path: 2, Arity: 1, Fields: 1, Formals: 1, Locals: 1},
	{Size: 4, Path: 1, Arity: 1, Fields: 1, Formals: 1, Locals: 1},
	{Size: 3, Path: 2, NoCalls: true},
	{Size: 3, Path: 1, NoCalls: true},
	{Size: 4, Path: 2, NoCalls: true, Fields: 1, Formals: 1, Locals: 1},
	{Size: 5, Path: 1, NoCalls: true, Fields: 1, Formals: 1, Locals: 1},
}

// TestTable checks the table in the package comment by counting.
func TestTable(t *testing.T) {
	t.Parallel()
	table := readTable(t)
	for _, o := range counted {
		want := table[o.class()]
		if len(want) <= o.Size {
			t.Errorf("the row of %s has %d numbers, want at least %d", o.class(), len(want), o.Size+1)
			continue
		}
		if !quick.All {
			o.Size--
		}
		for size, n := range count(t, o) {
			if n != want[size] {
				t.Errorf("%s has %d programs of size %d, and in the table %d", o.class(), n, size,
					want[size])
			}
		}
		if f := newFormula(o); o.NoCalls {
			for size, n := range want[:1+o.Size] {
				if n != f.programs(size) {
					t.Errorf("%s has %d programs of size %d by the formula, and in the table %d",
						o.class(), f.programs(size), size, n)
				}
			}
		}
		delete(table, o.class())
	}
	if len(table) > 0 {
		t.Errorf("the rows %v are not tested", table)
	}
}

// readTable reads the counts by class from the package comment.
func readTable(t *testing.T) map[string][]uint64 {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]uint64{}
	for line := range strings.Lines(string(text)) {
		row, ok := strings.CutPrefix(line, "//\tp")
		if !ok {
			continue
		}
		cells := strings.Fields("p" + row)
		for _, cell := range cells[1:] {
			n, err := strconv.ParseUint(cell, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			table[cells[0]] = append(table[cells[0]], n)
		}
	}
	return table
}
