package predict

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/semantics"
)

// written reads a trace. It has an event for each line or part between semicolons: "A write x",
// "B acquire", "B acquire m", or "A read y along x", where x is a cell on the path.
func written(t *testing.T, text string) *Trace {
	t.Helper()
	var events []dynamic.Event
	var paths [][]semantics.Addr
	var levels [2]il.Level
	locks := []string{""}
	cell := func(name string) semantics.Addr { return semantics.Addr{Loc: 1, Field: name} }
	for _, line := range strings.FieldsFunc(text,
		func(r rune) bool { return r == '\n' || r == ';' }) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		e := dynamic.Event{Thread: semantics.Tid(words[0][0] - 'A')}
		e.Kind = map[string]dynamic.Kind{
			"read": dynamic.Read, "write": dynamic.Write, "acquire": dynamic.Acquire,
			"release": dynamic.Release, "call": dynamic.Call,
		}[words[1]]
		var along []semantics.Addr
		switch e.Kind {
		case dynamic.Acquire, dynamic.Release:
			name := strings.Join(words[2:], " ")
			e.Slot = slices.Index(locks, name)
			if e.Slot < 0 {
				e.Slot = len(locks)
				locks = append(locks, name)
			}
		default:
			rest := words[2:]
			if e.IsAccess() {
				e.Cell, rest = cell(words[2]), words[3:]
			}
			for _, name := range rest[min(1, len(rest)):] {
				along = append(along, cell(name))
			}
		}
		levels[e.Thread] = e.After(levels[e.Thread])
		e.Level = levels[e.Thread]
		events, paths = append(events, e), append(paths, along)
	}
	return newTrace(nil, events, paths)
}

