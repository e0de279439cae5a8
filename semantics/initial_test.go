package semantics

import (
	"fmt"
	"reflect"
	"testing"

	"wobbly/il"
)

// initProgram returns a program with the fields f and g, and the formals arg1 of A, and arg1 and
// arg2 of B.
func initProgram() (*il.Core, il.Pair) {
	core := parallel(stmts(load("x", "arg1.f")), stmts(store("arg2.g", "arg1")))
	return core, core.Pairs()[0]
}

func TestNewConfig(t *testing.T) {
	core, p := initProgram()
	k := mustConfig(t, core, p, Init{
		Objects: []string{"p", "q"},
		Cells:   [][3]string{{"q", "f", "p"}, {"p", "g", "p"}},
		Stacks:  [2]map[string]string{{"arg1": "q"}, {"arg2": "p", "arg1": "q"}},
	})
	if got, want := show(k.State(A)), "[arg1=o2] o1.g=o1 o2.f=o1 L=0"; got != want {
		t.Errorf("A starts in %s, want %s", got, want)
	}
	if got, want := show(k.State(B)), "[arg1=o2 arg2=o1] o1.g=o1 o2.f=o1 L=0"; got != want {
		t.Errorf("B starts in %s, want %s", got, want)
	}
}

func TestNewConfigRefuses(t *testing.T) {
	core, p := initProgram()
	objects := []string{"p", "q"}
	tests := []struct {
		in   Init
		want string
	}{
		{Init{Objects: []string{"p", "q", "p"}}, "object p is listed twice"},
		{Init{Objects: objects, Cells: [][3]string{{"r", "f", "p"}}},
			"cell r.f: there is no object r"},
		{Init{Objects: objects, Cells: [][3]string{{"p", "f", "r"}}},
			"cell p.f: there is no object r"},
		{Init{Objects: objects, Cells: [][3]string{{"p", "h", "p"}}},
			"cell p.h: the program has no field h"},
		{Init{Objects: objects, Cells: [][3]string{{"p", "f", "p"}, {"p", "f", "q"}}},
			"cell p.f is listed twice"},
		{Init{Objects: objects, Stacks: [2]map[string]string{nil, {"b": "r", "c": "s"}}},
			"variable B.b: there is no object r"},
	}
	for _, tt := range tests {
		_, err := NewConfig(core, p, tt.in)
		if fmt.Sprint(err) != tt.want {
			t.Errorf("NewConfig: error %v, want %s", err, tt.want)
		}
		if _, _, again := Races(core, p, tt.in, Limits{}); fmt.Sprint(again) != tt.want {
			t.Errorf("Races: error %v, want %s", again, tt.want)
		}
	}
}

// TestLocations: objects and variables are found by their names, and duplicates are refused.
func TestLocations(t *testing.T) {
	core, p := initProgram()
	for _, n := range []int{1, 2, 15, 16, 17, 18, 48} {
		in := Init{Stacks: [2]map[string]string{{}, {}}}
		for i := range n {
			name := fmt.Sprint("p", i)
			in.Objects = append(in.Objects, name)
			in.Cells = append(in.Cells, [3]string{name, "f", fmt.Sprint("p", i/2)})
			in.Stacks[0][fmt.Sprint("x", i)] = name
		}
		k := mustConfig(t, core, p, in)
		for i := range n {
			if v, ok := k.H.At(Addr{Loc(i + 1), "f"}); !ok || v != Loc(i/2+1) {
				t.Errorf("%d objects: cell %d holds %v", n, i+1, v)
			}
			if v := k.Threads[A].S.Top.At(fmt.Sprint("x", i)); v != Loc(i+1) {
				t.Errorf("%d objects: x%d holds %v", n, i, v)
			}
			again := in
			again.Objects = append(in.Objects[:n:n], in.Objects[i])
			if _, err := NewConfig(core, p, again); err == nil ||
				err.Error() != fmt.Sprintf("object p%d is listed twice", i) {
				t.Errorf("%d objects, p%d twice: error %v", n, i, err)
			}
		}
	}
}

