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
			if left := braces.FindString(m.text); left != "" {
				t.Errorf("the manual of %s has %s", path, left)
			}
		}
	}
	text := strings.Join(strings.Fields(wobblyProgram().readManuals()["check"].text), " ")
	for _, x := range analyzers.All() {
		if x.As == nil &&
			x.Proves != isListed(text, "By a theorem, each report of ", " is a race, and has a witness", x.Name) {
			t.Errorf("%s proves its reports: %t, and help check says otherwise", x.Name, x.Proves)
		}
		if x.As == nil &&
			x.Extracted != isListed(text, "The reports of ", " are also compared", x.Name) {
			t.Errorf("%s is extracted: %t, and help check says otherwise", x.Name, x.Extracted)
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
			t.Errorf("%v of %s: exit %d, want %d: %s%s", args, x.program, code, x.want, out, errs)
		}
	}
}
