package cli

import (
	"context"
	"io"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

// TestAgain: flags with their default are not repeated, and repeated flags are parsed to the same
// values.
func TestAgain(t *testing.T) {
	again := func(line string) string {
		t.Helper()
		a := &console.App{
			Ctx: context.Background(), Sys: console.System{Stdout: io.Discard, Stderr: io.Discard},
		}
		p := wobblyProgram()
		exited := false
		args := strings.Fields(line)
		ctx, err := p.parser(a, p.needed(args), &globals{}, &exited).Parse(args)
		if err != nil {
			t.Fatalf("parsing %q: %v", line, err)
		}
		return ctx.Selected().Target.Addr().Interface().(interface{ Again() string }).Again()
	}
	for _, c := range []struct{ command, flags, want string }{
		{"compare", "", ""},
		{"compare", " --runs 20 --context 1 --share 0.5 --limit 10000", ""},
		{"compare", " --limit 1 --share 0 --context 0 --runs 21",
			" --runs 21 --context 0 --share 0 --limit 1"},
		{"compare", " --analyzers chord,racerd --max-states 0",
			" --max-states 0 --analyzers chord,racerd"},
		{"crosscheck", " --small --unroll 0 --max-states 5 --strict",
			" --small --unroll 0 --max-states 5 --strict"},
		{"crosscheck", " --analysis plus --drawing deep", " --drawing deep --analysis plus"},
		{"predict", "", " --runs 100"},
		{"predict", " --variant printed --method shb,m2 --run-steps 9 --drawing deep --runs 3",
			" --runs 3 --drawing deep --run-steps 9 --method shb,m2 --variant printed"},
		{"rdit", "", " --shares 0.1,0.25,0.5,0.75,1"},
		{"rdit", " --shares 0.5 --runs 4 --run-steps 10", " --runs 4 --run-steps 10 --shares 0.5"},
		{"lesson list", " --pack x", " --pack x"},
		{"lesson list", " --master x", " --master x"},
	} {
		got := again(c.command + c.flags)
		if got != c.want {
			t.Errorf("Again of %q = %q, want %q", c.command+c.flags, got, c.want)
		}
		if second := again(c.command + got); second != got {
			t.Errorf("Again of %q = %q, want %q, as before", c.command+got, second, got)
		}
	}
}
