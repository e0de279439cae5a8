package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// TestRaceCounts: all commands agree on the number of races of a pair of units, in text and in
// JSON. A unit with itself has a race in which the threads can be exchanged.
func TestRaceCounts(t *testing.T) {
	const program = "m(a) {\n  x := a.f;\n  a.f := x\n}\n"
	for _, c := range []struct{ line, want string }{
		{"explore", "2 races in 1 pair; every search was complete."},
		{"explore", "m || m: 2 races, and no other"},
		{"check", "2 races: 2 confirmed"},
		{"crosscheck", "m || m: 2 real races, RacerDX reports 2."},
		{"fix", "races of m || m 2 0 reports of RacerDX on m || m 2 0"},
		{"compare --analyzers racerdx", "of which 2 are races by Definition 3.6"},
		{"predict --method m2 --runs 20", "20 executions and 2 races by Definition 3.6"},
		{"racemob run", "2 true races among 2 candidates"},
	} {
		_, out, errs := execute(context.Background(), program,
			append(strings.Fields(c.line), "-")...)
		if !strings.Contains(unwrapped(out), c.want) {
			t.Errorf("wobbly %s prints no %q: %s%s", c.line, c.want, out, errs)
		}
	}
	_, out, _ := execute(context.Background(), program, "explore", "--json", "-")
	var d struct{ Pairs []struct{ Races []any } }
	if err := json.Unmarshal([]byte(out), &d); err != nil || len(d.Pairs) != 1 ||
		len(d.Pairs[0].Races) != 2 {
		t.Errorf("explore --json: Unmarshal: %v, %s; want 1 pair with 2 races", err, out)
	}
	_, out, _ = execute(context.Background(), program, "fix", "--json", "-")
	if !strings.Contains(out, `"races":2`) {
		t.Errorf("fix --json: %s, want 2 races", out)
	}
}
