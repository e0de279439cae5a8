package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/session/schedule"
	"wobbly/witness"
)

func TestPasteRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"A B3", "step 4 does not fit: B has ended"},
		{"A+", "a choice before step 1 does not fit: A has nothing to choose there; " +
			"A will take the lock, at 2:3"},
		{"A4", "step 4 does not fit: A has ended"},
	}
	s := begin(t, burble, "meps", "reps")
	for _, tt := range tests {
		moves, err := schedule.Parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		r := s.Paste(moves)
		text := strings.Replace(tt.want, " does not fit", " of the schedule does not fit", 1)
		text = strings.ToUpper(text[:1]) + text[1:] + "."
		if r.Stop != Refused || r.Text != text || s.Len() != 0 {
			t.Errorf("Paste(%s) = %+v, want a refusal: %s", tt.text, r, text)
		}
		if err := s.Fits(moves); err == nil || err.Error() != tt.want {
			t.Errorf("Fits(%s) = %v, want %s", tt.text, err, tt.want)
		}
	}
	x := begin(t, loops, "left", "right")
	want := "Step 1 of the schedule does not fit: B chooses at 7:3: go round the loop, or leave it."
	if r := x.Paste(schedule.Schedule{{Thread: b}}); r.Text != want {
		t.Errorf("Paste of a step at a choice = %q, want %q", r.Text, want)
	}
	want = "Step 2 of the schedule does not fit: A waits before lock() at 4:10"
	r := x.Paste(schedule.Schedule{
		{Thread: b, Do: schedule.Plus}, {Thread: b},
		{Thread: a, Do: schedule.Minus}, {Thread: a, Do: schedule.Plus}, {Thread: a},
	})
	if !strings.Contains(r.Text, want) {
		t.Errorf("Paste of a step that waits = %q, want %q in it", r.Text, want)
	}
}

// TestOpenTraceRefuses checks the errors for the trace of Figure 2's race after changes of the
// program or of the trace.
func TestOpenTraceRefuses(t *testing.T) {
	s := begin(t, burble, "meps", "reps")
	s.must(t, "A B A2 B")
	file := s.Trace("wobbly test", "none").String()
	_, want, _ := strings.Cut(file, "tool    wobbly test\n\n")
	if want != `A 2:3 lock()  depth 0->1
B 7:3 n := new()  makes o2, n=o2
A 3:3 out := b.f  reads o1.f, out=o1
A 4:3 unlock()  depth 1->0
B 8:3 b.f := n  writes o1.f=o2
` {
		t.Errorf("the trace is\n%s", want)
	}
	tests := []struct {
		program [2]string // a text of the program, and what replaces it
		trace   [2]string // a text of the trace, and what replaces it
		want    string    // the error, or empty if there is none
		changed bool
	}{
		{trace: [2]string{"out=o1", "out=o2"},
			want: `step 3: the trace says A out := b.f at 3:3 with the effect "reads o1.f, ` +
				`out=o2", the program's is "reads o1.f, out=o1"`},
		{trace: [2]string{"A 3:3 out := b.f", "A 3:3 unlock()"},
			want: "step 3: the trace says A unlock() at 3:3, the program has out := b.f there"},
		{trace: [2]string{"A 3:3 out := b.f", "A  3:3  out:=b  .  f"}},
		{trace: [2]string{"A 2:3 lock()", "A 2:3 lock  ( )"}},
		{trace: [2]string{"B 7:3", "B 8:3"},
			want: "step 2: the trace says B n := new() at 8:3, " +
				"but B is about to do n := new() at 7:3"},
		{trace: [2]string{"B 8:3 b.f := n  writes o1.f=o2", "A 8:3 lock()"},
			want: "step 5: the trace says A lock() at 8:3, but A has ended"},
		{trace: [2]string{"A 4:3 unlock()  depth 1->0", "A 4:3 if * then"},
			want: "a choice before step 4: the trace says A if * then at 4:3, " +
				"the program has unlock() there"},
		{program: [2]string{"out := b.f;\n  unlock();", "unlock();\n"}, changed: true,
			want: "step 3: the trace says A out := b.f at 3:3, " +
				"the program has unlock() there (the file was changed since the trace was made)"},
		{program: [2]string{"reps", "rips"}, changed: true,
			want: "the file has no method reps; it has meps, " +
				"rips (the file was changed since the trace was made)"},
		{program: [2]string{"n := new();\n", "n := new(); // fresh\n"}, changed: true},
		{trace: [2]string{"heap    one", "heap    o1,A.b=o1"},
			want: "the initial state is not well-behaved: every formal has a value, but not B.b"},
		{trace: [2]string{"heap    one", "heap    o1.g=o1"},
			want: "initial state: the program has no field g"},
	}
	for _, tt := range tests {
		core := iltest.Core(t, strings.Replace(burble, tt.program[0], tt.program[1], 1))
		trace, err := schedule.ParseTrace(strings.Replace(file, tt.trace[0], tt.trace[1], 1))
		if err != nil {
			t.Fatal(err)
		}
		opened, changed, err := OpenTrace(core, trace)
		if changed != tt.changed || tt.want == "" && (err != nil || opened.At() != 5) ||
			tt.want != "" && fmt.Sprint(err) != tt.want {
			t.Errorf("program %q, trace %q: changed %t, error %v; want %t, %s", tt.program,
				tt.trace, changed, err, tt.changed, tt.want)
		}
	}
}

