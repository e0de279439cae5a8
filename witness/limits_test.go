package witness

import (
	"strings"
	"testing"
)

// TestQuote: a text of 40 characters (not bytes) is quoted in full, and one of 41 is cut.
func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"":                              `""`,
		"a\n\"":                         `"a\n\""`,
		strings.Repeat("a", 40):         `"` + strings.Repeat("a", 40) + `"`,
		strings.Repeat("a", 41):         `"` + strings.Repeat("a", 40) + `..."`,
		strings.Repeat("é", 40):         `"` + strings.Repeat("é", 40) + `"`,
		strings.Repeat("é", 40) + "end": `"` + strings.Repeat("é", 40) + `..."`,
	} {
		if got := quote(text); got != want {
			t.Errorf("quote(%q) = %s, want %s", text, got, want)
		}
	}
}

// TestNesting: a document may nest 10,000 levels deep, and no deeper.
func TestNesting(t *testing.T) {
	const maxDepth = 10_000
	nested := func(depth int) string { // the document itself is one level
		lists := strings.Repeat("[", depth-1) + strings.Repeat("]", depth-1)
		return `{"schema":"wobbly/check/1","races":[],"more":` + lists + `}`
	}
	if _, err := ReadAll(strings.NewReader(nested(maxDepth))); err != nil {
		t.Errorf("ReadAll of %d levels = %v, want nil", maxDepth, err)
	}
	_, err := ReadAll(strings.NewReader(nested(maxDepth + 1)))
	if err == nil || !strings.Contains(err.Error(), "depth") {
		t.Errorf("ReadAll of %d levels = %v, want an error about the depth", maxDepth+1, err)
	}
}

// TestSumOfAnySize: the seal of a witness is the same whether its buffer is reused, new, or too
// large to be kept.
func TestSumOfAnySize(t *testing.T) {
	for _, size := range []int{1, maxPooled - 1000, maxPooled, maxPooled + 1, 3 * maxPooled} {
		w := sample()
		w.Program = strings.Repeat("x", size)
		want := w.Sum()
		for range 3 {
			_ = sample().Sum()
			if got := w.Sum(); got != want {
				t.Errorf("Sum of %d bytes = %s, and before %s", size, got, want)
			}
		}
	}
}

// TestSumSeesEverything: every change of a witness changes its seal.
func TestSumSeesEverything(t *testing.T) {
	more := func(choices []Choice) []Choice { return append(choices, Choice{"1:1", Then}) }
	seals := map[string]string{}
	for name, change := range map[string]func(*Witness){
		"nothing":           func(*Witness) {},
		"schema":            func(w *Witness) { w.Schema += " " },
		"program":           func(w *Witness) { w.Program += "0" },
		"unit of A":         func(w *Witness) { w.Units[0] += "x" },
		"unit of B":         func(w *Witness) { w.Units[1] += "x" },
		"compressed":        func(w *Witness) { w.Compressed = !w.Compressed },
		"an object":         func(w *Witness) { w.Init.Objects = append(w.Init.Objects, "o9") },
		"a cell":            func(w *Witness) { w.Init.Cells[0][2] += "x" },
		"a stack":           func(w *Witness) { w.Init.B.Bind("b", "o9") },
		"a step's thread":   func(w *Witness) { w.Steps[0].Thread += "x" },
		"a step's position": func(w *Witness) { w.Steps[0].At += "0" },
		"a step's command":  func(w *Witness) { w.Steps[0].Do += " " },
		"a step's length":   func(w *Witness) { w.Steps[0].Steps += "1" },
		"a step's argument": func(w *Witness) { w.Steps[0].Args = append(w.Steps[0].Args, "a") },
		"a step's choice":   func(w *Witness) { w.Steps[0].Choices = more(w.Steps[0].Choices) },
		"a step":            func(w *Witness) { w.Steps = w.Steps[1:] },
		"the object":        func(w *Witness) { w.Race.Cell[0] += "x" },
		"the field":         func(w *Witness) { w.Race.Cell[1] += "x" },
		"A's access":        func(w *Witness) { w.Race.A.At += "0" },
		"B's kind":          func(w *Witness) { w.Race.B.Kind += "x" },
		"B's choice":        func(w *Witness) { w.Race.B.Choices = more(w.Race.B.Choices) },
	} {
		w := sample()
		change(w)
		if other, ok := seals[w.Sum()]; ok {
			t.Errorf("a change of %s and one of %s give the same seal", name, other)
		}
		seals[w.Sum()] = name
	}
}
