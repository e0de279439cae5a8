package query

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/diag"
)

// TestCanonical compares the printed forms of texts with the wanted ones, or with the texts
// themselves if want is empty.
func TestCanonical(t *testing.T) {
	s := sampleSetting(t)
	tests := []struct{ text, want string }{
		{"A.b", ""}, {"b.f.g", ""}, {"`b`", "b"}, {"A.`b`", "A.b"}, {"`steps`.f", ""},
		{"B.`steps`", ""}, {"B.steps", ""},
		{"o1.f", ""}, {"o17", ""},
		{"lock . owner==A", "lock.owner == A"}, {"nobody == last", ""}, {"A.at == 2:3", "A at 2:3"},
		{"2:3 == A.at", ""},
		{"A.at != 2:3", ""}, {"A at 2:3 and B at 10:3", ""}, {"A.at == B.at", ""},
		{"(A.b) == (((B.b)))", "A.b == B.b"}, {"((race))", "race"},
		{"(A ended) and (B ended)", "A ended and B ended"},
		{"race and race and race", ""}, {"race and (race and race)", ""},
		{"(race and race) and race", "race and race and race"},
		{"race or race and race", ""}, {"(race or race) and race", ""},
		{"race or (race and race)", "race or race and race"},
		{"race => race => race", ""}, {"(race => race) => race", ""},
		{"race => (race => race)", "race => race => race"},
		{"race or race => race", ""}, {"race or (race => race)", ""}, {"not (race and race)", ""},
		{"(not race) and race", "not race and race"},
		{"not not race", ""}, {"not A.b == B.b", ""}, {"not (A.b == B.b)", "not A.b == B.b"},
		{"not A at 2:3", ""},
		{"A reads", ""}, {"A reads and race", ""}, {"A writes .f or B reads A.b.g", ""},
		{"B reads `steps`.f", ""},
		{"race( b.f )", "race(b.f)"}, {"race(.g)", ""}, {"race at 2:3 13:5", ""},
		{"race at 2:3 13:5 or A waits", ""},
		{"changed b.f", ""}, {"changed (b.f)", "changed b.f"}, {"changed lock.depth", ""},
		{"changed A.at and A chooses", ""},
		{"reaches(A.b,B.b)", "reaches(A.b, B.b)"},
		{"always(not race)", ""}, {"never(race)", "no race"},
		{"never (race) from all", "no race from all"}, {"no race", ""},
		{"never(race(.f)) from all", ""}, {"possible(race => false)", ""},
		{"not no race and A ended", ""},
		{"count(schedules)==6", "count(schedules) == 6"},
		{"6 < count( finals )", "6 < count(finals)"}, {"count(races) >= 1", ""},
		{"visited(finals,race ,A ended or B ended)", "visited(finals, race, A ended or B ended)"},
		{"true => false", ""}, {"00012 < steps", "12 < steps"}, {"visited(changed A.x)", ""},
		{"race\n  and\tA\r\nended", "race and A ended"},
	}
	for _, tt := range tests {
		want := tt.want
		if want == "" {
			want = tt.text
		}
		use := Watch
		goals := []string{"always", "never", "possible", "no race", "count", "visited"}
		if containsAny(tt.text, goals) {
			use = Goal
		}
		e := s.mustParse(t, tt.text, use)
		if e.String() != want {
			t.Errorf("%s is printed as %s, want %s", tt.text, e, want)
		}
		if again := s.mustParse(t, e.String(), use).String(); again != want {
			t.Errorf("%s is printed as %s the second time", want, again)
		}
	}
}

