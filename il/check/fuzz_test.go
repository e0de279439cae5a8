package check_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
)

// FuzzProgram checks what the parser makes of any text, including incomplete trees. It does not
// panic. A core is returned iff the tree is complete and has no errors. Positions lie in the text,
// and a second check gives the same errors.
func FuzzProgram(f *testing.F) {
	files, err := filepath.Glob("testdata/*.il")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), false)
	}
	for _, page := range diag.Pages() {
		f.Add(page.Bad, true)
		f.Add(page.Good, false)
	}
	f.Fuzz(func(t *testing.T, text string, strict bool) {
		p, syntax := parse.File(il.NewSource("fuzz.il", text))
		core, errs := check.Program(p, check.Options{Strict: strict})
		if core != nil && len(errs) > 0 || core == nil && len(errs) == 0 && len(syntax) == 0 {
			t.Errorf("there is a core: %t, with %d errors and %d syntax errors", core != nil,
				len(errs), len(syntax))
		}
		for _, e := range errs {
			checkInText(t, text, e.At, e.End)
			for _, n := range e.Notes {
				checkInText(t, text, n.At, n.End)
			}
		}
		_, again := check.Program(p, check.Options{Strict: strict})
		if !reflect.DeepEqual(errs, again) {
			t.Errorf("a second check finds %v, want %v", again, errs)
		}
		if core != nil {
			checkOrder(t, core)
			for _, u := range core.Units {
				checkLowered(t, u)
			}
			checkStrictlyLegal(t, core)
		}
	})
}

// checkInText fails the test if a range is not in the text.
func checkInText(t *testing.T, text string, at, end il.Pos) {
	t.Helper()
	if at < 0 || end < at || int(end) > len(text) {
		t.Errorf("the range %d-%d is not in a text of %d bytes", at, end, len(text))
	}
}