// TestOpenTraceWaits checks the error for a trace in which a thread steps while it waits.
func TestOpenTraceWaits(t *testing.T) {
	s := begin(t, loops, "left", "right")
	s.must(t, "B+ A-+0")
	trace := s.Trace("", "")
	trace.Lines = append(trace.Lines,
		schedule.Line{Thread: a, At: "4:10", Do: "lock()", Effect: "depth 0->1"})
	_, _, err := OpenTrace(s.core, trace)
	want := "step 2: the trace says A lock() at 4:10, " +
		"but A waits before lock() at 4:10 until B gives the lock back: B holds it, depth 1"
	if fmt.Sprint(err) != want {
		t.Errorf("OpenTrace = %v, want %s", err, want)
	}
}

func TestOpenLinkRefuses(t *testing.T) {
	core := iltest.Core(t, burble)
	good := schedule.Link{
		File: "burble.il", Units: [2]string{"meps", "reps"},
		Digest: witness.Digest(core.Source.Text)[:4], Heap: "one",
	}
	tests := []struct {
		spoil   func(l *schedule.Link)
		want    string
		changed bool
	}{
		{func(*schedule.Link) {}, "<nil>", false},
		{func(l *schedule.Link) { l.Digest = "0000" }, "<nil>", true},
		{func(l *schedule.Link) { l.Units[1] = "beps" },
			"the file has no method beps; it has meps, reps", false},
		{func(l *schedule.Link) { l.Heap = "two" },
			"the initial state is not well-behaved: every formal has a value, but not A.b", false},
		{func(l *schedule.Link) { l.Heap = "file" }, "the file has no init block", false},
		{func(l *schedule.Link) {
			l.Digest, l.Schedule = "0000", schedule.Schedule{{Thread: b}, {Thread: b}, {Thread: b}}
		},
			"step 3 does not fit: B has ended (the file was changed since the line was made)",
			true},
	}
	for _, tt := range tests {
		l := good
		tt.spoil(&l)
		_, changed, err := OpenLink(core, l)
		if changed != tt.changed || fmt.Sprint(err) != tt.want {
			t.Errorf("OpenLink(%s): changed %t, error %v; want %t, %s", l, changed, err, tt.changed,
				tt.want)
		}
	}
}

func TestInitTexts(t *testing.T) {
	core := iltest.Core(t, "m(x, y) { x.f := y; z := x.g } k(w) { w.g := w } init { p.f = q; A.x "+
		"= p; A.y = p; B.w = q; B.x = p }")
	p, err := PairOf(core, "m", "k")
	if err != nil {
		t.Fatal(err)
	}
	file, ok := FileInit(core, p)
	if !ok {
		t.Fatal("no init block")
	}
	moved, err := setInit(core, p, OneObject(core, p), "o1.g", "o7")
	if err != nil {
		t.Fatal(err)
	}
	special := semantics.SpecialInit(core, p, []string{"f", "g"}, [2]string{"x", "w"})
	tests := []struct {
		in   semantics.Init
		want string
	}{
		{OneObject(core, p), "one"},
		{AllDifferent(core, p), "different"},
		{file, "p,q,p.f=q,A.x=p,A.y=p,B.w=q"},
		{moved, "o1,o7,o1.g=o7,A.x=o1,A.y=o1,B.w=o1"},
		{special, "o1,o2,o3,o1.f=o2,o1.g=o3,o2.f=o3,o2.g=o3,A.x=o1,A.y=o3,B.w=o1"},
	}
	for _, tt := range tests {
		text := InitText(core, p, tt.in)
		back, err := ParseInit(core, p, text)
		if text != tt.want || err != nil {
			t.Errorf("InitText = %s, which ParseInit reads with the error %v; want %s", text, err,
				tt.want)
			continue
		}
		if key(t, core, p, tt.in) != key(t, core, p, back) {
			t.Errorf("ParseInit(%s) = %v, want %v", text, back, tt.in)
		}
	}
	randomSessions(t, 30, func(s *Session, _ *randv) {
		back, err := ParseInit(s.core, s.pair, InitText(s.core, s.pair, s.init))
		if err != nil || key(t, s.core, s.pair, s.init) != key(t, s.core, s.pair, back) {
			t.Errorf("ParseInit of the InitText of %v = %v, %v", s.init, back, err)
		}
	})
}

