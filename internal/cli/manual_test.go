package cli

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/analyzers"
	"wobbly/internal/cli/console"
)

// TestListsOfManuals: manuals list the analyzers, and no placeholder in braces is left.
func TestListsOfManuals(t *testing.T) {
	braces := regexp.MustCompile(`\{[a-z]+\}`)
	for _, all := range []map[string]manual{wobblyProgram().readManuals(), Hive().readManuals()} {
		for path, m := range all {
			if placeholder := braces.FindString(m.text); placeholder != "" {
				t.Errorf("the manual of %q has the placeholder %s", path, placeholder)
			}
		}
	}
	text := unwrapped(wobblyProgram().readManuals()["check"].text)
	for _, x := range analyzers.All() {
		if x.As != nil {
			continue // another name of an analyzer
		}
		proves := isListed(text, "By a theorem, each report of ", " is a race, and has a witness",
			x.Name)
		if proves != x.Proves {
			t.Errorf("help check lists %s among those that prove their reports: %t, want %t",
				x.Name, proves, x.Proves)
		}
		extracted := isListed(text, "The reports of ", " are also compared", x.Name)
		if extracted != x.Extracted {
			t.Errorf("help check lists %s among those that are extracted: %t, want %t", x.Name,
				extracted, x.Extracted)
		}
	}
}

// isListed reports whether a name is in the list between two parts of a text.
func isListed(text, before, after, name string) bool {
	_, rest, _ := strings.Cut(text, before)
	list, _, _ := strings.Cut(rest, after)
	return slices.Contains(strings.FieldsFunc(list,
		func(r rune) bool { return r == ' ' || r == ',' }), name)
}

// TestExitsOfFix checks the exit codes in help fix: 0 if the race is certainly gone, even if a
// search was cut, and 3 if a bound left the answer open.
func TestExitsOfFix(t *testing.T) {
	const race, locked = "n(a) { a.f := new(); }", "n(a) { lock(); a.f := new(); unlock(); }"
	for _, x := range []struct {
		program, flags string
		want           console.Exit
	}{
		{race, "--max-states 1", console.ExitNothing},
		{locked, "--max-states 1", console.ExitInconclusive},
		{locked, "", console.ExitNothing},
		{locked, "--shrink --max-states 1", console.ExitInconclusive},
		{locked, "--shrink", console.ExitNothing},
	} {
		args := append(append([]string{"fix"}, strings.Fields(x.flags)...), "-")
		code, out, errs := execute(context.Background(), x.program, args...)
		if code != int(x.want) {
			t.Errorf("wobbly %v < %s: exit %d, want %d: %s%s", args, x.program, code, x.want, out,
				errs)
		}
	}
}