func TestGivenInit(t *testing.T) {
	got := GivenInit(&il.Init{
		Cells: []il.Cell{{Object: "p", Field: "g", Value: "q"}},
		Bindings: []il.Binding{
			{Thread: 1, Variable: "arg1", Value: "r"}, {Thread: 0, Variable: "arg1", Value: "q"},
		},
	}, []string{"f", "g"})
	want := Init{
		Objects: []string{"p", "q", "r"},
		Cells: [][3]string{
			{"p", "g", "q"},
			{"p", "f", "p"},
			{"q", "f", "q"}, {"q", "g", "q"},
			{"r", "f", "r"}, {"r", "g", "r"},
		},
		Stacks: [2]map[string]string{{"arg1": "q"}, {"arg1": "r"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("GivenInit =\n%v, want\n%v", got, want)
	}
}

func TestSpecialInit(t *testing.T) {
	core, p := initProgram()
	got := SpecialInit(core, p, []string{"f", "f", "g"}, [2]string{"arg1", "arg2"})
	want := Init{
		Objects: []string{"o1", "o2", "o3", "o4"},
		Cells: [][3]string{
			{"o1", "f", "o2"}, {"o1", "g", "o4"},
			{"o2", "f", "o3"}, {"o2", "g", "o4"},
			{"o3", "f", "o4"}, {"o3", "g", "o4"},
			{"o4", "f", "o4"}, {"o4", "g", "o4"},
		},
		Stacks: [2]map[string]string{{"arg1": "o1"}, {"arg1": "o4", "arg2": "o1"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("SpecialInit =\n%v, want\n%v", got, want)
	}
}

func TestWellBehaved(t *testing.T) {
	core, p := initProgram()
	good := heap("f g", 2, "1.f=2 1.g=1 2.f=2 2.g=1")
	tests := []struct {
		name string
		h    Heap
		a, b *Stack
		want string
	}{
		{"good", good, stack("arg1=1"), stack("arg1=2 arg2=2"), "<nil>"},
		{"good with locals", good, stack("arg1=1 x=2"), stack("arg1=2 arg2=2"), "<nil>"},
		{"partial object", heap("f g", 2, "1.f=2 1.g=1 2.f=2"), stack("arg1=1"),
			stack("arg1=2 arg2=2"),
			"not well-behaved: every object has every field, but not o2.g"},
		{"nil in the heap", heap("f g", 1, "1.f=1 1.g=0"), stack("arg1=1"), stack("arg1=1 arg2=1"),
			"not well-behaved: every cell holds an object, but not o1.g"},
		{"dangling cell", heap("f g", 1, "1.f=3 1.g=1"), stack("arg1=1"), stack("arg1=1 arg2=1"),
			"not well-behaved: every cell holds an object, but not o1.f"},
		{"formal without a value", good, stack("arg1=1"), stack("arg1=2"),
			"not well-behaved: every formal has a value, but not B.arg2"},
		{"formal holds nil", good, stack("arg1=0"), stack("arg1=2 arg2=2"),
			"not well-behaved: every variable that has a value holds an object, but not A.arg1"},
		{"dangling local", good, stack("arg1=1 x=3"), stack("arg1=2 arg2=2"),
			"not well-behaved: every variable that has a value holds an object, but not A.x"},
	}
	for _, tt := range tests {
		k := Config{H: tt.h}
		k.Threads[A] = Thread{Point: Begin(core, p.Left), S: tt.a}
		k.Threads[B] = Thread{Point: Begin(core, p.Right), S: tt.b}
		if got := fmt.Sprint(WellBehaved(k)); got != tt.want {
			t.Errorf("%s: WellBehaved = %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestWellBehavedInACall: Definition 5.2 as printed fails at every push: the callee's locals are
// nil.
func TestWellBehavedInACall(t *testing.T) {
	body := stmts(call("m", "arg1"))
	core := parallel(body, nil, method("m", "a", alloc("x"), store("a.f", "x")))
	k := mustNext(t, begin(t, core), A)
	if k.Threads[A].S.Top.At("x") != Nil {
		t.Errorf("the callee's local x is %v, want nil", k.Threads[A].S.Top.At("x"))
	}
	if err := WellBehaved(k); err != nil {
		t.Errorf("a state in a call is not well-behaved: %v", err)
	}
	k.Threads[A].S = &Stack{Top: frame("a=1"), Rest: &Stack{Top: frame("arg1=9")}}
	const want = "not well-behaved: every variable that has a value holds an object, " +
		"but not A.arg1 at depth 1"
	if got := fmt.Sprint(WellBehaved(k)); got != want {
		t.Errorf("WellBehaved = %s, want %s", got, want)
	}
}
