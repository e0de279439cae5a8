package engine

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/iltest"
)

// aboutPrograms lists the messages that have a program: for each verb, the other fields.
func aboutPrograms() map[string][]map[string]any {
	one := []map[string]any{{}}
	at := []map[string]any{{"at": 0}, {"at": 5}, {"at": 9, "against": 9}}
	analyses := []map[string]any{{}}
	for _, name := range []string{
		"nowb", "plus", "meet", "flow", "rely", "bounded", "racerd", "chord",
	} {
		analyses = append(analyses, map[string]any{"analysis": name})
	}
	return map[string][]map[string]any{
		"diagnose": one, "accesses": one, "fmt": {{}, {"core": true}}, "hover": at, "complete": at,
		"define": at,
		"check":  analyses,
		"races":  {{}, {"states": 100}, {"analysis": "chord", "states": 100}},
		"search": {{}, {"maxStates": 100}},
		"why": {{"what": []string{"R1"}}, {"what": []string{"F1"}},
			{"what": []string{"1:1", "1:1"}}},
		"explore": {{}, {"init": "given"}, {"init": "given", "stateless": true},
			{"strategy": "random", "runs": 3}},
		"graph": {{}, {"heap": "one"}}, "share.make": one, "compare": one,
		"session.open": {{}, {"race": "R1"}, {"sites": "1:1 1:1"}, {"heap": "different"},
			{"schedule": "A B"}},
	}
}

// TestDegenerate: every verb that takes a program answers for programs that lack a public method, a
// field, a parameter or statements. None of the answers is an internal error.
func TestDegenerate(t *testing.T) {
	messages := aboutPrograms()
	for _, v := range verbs() {
		if _, isAboutPrograms := v.ask.FieldByName("Program"); isAboutPrograms &&
			messages[v.name] == nil {
			t.Errorf("%s takes a program, but aboutPrograms lacks it", v.name)
		}
	}
	private := len(iltest.Private())
	for i, x := range append(iltest.Degenerate(), iltest.Empty()...) {
		h := New(Options{})
		for _, do := range slices.Sorted(maps.Keys(messages)) {
			for _, fields := range messages[do] {
				fields = maps.Clone(fields)
				fields["program"] = x.Text
				var ok any
				p := put(t, h, do, fields, &ok)
				if p != nil && p.Code == "internal" {
					t.Errorf("%s: %s with %v fails: %s: %s", x.Name, do, fields, p.Message, p.Text)
				}
				needsPair := do == "graph" || do == "session.open" && fields["race"] == nil ||
					do == "explore" && fields["init"] != nil
				if i >= private || !needsPair {
					continue
				}
				if p == nil || p.Code != "name" || p.Exit != 2 ||
					!strings.Contains(p.Message, "private, so") {
					t.Errorf("%s: %s: %v: want the name of the private method, got %+v", x.Name,
						do, fields, p)
				}
			}
		}
	}
}
