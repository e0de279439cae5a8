package semantics

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

// word names a command in the listings of these tests.
func word(c il.Command) string {
	switch c := c.(type) {
	case *il.Copy:
		return c.Dst
	case *il.New:
		return c.Dst
	case *il.Load:
		return c.Dst + "<" + c.Src.String()
	case *il.Store:
		return c.Dst.String() + "<" + c.Src
	case *il.Lock:
		return "lock"
	case *il.Unlock:
		return "unlock"
	default:
		return strings.ReplaceAll(c.(interface{ String() string }).String(), " ", "")
	}
}

// words names some commands.
func words(cs []il.Command) string {
	ws := make([]string, len(cs))
	for i, c := range cs {
		ws[i] = word(c)
	}
	return strings.Join(ws, " ")
}

// follow lists what a thread does from p on: its commands, and the choices that it takes.
func follow(t *testing.T, p Point, takes ...Take) string {
	t.Helper()
	var out []string
	for !p.Done() {
		if c, ok := p.Command(); ok {
			out, p = append(out, word(c)), p.Advance()
			continue
		}
		if len(takes) == 0 {
			return strings.Join(append(out, "?"), " ")
		}
		next, ok := p.Resolve(takes[0])
		if !ok {
			t.Fatalf("after %v: cannot take %s", out, takes[0])
		}
		out, p, takes = append(out, string(takes[0])), next, takes[1:]
	}
	if len(takes) > 0 {
		t.Fatalf("after %v: choices %v left", out, takes)
	}
	return strings.Join(out, " ")
}

func TestPoint(t *testing.T) {
	m := method("m", "x", alloc("p"), call("n"), alloc("q"))
	n := method("n", "")
	a, b, c := alloc("a"), alloc("b"), alloc("c")
	tests := []struct {
		name  string
		body  []il.Stmt
		takes string
		want  string
	}{
		{"empty", stmts(), "", ""},
		{"skips", stmts(skip(), skip()), "", ""},
		{"sequence", stmts(skip(), a, skip(), b, skip()), "", "a b"},
		{"if then", stmts(choice(block(a), block(b)), c), "then", "then a c"},
		{"if else", stmts(choice(block(a), block(b)), c), "else", "else b c"},
		{"if without else", stmts(choice(block(a), nil), c), "else", "else c"},
		{"while not at all", stmts(while(a), b), "exit", "exit b"},
		{"while twice", stmts(while(a), b), "loop loop exit", "loop a loop a exit b"},
		{"empty while", stmts(while(), b), "loop loop exit", "loop loop exit b"},
		{"while at the end of a while", stmts(while(while(a))), "loop loop exit exit",
			"loop loop a exit exit"},
		{"if at the end of a while", stmts(while(a, choice(block(b), nil)), c),
			"loop then loop else exit", "loop a then b loop a else exit c"},
		{"choice unresolved", stmts(a, while(b)), "", "a ?"},
		{"call", stmts(a, call("m", "a"), b), "", "a push(a) p push() pop() q pop() b"},
		{"call at the end of a branch", stmts(choice(block(call("n")), nil), b), "then",
			"then push() pop() b"},
	}
	for _, tt := range tests {
		core := parallel(tt.body, nil, m, n)
		var takes []Take
		for _, w := range strings.Fields(tt.takes) {
			takes = append(takes, Take(w))
		}
		if got := follow(t, Begin(core, core.Threads[0]), takes...); got != tt.want {
			t.Errorf("%s: the path has the commands %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestChoices(t *testing.T) {
	core := parallel(stmts(choice(nil, nil), while(), alloc("a")), nil)
	p := Begin(core, core.Threads[0])
	offered := func() string {
		var ws []string
		for _, c := range p.Choices() {
			if c.At != p.Stmt() {
				t.Errorf("the choice %s is at another statement than the point", c.Take)
			}
			ws = append(ws, string(c.Take)+" "+string(c.Rule()))
		}
		return strings.Join(ws, ", ")
	}
	for _, step := range []struct {
		want string
		take Take
		not  Take // a choice that is not offered
	}{
		{"then Fig5-if-then, else Fig5-if-else", Else, Loop},
		{"exit Fig5-while-exit, loop Fig5-while-loop", Loop, Then},
		{"exit Fig5-while-exit, loop Fig5-while-loop", Exit, "sideways"},
	} {
		if got := offered(); got != step.want {
			t.Errorf("offered %q, want %q", got, step.want)
		}
		if _, ok := p.Resolve(step.not); ok {
			t.Errorf("%s can be taken where %s is offered", step.not, step.want)
		}
		p, _ = p.Resolve(step.take)
	}
	if got := offered(); got != "" {
		t.Errorf("a command offers %q", got)
	}
}

func TestActivations(t *testing.T) {
	inner := method("inner", "", alloc("p"))
	outer := method("outer", "", choice(block(call("inner")), nil))
	core := parallel(stmts(call("outer")), nil, inner, outer)
	p, _ := Begin(core, core.Threads[0]).Advance().Resolve(Then)
	p = p.Advance()
	var names []string
	for a := range p.Activations() {
		name := a.Unit.Name
		if a.Call != nil {
			name += " by " + a.Call.Method
		}
		names = append(names, name)
	}
	if want := []string{"inner by inner", "outer by outer", "A"}; !slices.Equal(names, want) {
		t.Errorf("activations %q, want %q", names, want)
	}
	if p.Unit() != inner {
		t.Errorf("p is in %s, want %s", p.Unit().Name, inner.Name)
	}
}

func TestPointPosition(t *testing.T) {
	u := &il.Unit{
		Name: "A", Thread: true,
		Body: &il.Block{At: 1, End: 9, Stmts: stmts(&il.New{At: 4, Dst: "a"})},
	}
	core := class(u)
	p := Begin(core, u)
	if p.Pos() != 4 {
		t.Errorf("p is at %d, want the statement's 4", p.Pos())
	}
	p = p.Advance()
	if p.Pos() != 9 || !p.Done() {
		t.Errorf("ends at %d, want the closing brace's 9", p.Pos())
	}
}

func TestPointRefusesSugar(t *testing.T) {
	core := parallel(stmts(&il.Move{Dst: expr("a.f"), Src: expr("b.f")}), nil)
	defer func() {
		if recover() == nil {
			t.Error("Command does not panic before a statement that is not a core statement")
		}
	}()
	Begin(core, core.Threads[0]).Command()
}

// TestPointDeep: deep nesting and long call chains use no recursion.
func TestPointDeep(t *testing.T) {
	const depth = 100_000
	body := block(alloc("a"))
	for range depth {
		body = block(choice(body, nil))
	}
	core := parallel(body.Stmts, nil)
	p := Begin(core, core.Threads[0])
	for range depth {
		p, _ = p.Resolve(Then)
	}
	p = p.Advance()
	if !p.Done() {
		t.Error("not at the end after the innermost statement")
	}
}
