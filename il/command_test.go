package il

import (
	"fmt"
	"testing"
)

func TestCommands(t *testing.T) {
	call := &Call{At: 7, Method: "m", Args: []Expr{Var("x"), Path("y", "f", "g")}}
	callee := &Unit{Name: "m"}
	for _, tt := range []struct {
		c    Command
		text string
	}{
		{Push{call, callee}, "push(x, y.f.g)"},
		{Pop{call, callee}, "pop()"},
	} {
		if got := fmt.Sprint(tt.c); got != tt.text || tt.c.Pos() != 7 {
			t.Errorf("%s at %d, want %s at 7", got, tt.c.Pos(), tt.text)
		}
	}
}

func TestCommandsCompare(t *testing.T) {
	call, other, callee := &Call{}, &Call{}, &Unit{}
	var a, b Command = Push{call, callee}, Push{call, callee}
	if a != b {
		t.Error("two pushes of one call are not equal")
	}
	if a == Command(Push{other, callee}) {
		t.Error("pushes of two calls are equal")
	}
	if a == Command(Pop{call, callee}) {
		t.Error("a push is equal to a pop")
	}
}

func TestAllCommandsAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range AllCommands {
		seen[fmt.Sprintf("%T", c)] = true
	}
	if len(seen) != len(AllCommands) || len(seen) != 8 {
		t.Errorf("%d kinds among %d members, want 8", len(seen), len(AllCommands))
	}
	for _, s := range AllStmts {
		_, command := s.(Command)
		switch s.(type) {
		case *Copy, *Load, *Store, *New, *Lock, *Unlock:
			if !command {
				t.Errorf("%T is not a Command", s)
			}
		default:
			if command {
				t.Errorf("%T is a Command", s)
			}
		}
	}
}