// predicted lists the races that a predictor reports, by the numbers of the events from 1.
func predicted(p Predictor, tr *Trace) string {
	var out []string
	p.Races(tr, func(r hb.Race) bool {
		out = append(out, fmt.Sprintf("%d-%d", r.First+1, r.Second+1))
		return true
	})
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestFigures: traces like the motivating examples of the papers, with the races that each method
// predicts. Methods that are not listed predict none.
func TestFigures(t *testing.T) {
	for _, tt := range []struct {
		name, trace string
		want        map[string]string // by method, for printed
		prefixes    map[string]string // the same with prefixes; nil for the same
	}{
		{
			name:  "what is published by a race: only the first race can be shown (OOPSLA 2018)",
			trace: "A write x; A write y; B read y; B write x",
			want: map[string]string{
				"hb": "1-4 2-3", "shb": "2-3", "wcp": "1-4 2-3", "syncp": "2-3", "m2": "2-3",
				"maximal": "2-3",
			},
		},
		{
			name:  "a read may race with the write that it reads from (OOPSLA 2018)",
			trace: "A write x; B read x; B write x",
			want: map[string]string{
				"hb": "1-2 1-3", "shb": "1-2", "wcp": "1-2 1-3", "syncp": "1-2", "m2": "1-2",
				"maximal": "1-2",
			},
		},
		{
			name: "no race: the read in the section keeps the sections in order (PLDI 2017)",
			trace: "A write y; A acquire; A write x; A release; " +
				"B acquire; B read x; B release; B read y",
			want: map[string]string{},
		},
		{
			name: "sections that do not conflict (PLDI 2017)",
			trace: "A write y; A acquire; A read x; A release; " +
				"B acquire; B read x; B release; B read y",
			want: map[string]string{"wcp": "1-8", "syncp": "1-8", "m2": "1-8", "maximal": "1-8"},
		},
		{
			name: "the read before the conflict in the section (PLDI 2017)",
			trace: "A write y; A acquire; A write x; A release; " +
				"B acquire; B read y; B read x; B release",
			want: map[string]string{"wcp": "1-6", "syncp": "1-6", "m2": "1-6", "maximal": "1-6"},
		},
		{
			name: "the read after the conflict in the section (PLDI 2017)",
			trace: "A write y; A acquire; A write x; A release; " +
				"B acquire; B read x; B read y; B release",
			want: map[string]string{},
		},
		{
			name: "the lock is re-entrant: the inner release ends no section",
			trace: "A acquire; A write x; A acquire; A release; A write z; A release; " +
				"B acquire; B read x; B release; B write z",
			want: map[string]string{},
		},
		{
			name:  "a section is left out (POPL 2021)",
			trace: "A write x; A acquire; A release; B acquire; B release; B write x",
			want:  map[string]string{"wcp": "1-6", "syncp": "1-6", "m2": "1-6", "maximal": "1-6"},
		},
		{
			name:  "sections that change places (POPL 2020, and what POPL 2021 leaves out)",
			trace: "A acquire; A write x; A release; B acquire; B release; B write x",
			want:  map[string]string{"m2": "2-6", "maximal": "2-6", "wcp": "2-6"},
		},
		{
			name: "what a section touches orders its own end, and not that of the next one",
			trace: "A acquire; A write x; A release; A write y; A acquire; A release; " +
				"B acquire; B read x; B release; B write y",
			want: map[string]string{
				"wcp": "4-10", "syncp": "4-10", "m2": "4-10", "maximal": "4-10",
			},
		},
		{
			name: "an event that happens before an unlock() that weakly precedes another one: " +
				"rule (c) (PLDI 2017)",
			trace: "A write z; A acquire; A release; B acquire; B write x; B release; " +
				"A acquire; A read x; A release; B acquire; B release; B write z",
			want: map[string]string{"syncp": "1-12", "m2": "1-12", "maximal": "1-12"},
		},
		{
			name:  "sections of different locks",
			trace: "A acquire m; A write x; A release m; B acquire n; B write x; B release n",
			want: map[string]string{
				"hb": "2-5", "shb": "2-5", "wcp": "2-5", "syncp": "2-5", "m2": "2-5",
				"maximal": "2-5",
			},
		},
		{
			name: "a section of another lock orders nothing, and one of the same lock does",
			trace: "A acquire m; A write x; A release m; " +
				"B acquire n; B release n; B acquire m; B write x; B release m",
			want: map[string]string{},
		},
		{
			name: "sections of m that do not conflict, ordered through n: rule (b) (PLDI 2017)",
			trace: "A acquire m; A acquire n; A write x; A release n; A write z; A release m; " +
				"B acquire n; B read x; B release n; B acquire m; B release m; B write z",
			want: map[string]string{},
		},
		{
			name: "sections of m that do not conflict, and one of n (PLDI 2017)",
			trace: "A write z; A acquire m; A write x; A release m; B acquire n; B release n; " +
				"B acquire m; B release m; B write z",
			want: map[string]string{"wcp": "1-9", "syncp": "1-9", "m2": "1-9", "maximal": "1-9"},
		},
		{
			name: "sections that conflict only in a value that is not read (POPL 2021)",
			trace: "A write y; A acquire m; A acquire l; A write x; A release l; A release m; " +
				"B acquire l; B write x; B release l; B write y",
			want: map[string]string{"syncp": "1-10", "m2": "1-10", "maximal": "1-10"},
		},
		{
			name: "no race but a deadlock, as the theorem of WCP allows (PLDI 2017)",
			trace: "A acquire m; A acquire n; A release n; A write x; A release m; " +
				"B acquire n; B acquire m; B release m; B write x; B release n",
			want: map[string]string{"wcp": "4-9"},
		},
		{
			name:  "both are in critical sections",
			trace: "A acquire; A write x; A release; B acquire; B write x; B release",
			want:  map[string]string{},
		},
		{
			name:  "the same write must be seen on the way to the race",
			trace: "A write x; A write z; B read z; B write z; A write x; B write x",
			want: map[string]string{
				"hb": "1-6 2-3 2-4 5-6", "shb": "2-3 5-6", "wcp": "1-6 2-3 2-4 5-6",
				"syncp": "2-3 5-6", "m2": "2-3 5-6", "maximal": "2-3 5-6",
			},
		},
		{
			name:  "B redirects the path of A's access: printed, all predict a false race",
			trace: "A write x along p; B write p; B write x",
			want: map[string]string{
				"hb": "1-3", "shb": "1-3", "wcp": "1-3", "syncp": "1-3", "m2": "1-3",
				"maximal": "1-3",
			},
			prefixes: map[string]string{},
		},
		{
			name:  "A makes the path of B's access",
			trace: "A write p; A write x; B write x along p",
			want: map[string]string{
				"hb": "2-3", "shb": "2-3", "wcp": "2-3", "syncp": "2-3", "m2": "2-3",
				"maximal": "2-3",
			},
			prefixes: map[string]string{
				"wcp": "2-3", "shb": "2-3", "syncp": "2-3", "m2": "2-3", "maximal": "2-3",
			},
		},
		{
			name:  "a call reads its arguments, and must read the same values again",
			trace: "A write x; A write p; B call along p; B write x",
			want: map[string]string{
				"hb": "1-4", "shb": "1-4", "wcp": "1-4", "syncp": "1-4", "m2": "1-4",
				"maximal": "1-4",
			},
			prefixes: map[string]string{"wcp": "1-4"},
		},
		{
			name:  "B redirects a path, so that the order of the trace shows no race",
			trace: "A write p; A write x along p; B write p; B write x",
			want: map[string]string{
				"hb": "1-3 2-4", "shb": "1-3 2-4", "wcp": "1-3 2-4", "syncp": "1-3 2-4",
				"m2": "1-3 2-4", "maximal": "1-3 2-4",
			},
			prefixes: map[string]string{
				"shb": "1-3", "wcp": "1-3", "syncp": "1-3", "m2": "1-3 2-4", "maximal": "1-3 2-4",
			},
		},
	} {
		tr := written(t, tt.trace)
		for _, p := range Predictors(nil, nil) {
			want := tt.want[p.Name]
			if p.Variant == prefixes && tt.prefixes != nil {
				want = tt.prefixes[p.Name]
			}
			if got := predicted(p, tr); got != want {
				t.Errorf("%s\n%s\n%s %s: %q, want %q", tt.name, tt.trace, p.Name,
					p.Variant, got, want)
			}
		}
	}
}