// containsAny reports whether a text contains one of several parts.
func containsAny(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// TestErrors checks the errors of refused texts: position, underlined text, code, message, and the
// likely fix.
func TestErrors(t *testing.T) {
	s := sampleSetting(t)
	tests := []struct {
		text string
		use  Use
		want string
	}{
		{"", Watch, `0 "" E0101 the expression is empty; write a path such as A.b, or a ` +
			`condition such as race`},
		{"A.b ==", Watch, `6 "" E0101 the expression ends too early`},
		{"race and", Watch, `8 "" E0101 the expression ends too early`},
		{"and race", Watch, `0 "and" E0101 expected a value or a condition, found "and"`},
		{"A.b B.b", Watch, `4 "B" E0101 unexpected "B" after a complete expression`},
		{"race AND A ended", Watch,
			`5 "AND" E0101 unexpected "AND" after a complete expression; did you mean and?`},
		{"race ~ A ended", Watch, `5 "~" E0101 unexpected character; remove it`},
		{"A.b == o1 == B.b", Watch,
			`10 "==" E0101 comparisons cannot be chained; write two, as in A.b == o1 and o1 == ` +
				`B.b`},
		{"A is ended", Watch, `2 "is" E0101 "is" cannot follow A; leave it out, as in A ended`},
		{"A ends", Watch,
			`2 "ends" E0101 "ends" cannot follow A; a thread is followed by one of ended, ` +
				`blocked, waits, chooses, at, reads, writes`},
		{"A sleeps", Watch,
			`2 "sleeps" E0101 "sleeps" cannot follow A; a thread is followed by one of ended, ` +
				`blocked, waits, chooses, at, reads, writes`},
		{"A at 3", Watch, `5 "3" E0101 a line is not a position; write A.line == 3`},
		{"B at line 7", Watch, `5 "line 7" E0101 a line is not a position; write B.line == 7`},
		{"A at", Watch, `4 "" E0101 a position is missing`},
		{"A at 2:", Watch,
			`7 "" E0101 a position without its column; write line:column, as in 3:5`},
		{"last A", Watch, `5 "A" E0101 last A is not a condition; write last == A`},
		{"lock", Watch, `0 "lock" E0101 lock alone is not a value; write lock.owner or lock.depth`},
		{"lock.ownr == A", Watch,
			`5 "ownr" E0101 the lock has an owner and a depth, nothing else; did you mean owner?`},
		{"race on b.f", Watch,
			`5 "on" E0101 "on" cannot follow race; write race(b.f) for a race on the cell of b.f`},
		{"race at 2:3", Watch, `11 "" E0101 a position is missing`},
		{"race at 2 13:5", Watch, `8 "2" E0101 a number is not a position`},
		{".f == o1", Watch,
			`0 ".f" E0101 a field without its object; write the object too, as in A.b.f`},
		{"A.b. == o1", Watch, `4 "" E0101 a dot without a field`},
		{"A. == o1", Watch, `2 "" E0101 a dot without a variable`},
		{"reaches A.b", Watch,
			`7 "" E0101 reaches without its parentheses; write it as in reaches(A.b, B.c)`},
		{"reaches(A.b)", Watch,
			`0 "reaches(A.b)" E0101 reaches takes two values; write it as in reaches(A.b, B.c)`},
		{"no races", Goal,
			`2 "" E0101 "no" must be followed by "race"; write no race, or never(...)`},
		{"no race(.f)", Goal,
			`3 "race" E0101 no race takes no cell and no positions; write never(race(...))`},
		{"no race from", Goal,
			`12 "" E0101 "from" must be followed by "all"; write from all, for all initial states`},
		{"count(schedule) == 6", Goal,
			`6 "schedule" E0101 this cannot be counted; did you mean schedules?`},
		{"never race", Goal,
			`5 "" E0101 never without its parentheses; write it as in never(race)`},
		{"A.b == not race", Watch,
			`7 "not" E0101 "not" needs parentheses here; put parentheses around it, as in (not ` +
				`race)`},
		{"`1`", Watch,
			"0 \"`1`\" E0101 this is not a name; write the name of a variable, as in `steps`"},

		{"A.b = B.b", Watch, `4 "=" E0102 "=" is not an operator here; write ==`},
		{"A.b := B.b", Watch, `4 ":=" E0102 ":=" is not an operator here; write ==`},
		{"race || !race -> A.b <> o1", Watch, `5 "||" E0102 "||" is not an operator here; write or
8 "!" E0102 "!" is not an operator here; write not
14 "->" E0102 "->" is not an operator here; write =>
21 "<>" E0102 "<>" is not an operator here; write !=`},

		{"(race", Watch, `5 "" E0103 expected ")", found the end`},
		{"race)", Watch, `4 ")" E0103 ")" without a matching "("; remove it`},
		{"reaches(A.b, B.b and race", Watch,
			`13 "B.b" E0106 B.b is an object, not a condition; compare it, as in B.b == o1
25 "" E0103 expected ")", found the end`},
		{"`b", Watch,
			"0 \"`b\" E0103 this backquote is not closed; write a name between two backquotes, as in `steps`"},

		{"steps > 1234567890", Watch, `8 "1234567890" E0104 the number has more than 9 digits`},
		{strings.Repeat("(", 120) + "race", Watch,
			`100 "(" E0104 parentheses are nested more than 100 deep`},
		{strings.Repeat("x", 9000), Watch,
			`8192 "" E0104 the expression is longer than 8192 bytes`},

		{"steps + 1 > 2", Watch,
			`6 "+" E0105 expressions have no arithmetic; compare with a number, as in steps > 3`},
		{"- 1 > steps", Watch,
			`0 "-" E0105 expressions have no arithmetic; compare with a number, as in steps > 3`},

		{"A.b", Break,
			`0 "A.b" E0106 A.b is an object, not a condition; compare it, as in A.b == o1`},
		{"not steps", Watch,
			`4 "steps" E0106 steps is a number, not a condition; compare it, as in steps > 1`},
		{"A and race", Watch,
			`0 "A" E0106 A is a thread, not a condition; compare it, as in last == A, or say ` +
				`what the thread does, as in A ended`},
		{"3:5", Break,
			`0 "3:5" E0106 3:5 is a position, not a condition; say who stands there, as in A at ` +
				`3:5`},
		{"A.b == 3", Watch,
			`0 "A.b == 3" E0106 A.b is an object and 3 a number: they are never equal`},
		{"A.at == 3", Watch,
			`0 "A.at == 3" E0106 A.at is a position and 3 a number: they are never equal; write ` +
				`A.line == 3`},
		{"A.line == 2:3", Watch,
			`0 "A.line == 2:3" E0106 A.line is a number and 2:3 a position: they are never ` +
				`equal; write A at 2:3`},
		{"A.b < B.b", Watch,
			`0 "A.b < B.b" E0106 < needs numbers, and A.b is an object; write == or !=`},
		{"race == A ended", Watch,
			`0 "race == A ended" E0106 conditions cannot be compared; write x => y, x and y, or ` +
				`x or y`},
		{"steps.f", Watch,
			"0 \"steps\" E0106 steps is a number and has no fields; " +
				"for the variable write `steps`"},
		{"A.depth.f", Watch,
			"0 \"A.depth\" E0106 A.depth is a number and has no fields; " +
				"for the variable write A.`depth`"},
		{"lock.owner.f", Watch,
			"0 \"lock.owner\" E0106 lock.owner is a thread and has no fields; " +
				"for the variable write `lock`.owner"},
		{"changed race", Watch,
			`8 "race" E0106 changed needs a value, and this is a condition; write changed after ` +
				`the value, as in changed A.b`},
		{"changed o1", Watch,
			`8 "o1" E0106 o1 never changes; write changed with a path, as in changed A.b`},
		{"reaches(A, A.b)", Watch, `8 "A" E0106 A is a thread, not an object`},
		{"count(races) == count(finals)", Goal,
			`0 "count(races) == count(finals)" E0106 a count is compared with a number only`},

		{"A.bb == o1", Watch, `0 "A.bb" E0107 A has no variable bb; did you mean A.b?`},
		{"A.deph == 1", Watch, `0 "A.deph" E0107 A has no variable deph; did you mean A.depth?`},
		{"A.y", Watch, `0 "A.y" E0107 A has no variable y; did you mean B.y?`},
		{"zz.f", Watch, `0 "zz.f" E0107 neither A nor B has a variable zz`},
		{"a.f", Watch, `0 "a.f" E0107 neither A nor B has a variable a; did you mean A?`},
		{"Race", Watch, `0 "Race" E0107 neither A nor B has a variable Race; did you mean race?`},
		{"A.b == null", Watch,
			`7 "null" E0107 there is no null; a variable that has no value yet makes comparisons ` +
				`false, == and != alike`},
		{"b.ff", Watch, `0 "b.ff" E0107 no object has a field ff; did you mean f?`},
		{"A reads y.f", Watch, `8 "y.f" E0107 A has no variable y`},
		{"o01", Watch,
			`0 "o01" E0107 neither A nor B has a variable o01; objects are called o1, o2, and so ` +
				`on`},
		{"o0", Watch,
			`0 "o0" E0107 neither A nor B has a variable o0; objects are called o1, o2, and so on`},
		{"o99999999999 == A.b", Watch,
			`0 "o99999999999" E0107 no object is ever called o99999999999`},
		{"rcae(b.f) and A.bb == o1", Watch,
			`0 "rcae" E0107 rcae is not a function; did you mean race?
14 "A.bb" E0107 A has no variable bb; did you mean A.b?`},

		{"A at 2:4", Watch, `5 "2:4" E0108 A is never at 2:4; did you mean 2:3?`},
		{"A at 5:3", Watch, `5 "5:3" E0108 A is never at 5:3; did you mean 4:3?`}, // skip
		{"B.at != 2:3", Watch, `8 "2:3" E0108 B is never at 2:3; did you mean 10:3?`},
		{"race at 2:3 4:3", Watch, `8 "2:3 4:3" E0108 both accesses are of one thread`},
		{"race at 3:3 13:5", Watch, `8 "3:3" E0108 there is no load or store of a path at 3:3`},
		{"race at 2:3 10:3", Watch, `12 "10:3" E0108 there is no load or store of a path at 10:3`},

		{"race(b)", Watch, `5 "b" E0109 b is not a cell of an object; add a field, as in b.f`},
		{"race(steps)", Watch, `5 "steps" E0109 this is not a cell of an object`},
		{"A reads .f.g", Watch, `8 ".f.g" E0109 a cell of any object has one field; write .g`},

		{"no race", Break,
			`0 "no race" E0110 never(...) is about executions, but this must be about one state; ` +
				`of one state, write not race`},
		{"count(finals) == 2", Watch,
			`0 "count(finals)" E0110 count(finals) is about executions, but this must be about ` +
				`one state`},
		{"always(no race)", Goal,
			`7 "no race" E0110 never(...) cannot be nested in another goal; of one state, write ` +
				`not race`},
		{"visited(visited(race))", Goal,
			`8 "visited(race)" E0110 visited(...) cannot be nested in another goal`},
		{"finals", Goal,
			`0 "finals" E0110 finals alone is not a condition; write visited(finals), or ` +
				`count(finals) == 2`},

		{"b == o1", Goal, `0 "b" E0111 a goal has no thread in focus; write A.b or B.b`},
		{"possible(race(b.f) and changed b.g)", Goal,
			`31 "b.g" E0111 a goal has no thread in focus; write A.b.g or B.b.g`},

		{"possible(A ended) from all", Goal,
			`9 "A ended" E0112 goals from all initial states can only be about races; use race, ` +
				`race at P Q and race(.f) with and, or and not, or leave out from all`},
		{"always(race) from all", Goal,
			`7 "race" E0112 goals from all initial states can only be about races; use race, ` +
				`race at P Q and race(.f) with and, or and not, or leave out from all`},
		{"possible(race(A.b.f)) from all", Goal,
			`9 "race(A.b.f)" E0112 goals from all initial states can only be about races; use ` +
				`race, race at P Q and race(.f) with and, or and not, or leave out from all`},

		{"A.bb == o1 and B at 1:1 or steps = race", Watch,
			`0 "A.bb" E0107 A has no variable bb; did you mean A.b?
20 "1:1" E0108 B is never at 1:1; did you mean 10:3?
27 "steps = race" E0106 conditions cannot be compared; write x => y, x and y, or x or y
33 "=" E0102 "=" is not an operator here; write ==`},
	}
	for _, tt := range tests {
		e, errs := s.Parse(tt.text, tt.use)
		if e != nil {
			t.Errorf("Parse(%.60q) succeeds, want an error", tt.text)
			continue
		}
		for _, d := range errs {
			if d.Label != "" && strings.Contains(d.Message, d.Label) {
				t.Errorf("Parse(%.60q): the message %q contains the label %q", tt.text, d.Message,
					d.Label)
			}
		}
		if got := positioned(tt.text, errs); got != tt.want {
			t.Errorf("the errors of %.60q are\n%s\nwant\n%s", tt.text, got, tt.want)
		}
	}
}

// positioned returns a list of errors as lines: offset, underlined text, code, message and fix.
func positioned(text string, errs diag.List) string {
	var all []string
	for _, d := range errs {
		line := fmt.Sprintf("%d \"%s\" %s %s", d.At, text[d.At:d.End], d.Code, d.Message)
		if d.Fix != "" {
			line += "; " + d.Fix
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n")
}

// TestNote checks that the note for a missing parenthesis points at its partner, and that two
// errors at the end are reported as one.
func TestNote(t *testing.T) {
	s := sampleSetting(t)
	_, errs := s.Parse("race and (A ended or", Watch)
	if len(errs) != 1 {
		t.Fatalf("Parse reports %s, want one error at the end", said(errs))
	}
	_, errs = s.Parse("race and (A ended", Watch)
	if len(errs) != 1 || len(errs[0].Notes) != 1 || errs[0].Notes[0].At != 9 ||
		errs[0].Notes[0].End != 10 {
		t.Errorf("Parse reports %+v, want one error with a note about the parenthesis at 9", errs)
	}
}

func TestMaxErrors(t *testing.T) {
	s := sampleSetting(t)
	_, errs := s.Parse(strings.Repeat("zz and ", 30)+"zz", Watch)
	if len(errs) != maxErrors {
		t.Errorf("Parse reports %d errors, want at most %d", len(errs), maxErrors)
	}
}

// TestPages checks that each code has a page, whose first example has exactly that error.
func TestPages(t *testing.T) {
	s := settingOf(t, PageProgram, "get", "set", "A.b = o1  B.b = o1")
	var last diag.Code
	for _, p := range Pages() {
		if p.Code <= last || p.Title == "" || p.Text == "" {
			t.Errorf("%s: out of order or empty", p.Code)
		}
		last = p.Code
		_, errs := s.Parse(p.Bad, Goal)
		for _, d := range errs {
			if d.Code != p.Code {
				t.Errorf("Parse(%q) reports %s, want only %s", p.Bad, said(errs), p.Code)
			}
		}
		if len(errs) == 0 {
			t.Errorf("%s: %s has no error", p.Code, p.Bad)
		}
		use := Goal
		if p.Code == noCell || p.Code == foreignSign {
			use = Watch
		}
		s.mustParse(t, p.Good, use)
	}
	if last != onlyRaces || len(Pages()) != 12 {
		t.Errorf("the last of %d pages is of %s, want 12 pages and %s", len(Pages()), last,
			onlyRaces)
	}
	for _, p := range Pages() {
		if _, ok := diag.Explain(p.Code); ok {
			t.Errorf("%s is a code of package diag too", p.Code)
		}
	}
}

func TestNeeds(t *testing.T) {
	s := sampleSetting(t)
	for text, want := range map[string]Needs{
		"true":                               {},
		"A ended":                            {State: true},
		"no race":                            {Executions: true},
		"no race from all":                   {},
		"count(schedules) == 6":              {},
		"count(finals) == 6":                 {Executions: true},
		"visited(race)":                      {History: true},
		"visited(race, finals)":              {History: true, Executions: true},
		"possible(A.b == o1) and steps == 2": {Executions: true, State: true},
	} {
		if got := s.mustParse(t, text, Goal).Needs(); got != want {
			t.Errorf("Needs of %s = %+v, want %+v", text, got, want)
		}
	}
}

func TestSight(t *testing.T) {
	s := sampleSetting(t)
	for text, want := range map[string]Sight{
		"true":                            {},
		"A ended and race":                {},
		"steps == 2":                      {Steps: true},
		"not (A.steps > 1)":               {Steps: true},
		"objects == 2 or B ended":         {Steps: true},
		"switches <= 1":                   {Switches: true},
		"last == A":                       {Switches: true},
		"changed A.b":                     {Changes: true},
		"lock.depth == 1":                 {},
		"A.depth == 1 => changed A.b":     {Changes: true},
		"steps == switches and last == B": {Steps: true, Switches: true},
	} {
		if got := s.mustParse(t, text, Goal).Sight(); got != want {
			t.Errorf("Sight of %s = %+v, want %+v", text, got, want)
		}
	}
}

func TestSource(t *testing.T) {
	src := Source("race and\nA.bb == o1")
	if got := src.At(il.Pos(9)); got != "2:1" {
		t.Errorf("the second line begins at %s, want 2:1", got)
	}
}
