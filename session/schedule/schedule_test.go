package schedule

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	ggen "github.com/leanovate/gopter/gen"

	"wobbly/il"
	"wobbly/internal/law"
	"wobbly/internal/quick"
	"wobbly/semantics"
)

const (
	a = semantics.A
	b = semantics.B
)

// randomSchedule returns a random schedule of at most n moves, about two thirds of them steps.
func randomSchedule(r *rand.Rand, n int) Schedule {
	var s Schedule
	for range r.IntN(n + 1) {
		s = append(s, Move{semantics.Tid(r.IntN(2)), Do(max(0, r.IntN(6)-3))})
	}
	return s
}

func TestCanonical(t *testing.T) {
	tests := []struct {
		text, want      string
		moves, switches int
	}{
		{"", "", 0, 0},
		{" ,\n", "", 0, 0},
		{"A2 B A+", "A2 B A+", 5, 2},
		{"a1,b01", "A B", 2, 1},
		{"AABA", "A2 B A", 4, 2},
		{"A A+ A A2", "A A+4", 6, 0},
		{"A+0 A+0 A", "A++", 3, 0},
		{"A+0 B A-0", "A+0 B A-0", 3, 0},
		{"A+0 B A", "A+0 B A", 3, 1},
		{"b+-3a-", "B+-3 A-", 7, 1},
		{"A12", "A12", 12, 0},
	}
	for _, tt := range tests {
		s, err := Parse(tt.text)
		if err != nil || s.String() != tt.want || len(s) != tt.moves ||
			s.Switches() != tt.switches {
			t.Errorf("Parse(%q) = %q, %v with %d moves and %d switches; want %q, %d, %d", tt.text, s,
				err, len(s), s.Switches(), tt.want, tt.moves, tt.switches)
		}
	}
}

// schedules returns the generator of schedules for gopter.
func schedules() gopter.Gen {
	threads := ggen.OneConstOf(a, b)
	return ggen.SliceOf(ggen.Struct(reflect.TypeFor[Move](), map[string]gopter.Gen{
		"Thread": threads, "Do": ggen.OneConstOf(Step, Step, Step, Plus, Minus),
	}))
}

// TestPrintThenParse checks that a schedule is parsed from its short form, even with other
// separators and in lower case.
func TestPrintThenParse(t *testing.T) {
	law.Values(t, quick.Cases(3000), schedules(), func(moves []Move) error {
		s := Schedule(moves)
		for _, text := range []string{
			s.String(), s.join(""), strings.ToLower(s.join(" , ")), s.join("\n"),
		} {
			if back, err := Parse(text); err != nil || !slices.Equal(s, back) {
				return fmt.Errorf("%q is parsed as %s, %v", text, back, err)
			}
		}
		return nil
	})
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ text, want, caret string }{
		{"A2 X B", "column 4: 'X' is not a thread; write A or B", "A2 X B\n   ^"},
		{"A2+", "column 3: the choice is after the number of steps; write A2 A+ to step first, " +
			"or A+2 to choose first", "A2+\n  ^"},
		{"2A", "column 1: the number stands alone; write it after its thread, as in A2", "2A\n^"},
		{"A +", "column 3: the choice stands alone; write it after its thread, as in A+",
			"A +\n  ^"},
		{"A–", "column 2: this is not the ASCII minus sign; write - for else or for leaving a loop",
			"A–\n ^"},
		{"A;B", "column 2: ';' does not separate steps; write a blank or a comma", "A;B\n ^"},
		{"B A0", "column 3: 0 steps and no choice make no move; leave A0 out", "B A0\n  ^"},
		{"A1000001", "column 2: a schedule has at most 1000000 moves", "A1000001\n ^"},
		{"B2 A999999", "column 4: the schedule has more than 1000000 moves", "B2 A999999\n   ^"},
		{"A99999999999999999999999", "column 2: a schedule has at most 1000000 moves",
			"A99999999999999999...\n ^"},
		{"A B\x00", "column 4: '\\x00' is not a thread; write A or B", "A B \n   ^"},
		{strings.Repeat("A ", 40) + "?", "column 81: '?' is not a thread; write A or B",
			"...A A A A A A A A A A A A A A A A A A A A A A A A ?\n" +
				strings.Repeat(" ", 51) + "^"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.text)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("Parse(%q) = %v, want an *Error", tt.text, err)
			continue
		}
		if e.Error() != tt.want {
			t.Errorf("Parse(%q) = %s\nwant %s", tt.text, e, tt.want)
		}
		isLong := strings.HasPrefix(tt.text, strings.Repeat("A ", 40))
		if caret := strings.TrimPrefix(e.Caret(), " "); caret != tt.caret && !isLong {
			t.Errorf("Caret for %q =\n%s\nwant\n%s", tt.text, e.Caret(), tt.caret)
		}
		lines := strings.Split(e.Caret(), "\n")
		if len(lines) != 2 || len([]rune(lines[0])) > 75 || len(lines[1]) > 51 {
			t.Errorf("Caret for %q =\n%s\nwant 2 lines of at most 75 columns", tt.text, e.Caret())
		}
	}
}

func TestTakes(t *testing.T) {
	for _, at := range []il.Stmt{&il.If{}, &il.While{}} {
		for _, do := range []Do{Plus, Minus} {
			m := Move{b, do}
			if take, ok := m.Take(at); !ok || Choose(b, take) != m {
				t.Errorf("Take of %v at %T = %q, %t; want one that Choose reverses", m, at, take,
					ok)
			}
		}
		if take, ok := (Move{a, Step}).Take(at); ok {
			t.Errorf("Take of a step at %T = %q, want none", at, take)
		}
	}
	if take, ok := (Move{a, Plus}).Take(&il.Lock{}); ok {
		t.Errorf("Take of a choice at lock() = %q, want none", take)
	}
}