// key returns the key of an initial state.
func key(t *testing.T, core *il.Core, p il.Pair, in semantics.Init) string {
	return start(t, core, p, in).Now().Config().Key()
}

func TestInitRefuses(t *testing.T) {
	core := iltest.Core(t, "m(x) { x.f := x }")
	p := core.Pairs()[0]
	tests := []struct{ place, object, want string }{
		{"x", "o1", `"x" is neither a cell such as o1.f nor a parameter such as A.b`},
		{"o1.g", "o1", "the program has no field g"},
		{"A.y", "o1", "m has no parameter y; its parameters are (x)"},
		{"A.x", "A", `"A" cannot be the name of an object`},
		{"B.x", "a b", `"a b" cannot be the name of an object`},
		{"o1.f", "", `"" cannot be the name of an object`},
	}
	for _, tt := range tests {
		_, err := setInit(core, p, OneObject(core, p), tt.place, tt.object)
		if fmt.Sprint(err) != tt.want {
			t.Errorf("setting %q to %q: %v, want %s", tt.place, tt.object, err, tt.want)
		}
	}
	stranger := OneObject(core, p)
	stranger.Stacks[1]["z"] = "o1"
	comma := semantics.Init{
		Objects: []string{"a,b"}, Cells: [][3]string{{"a,b", "f", "a,b"}},
		Stacks: [2]map[string]string{{"x": "a,b"}, {"x": "a,b"}},
	}
	for _, tt := range []struct {
		in   semantics.Init
		want string
	}{
		{stranger, "the initial state gives B.z a value, but z is not a parameter of m"},
		{comma, `"a,b" cannot be the name of an object`},
		{semantics.Init{Objects: []string{"p", "p"}}, "object p is listed twice"},
	} {
		if _, err := New(core, p, tt.in); fmt.Sprint(err) != tt.want {
			t.Errorf("New with %v = %v, want %s", tt.in, err, tt.want)
		}
	}
	parallel := iltest.Core(t, "{ x := arg1.f } || { arg1.f := arg2 }")
	const order = "the file is one program, A and B, not B and A"
	if _, err := PairOf(parallel, "B", "A"); fmt.Sprint(err) != order {
		t.Errorf("PairOf(B, A) = %v, want %s", err, order)
	}
}

// setInit returns a copy of in with another object in a cell such as "o1.f" or a formal such as
// "A.b". It adds the object if it is not there.
func setInit(
	core *il.Core, p il.Pair, in semantics.Init, place, object string,
) (semantics.Init, error) {
	out := semantics.Init{Objects: slices.Clone(in.Objects), Cells: slices.Clone(in.Cells)}
	for i := range out.Stacks {
		out.Stacks[i] = maps.Clone(in.Stacks[i])
		if out.Stacks[i] == nil {
			out.Stacks[i] = map[string]string{}
		}
	}
	e := initEditor{core: core, pair: p, in: out}
	if err := e.set(place, object); err != nil {
		return semantics.Init{}, err
	}
	return e.in, nil
}

// TestParseInitCommas checks that a trailing comma is ignored, and that the error for a list with a
// missing element says what is possible.
func TestParseInitCommas(t *testing.T) {
	core := iltest.Core(t, "m(x) { x.f := x }")
	p := core.Pairs()[0]
	for text, ok := range map[string]bool{
		"A.x=o1,B.x=o1,": true, "A.x=o1; B.x=o1; ,": true, "A.x=o1,,B.x=o1": false,
		",A.x=o1,B.x=o1": false, "": false, " ; ": false,
	} {
		_, err := ParseInit(core, p, text)
		if ok != (err == nil) ||
			!ok && !strings.Contains(err.Error(), "one, different, or a list such as") {
			t.Errorf("ParseInit(%q) = %v, want an error with an example: %t", text, err, !ok)
		}
	}
}
