package semantics

import (
	"strings"
	"testing"

	"wobbly/il"
)

func TestAddressAndValue(t *testing.T) {
	// o1.f = o2, o2.f = o2, and o2 lacks g; n holds nil, u has no value.
	h := heap("f g", 2, "1.f=2 1.g=1 2.f=2")
	s := frame("x=1 n=0")
	tests := []struct{ expr, address, value string }{
		{"x", "", "o1"},
		{"n", "", "nil"},
		{"u", "", "nil"},
		{"x.f", "o1.f", "o2"},
		{"x.g.f", "o1.f", "o2"},
		{"x.f.f", "o2.f", "o2"},
		{"x.f.g", "o2.g", ""}, // an address outside dom(h)
		{"x.f.g.f", "", ""},
		{"n.f", "nil.f", ""},
		{"n.f.f", "", ""},
		{"u.g", "nil.g", ""},
	}
	for _, tt := range tests {
		address, value := "", ""
		if a, ok := Address(expr(tt.expr), s, h); ok {
			address = a.String()
		}
		if l, ok := Value(expr(tt.expr), s, h); ok {
			value = l.String()
		}
		if address != tt.address || value != tt.value {
			t.Errorf("%s: address %q, value %q; want %q, %q", tt.expr, address, value,
				tt.address, tt.value)
		}
	}
}

// command returns a simple statement as a command.
func command(s il.Stmt) il.Command { return s.(il.Command) }

func TestStep(t *testing.T) {
	callee := method("m", "a b")
	push := func(args ...string) il.Command {
		return il.Push{Call: call("m", args...).(*il.Call), Callee: callee}
	}
	pop := il.Pop{Call: call("m").(*il.Call), Callee: callee}
	// Each row starts in [x=o1 n=nil] over the frame below, if any, with o1.f = o2 and o2.f = o1,
	// at the level L.
	tests := []struct {
		name    string
		command il.Command
		below   string // a frame, or ""
		L       int
		want    string // the successor, or "stuck: ..."
		rule    Rule
	}{
		{"copy", command(cp("y", "x")), "", 0, "[n=nil x=o1 y=o1] o1.f=o2 o2.f=o1 L=0", RuleCopy},
		{"copy of what has no value", command(cp("y", "u")), "", 0,
			"[n=nil x=o1 y=nil] o1.f=o2 o2.f=o1 L=0", RuleCopy},
		{"copy to a variable with a value", command(cp("x", "n")), "", 0,
			"[n=nil x=nil] o1.f=o2 o2.f=o1 L=0", RuleCopy},
		{"copy touches the current frame only", command(cp("y", "x")), "z=2", 3,
			"[n=nil x=o1 y=o1][z=o2] o1.f=o2 o2.f=o1 L=3", RuleCopy},
		{"load", command(load("y", "x.f")), "", 0,
			"[n=nil x=o1 y=o2] o1.f=o2 o2.f=o1 L=0", RuleLoad},
		{"load of its own root", command(load("x", "x.f.f.f")), "", 0,
			"[n=nil x=o2] o1.f=o2 o2.f=o1 L=0", RuleLoad},
		{"load below nil", command(load("y", "n.f")), "", 0, "stuck: no cell there: n.f", RuleLoad},
		{"load beyond nil", command(load("y", "n.f.f")), "", 0,
			"stuck: no cell there: n.f", RuleLoad},
		{"load of a field that is not there", command(load("y", "x.f.g.f")), "", 0,
			"stuck: no cell there: x.f.g", RuleLoad},
		{"store", command(store("x.f", "x")), "", 0, "[n=nil x=o1] o1.f=o1 o2.f=o1 L=0", RuleStore},
		{"store further on", command(store("x.f.f", "x")), "", 1,
			"[n=nil x=o1] o1.f=o2 o2.f=o1 L=1", RuleStore},
		{"store of nil", command(store("x.f", "n")), "", 0, "[n=nil x=o1] o1.f=nil o2.f=o1 L=0",
			RuleStore},
		{"store to what has no value", command(store("u.f", "x")), "", 0,
			"stuck: no cell there: u.f", RuleStore},
		{"new", command(alloc("y")), "", 0,
			"[n=nil x=o1 y=o3] o1.f=o2 o2.f=o1 o3.f=o3 L=0", RuleNew},
		{"lock", command(lock()), "", 0, "[n=nil x=o1] o1.f=o2 o2.f=o1 L=1", RuleLock},
		{"lock again", command(lock()), "", 7, "[n=nil x=o1] o1.f=o2 o2.f=o1 L=8", RuleLock},
		{"unlock", command(unlock()), "", 2, "[n=nil x=o1] o1.f=o2 o2.f=o1 L=1", RuleUnlock},
		{"unlock at zero", command(unlock()), "", 0, "stuck: unlock() without a lock()",
			RuleUnlock},
		{"push", push("x", "x.f"), "", 1, "[a=o1 b=o2][n=nil x=o1] o1.f=o2 o2.f=o1 L=1", RulePush},
		{"push of nil", push("x", "n"), "", 0,
			"[a=o1 b=nil][n=nil x=o1] o1.f=o2 o2.f=o1 L=0", RulePush},
		{"push of what has no value", push("x", "n.f.f"), "", 0,
			"stuck: argument without a value: n.f", RulePush},
		{"pop", pop, "z=2", 1, "[z=o2] o1.f=o2 o2.f=o1 L=1", RulePop},
		{"pop of the only frame", pop, "", 0, "stuck: pop() without a caller", RulePop},
	}
	for _, tt := range tests {
		st := State{S: stack("x=1 n=0"), H: heap("f", 2, "1.f=2 2.f=1"), L: il.LevelOf(tt.L)}
		if tt.below != "" {
			st.S.Rest = stack(tt.below)
		}
		before := show(st)
		after, stuck := Step(tt.command, st)
		var got string
		if stuck != nil {
			got = "stuck: " + stuck.String()
			if stuck.Command != tt.command || !stuck.Reason.Faults() || stuck.Reason.Waits() {
				t.Errorf("%s: stuck without its command, or not as a fault", tt.name)
			}
		} else {
			got = show(after)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if show(st) != before {
			t.Errorf("%s: Step changed the state it was given", tt.name)
		}
		if rule := RuleOf(tt.command); rule != tt.rule {
			t.Errorf("%s: rule %s, want %s", tt.name, rule, tt.rule)
		}
	}
}

func TestStepKnowsAllCommands(t *testing.T) {
	for _, c := range il.AllCommands {
		st := State{S: stack("", ""), H: heap("f", 1, "1.f=1"), L: il.LevelOf(1)}
		rule := RuleOf(c)
		if !strings.HasPrefix(string(rule), "Fig5-") {
			t.Errorf("%T has rule %q", c, rule)
		}
		Step(c, st) // does not panic
	}
}

func TestRulesAreDistinct(t *testing.T) {
	seen := map[Rule]bool{}
	for _, r := range Rules() {
		if seen[r] {
			t.Errorf("rule %s is listed twice", r)
		}
		seen[r] = true
	}
	if len(seen) != 14 {
		t.Errorf("%d rules, want 8 for commands, 4 for choices, 2 of Figure 6", len(seen))
	}
}
