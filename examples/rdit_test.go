package examples_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/dynamic/rdit"
)

// TestRDIT compares the "expect rdit" headers with the variants of RDIT, a race detector for
// executions in which the events of some methods are missing. A line "M,... missing, PAIR, false:
// VARIANT ..." lists the variants that report the pair of sites falsely in some execution, and one
// with "missed:" those that miss a race. If an example has such a line, its lines must list all of
// them.
func TestRDIT(t *testing.T) {
	const minLines = 3
	lines := 0
	for _, x := range load(t, "*.il") {
		want := map[string][]string{}
		for _, line := range x.expect["rdit"] {
			lines++
			missing, _, ok := strings.Cut(line, " missing, ")
			if !ok {
				t.Fatalf("%s: %q does not say what is missing", x.name, line)
			}
			want[missing] = append(want[missing], line)
		}
		for missing, expected := range want {
			if d := difference(x.rditLines(t, missing), expected); d != "" {
				t.Errorf("%s: expect rdit:%s", x.name, d)
			}
		}
	}
	if lines < minLines {
		t.Errorf("the examples have %d \"expect rdit\" headers, want at least %d", lines, minLines)
	}
}

// rditLines renders the errors of the variants if the events of methods are missing, which are
// separated by commas.
func (x example) rditLines(t *testing.T, methods string) []string {
	t.Helper()
	core := x.core(t)
	missing, err := rdit.Named(core, strings.Split(methods, ",")...)
	if err != nil {
		t.Fatalf("%s: %v", x.name, err)
	}
	var got []string
	for _, p := range core.Pairs() {
		s := rdit.Survey(core, p, missing, rdit.DefaultSurvey())
		for _, f := range s.Findings {
			pair := x.sites(p, f.Sites)
			wrong, missed := rditErrors(s, f)
			for word, names := range map[string][]string{"false": wrong, "missed": missed} {
				if names != nil {
					got = append(got,
						fmt.Sprintf("%s missing, %s, %s: %s", methods, pair, word,
							strings.Join(names, " ")))
				}
			}
		}
	}
	slices.Sort(got)
	return got
}

// rditErrors returns the variants that report a pair of sites falsely, and those that miss a race.
func rditErrors(s *rdit.Study, f rdit.Finding) (wrong, missed []string) {
	races := f.Verdicts[slices.IndexFunc(s.Variants, func(v rdit.Variant) bool {
		return v.Name == rdit.Truth.Name
	})].Runs
	for i, v := range s.Variants {
		if f.Verdicts[i].False > 0 {
			wrong = append(wrong, v.Name)
		}
		if f.Verdicts[i].Runs-f.Verdicts[i].False < races {
			missed = append(missed, v.Name)
		}
	}
	return wrong, missed
}
