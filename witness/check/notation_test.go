package check

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/witness"
)

// program parses and checks a text. It removes a line end at the beginning, so that line 1 of a raw
// string is the one after its quote.
func program(t testing.TB, text string) *il.Core {
	t.Helper()
	src := il.NewSource("test.il", strings.TrimPrefix(text, "\n"))
	p, errs := parse.File(src)
	if len(errs) == 0 {
		var core *il.Core
		if core, errs = check.Program(p, check.Options{}); core != nil {
			return core
		}
	}
	t.Fatalf("the program is not legal: %+v\n%s", errs, src.Text)
	return nil
}

// parseWitness makes a sealed witness from a short notation. Its lines are
//
//	units m n
//	heap o1.f=o2 o2.f=o2
//	A b=o1
//	B b=o1
//	steps
//	A 3:3 lock()
//	A 9:5 push b.f, b [4:3 then, 5:3 exit]
//	A 9:5 pop
//	B 9:5 run 17
//	race o1.f
//	A 3:14 read [2:3 loop]
//	B 7:3 write
//
// where "units A B" may be left out. The objects are those of the heap in the order in which they
// occur. A line "compressed" marks a compressed witness.
func parseWitness(t testing.TB, core *il.Core, notation string) *witness.Witness {
	t.Helper()
	w := &witness.Witness{
		Schema:  witness.Schema,
		Program: witness.Digest(core.Source.Text),
		Units:   [2]string{"A", "B"},
		Init:    witness.Init{},
	}
	part := ""
	for _, line := range strings.Split(strings.TrimSpace(notation), "\n") {
		line, choices := cutChoices(strings.TrimSpace(line))
		words := strings.Fields(line)
		switch {
		case words[0] == "units":
			w.Units = [2]string{words[1], words[2]}
		case words[0] == "compressed":
			w.Compressed = true
		case words[0] == "heap":
			parseHeap(w, words[1:])
		case words[0] == "steps" || words[0] == "race":
			part = words[0]
			if part == "race" {
				o, f, _ := strings.Cut(words[1], ".")
				w.Race.Cell = [2]string{o, f}
			}
		case part == "":
			stack := &w.Init.A
			if words[0] == "B" {
				stack = &w.Init.B
			}
			for _, b := range words[1:] {
				x, o, _ := strings.Cut(b, "=")
				stack.Bind(x, o)
			}
		case part == "steps":
			w.Steps = append(w.Steps, parseStep(line, choices))
		case words[0] == "A":
			w.Race.A = witness.Access{At: words[1], Kind: words[2], Choices: choices}
		case words[0] == "B":
			w.Race.B = witness.Access{At: words[1], Kind: words[2], Choices: choices}
		default:
			t.Fatalf("cannot read %q", line)
		}
	}
	w.Seal = w.Sum()
	return w
}

// parseHeap adds cells such as "o1.f=o2", and their objects.
func parseHeap(w *witness.Witness, cells []string) {
	seen := map[string]bool{}
	for _, c := range cells {
		left, v, _ := strings.Cut(c, "=")
		o, f, _ := strings.Cut(left, ".")
		w.Init.Cells = append(w.Init.Cells, [3]string{o, f, v})
		if !seen[o] {
			seen[o] = true
			w.Init.Objects = append(w.Init.Objects, o)
		}
	}
}

// parseStep returns the step of a line without its choices.
func parseStep(line string, choices []witness.Choice) witness.Step {
	words := strings.SplitN(line, " ", 3)
	s := witness.Step{Thread: words[0], At: words[1], Do: words[2], Choices: choices}
	if args, ok := strings.CutPrefix(words[2], "push"); ok {
		s.Do = witness.Push
		args = strings.TrimSpace(args)
		if args != "" {
			s.Args = strings.Split(args, ", ")
		}
	}
	if steps, ok := strings.CutPrefix(words[2], "run "); ok {
		s.Do, s.Steps = witness.Run, steps
	}
	return s
}

// cutChoices splits a line into what is before its choices, and them.
func cutChoices(line string) (string, []witness.Choice) {
	line, list, ok := strings.Cut(line, " [")
	if !ok {
		return line, nil
	}
	var choices []witness.Choice
	for _, c := range strings.Split(strings.TrimSuffix(list, "]"), ", ") {
		at, take, _ := strings.Cut(c, " ")
		choices = append(choices, witness.Choice{At: at, Take: take})
	}
	return line, choices
}
