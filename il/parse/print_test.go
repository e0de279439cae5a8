package parse

import (
	"reflect"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/quick"
)

// anywhere sets all positions in v to 0.
func anywhere(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			anywhere(v.Elem())
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.String {
			return // field lists are shared and hold no positions
		}
		for i := range v.Len() {
			anywhere(v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			anywhere(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				anywhere(v.Field(i))
			}
		}
	case reflect.Int32:
		v.SetInt(0)
	}
}

// holdsRoundTrip checks that the legal text survives printing: the same declarations and the same
// comments in the same order, and that printing what was printed changes nothing.
func holdsRoundTrip(t testing.TB, text string) {
	t.Helper()
	p, diags := File(il.NewSource("", text))
	if len(diags) > 0 {
		t.Fatalf("refused: %v\n%s", diags, text)
	}
	printed := il.Format(p)
	q, diags := File(il.NewSource("", printed))
	if len(diags) > 0 {
		t.Fatalf("the printed program is refused: %v\n%s\nprinted from:\n%s", diags, printed, text)
	}
	if again := il.Format(q); again != printed {
		t.Fatalf("printed once:\n%s\nprinted twice:\n%s\nfrom:\n%s", printed, again, text)
	}
	for _, line := range strings.Split(printed, "\n") {
		if len(p.Comments) == 0 && strings.TrimRight(line, " ") != line {
			t.Fatalf("a line ends in a space: %q", line)
		}
	}
	p.Source, q.Source = nil, nil
	anywhere(reflect.ValueOf(p))
	anywhere(reflect.ValueOf(q))
	if !reflect.DeepEqual(p, q) {
		t.Fatalf("printing changes the program.\n%s\nprinted:\n%s", text, printed)
	}
}

// TestPrintedProgramsParseToThemselves: random programs survive printing.
func TestPrintedProgramsParseToThemselves(t *testing.T) {
	for seed := range uint64(quick.Cases(3000)) {
		holdsRoundTrip(t, randomText(seed))
	}
}
