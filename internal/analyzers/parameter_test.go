package analyzers

import (
	"slices"
	"strings"
	"testing"
)

// TestParameters: each is listed once with all that a flag needs, and belongs to
// those that declare it; what judges reports has one too.
func TestParameters(t *testing.T) {
	var names []string
	for _, p := range Parameters() {
		if slices.Contains(names, p.Name) {
			t.Errorf("%s stands twice", p.Name)
		}
		names = append(names, p.Name)
		if p.Type != nil && (p.Help == "" || p.Placeholder == "" || p.Set == nil) {
			t.Errorf("%+v", p)
		}
	}
	if got, want := strings.Join(names, " "), "literal cap condition max-steps switches keep context seed runs max-states"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, x := range []struct {
		analyzer string
		has      string
	}{
		{"plus", "literal cap condition max-steps"}, {"flow", "max-steps"}, {"racerd", "switches max-states"},
		{"chord", "keep context max-states"}, {"hb", "seed runs max-states"}, {"racemob", "context seed runs max-states"}, {"oracle", "max-states"},
	} {
		a, _ := Find(x.analyzer)
		var has []string
		for _, p := range Parameters() {
			if a.Has(p) {
				has = append(has, p.Name)
			}
		}
		if got := strings.Join(has, " "); got != x.has {
			t.Errorf("%s has %s, want %s", x.analyzer, got, x.has)
		}
	}
}

// TestOwners: who has a parameter is said by name, without what is another one under
// a condition.
func TestOwners(t *testing.T) {
	for _, x := range []struct {
		p    *Parameter
		want string
	}{
		{literal, "RacerDX: racerdx, nowb, plus, meet"}, {switches, "racerd"}, {runs, "analyzers that watch executions"},
		{maxSteps, "analyses that make witnesses: racerdx, nowb, plus, meet, flow"},
	} {
		if got := x.p.Owners(); got != x.want {
			t.Errorf("%s: %s, want %s", x.p.Name, got, x.want)
		}
	}
}

// TestSet: values reach the options, and what makes no sense is refused.
func TestSet(t *testing.T) {
	o := DefaultOptions()
	for _, x := range []struct {
		p     *Parameter
		value any
		err   string
	}{
		{maxSteps, 0, ""}, {maxSteps, -1, "--max-steps must not be negative"}, {runs, 1, ""}, {runs, 0, "--runs must be at least 1"},
		{contextDepth, 0, ""}, {contextDepth, -1, "--context must be at least 0"}, {seed, uint64(7), ""}, {maxStates, 9, ""},
		{switches, "base", ""}, {switches, "bas", "--switches: "}, {keep, "aliasing", ""}, {keep, "alias", "--keep: "},
	} {
		err := x.p.Set(&o, x.value)
		if (err == nil) != (x.err == "") || err != nil && !strings.HasPrefix(err.Error(), x.err) {
			t.Errorf("%s %v: %v", x.p.Name, x.value, err)
		}
	}
	if o.Steps != 0 || o.Executions != 1 || o.Context != 0 || o.Seed != 7 || o.Search.MaxStates != 9 {
		t.Errorf("%+v", o)
	}
	if DefaultOptions().StepsOf(3) != 3 || o.StepsOf(3) != 0 {
		t.Error("what is not given is as usual, and 0 is given")
	}
}

// TestSearches: for each truth there is one exact search.
func TestSearches(t *testing.T) {
	for truth, want := range map[Truth]string{Coenabled: "oracle", Unordered: "oracle-hb"} {
		if a, ok := Search(truth); !ok || a.Name != want {
			t.Errorf("%s: %+v", truth, a)
		}
	}
}

// TestInclusionOrder: what is proved is listed as docs/comparators.md has it.
func TestInclusionOrder(t *testing.T) {
	var got []string
	for _, in := range Inclusions() {
		got = append(got, in.Sub+"<"+in.Super)
	}
	const want = "racerdx-sum<racerdx racerdx<nowb nowb<plus racerdx<racerd plus<oracle plus<meet meet<flow flow<oracle racemob-coenabled<oracle " +
		"oracle<chord rdit<rdit-max rdit-max<hb hb<oracle-hb racemob<oracle-hb racemob-plain<oracle-hb"
	if strings.Join(got, " ") != want {
		t.Errorf("%s", got)
	}
}
