package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Part is a part of an answer sheet, such as W or reports.
type Part uint8

const (
	partW        Part = iota // the set W of wobbly expressions
	partL                    // the lock level L
	partA                    // the set A of accesses
	PartReports              // the pairs that RacerDX reports
	PartFiltered             // the pairs that it does not report because a path is wobbly
)

var parts = []string{"W", "L", "A", "reports", "filtered"}

// String returns the name of the part on an answer sheet.
func (p Part) String() string { return parts[p] }

// Such returns an example of the elements of the part with a name, or "" for other words.
func Such(word string) string {
	return map[string]string{
		"W": "such as x, x.f, with - for none", "L": "such as 0 or 1",
		"A":        "such as 12:5 read x.f 1, with - for none",
		"reports":  "such as 12:5 / 18:3, with - for none",
		"filtered": "such as 12:5 / 18:3, with - for none",
	}[word]
}

// ofPair reports whether the part is about pairs of accesses and not about a method.
func (p Part) ofPair() bool { return p >= PartReports }

// fill reads the parts that a task asks for.
func (p *parser) fill(t *Task) {
	e, ok := t.raw["fill"]
	if !ok {
		p.bad(t.at, fmt.Sprintf("task %d has no fill:", t.Number),
			"say what to fill in, as in \"fill: W L A\"")
		return
	}
	for word := range strings.FieldsSeq(e.text) {
		i := slices.Index(parts, word)
		if i < 0 {
			p.bad(e.position(0), fmt.Sprintf("fill: there is no %q", word),
				"the parts are "+strings.Join(parts, ", "))
			return
		}
		t.Parts = append(t.Parts, Part(i))
	}
	slice.Sort(t.Parts, cmp.Compare)
}

// Results is an answer sheet: the elements of each part of each method. The parts about pairs have
// the method "".
type Results map[string]map[Part][]string

// ParseResults reads an answer sheet:
//
//	method meps
//	W: b.f                  expressions, with commas; - for none
//	L: 0
//	A: 3:5 read b.f 1       position, kind, path, lock level; several with commas
//
//	reports: 3:5 / 8:3      the positions of two accesses; several with commas
//	filtered: -
//
// Parts that the task does not ask for, and parts that occur twice, are errors.
func (t *Task) ParseResults(written string) (Results, error) {
	s := Results{}
	unit := ""
	for i, line := range strings.Split(written, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, ok := headOf(line); ok {
			unit = name
			if !slices.Contains(t.unitNames(), unit) {
				return nil, fmt.Errorf("line %d: the program has no method %s; its methods are %s",
					i+1, text.Name(unit), strings.Join(t.unitNames(), ", "))
			}
			continue
		}
		if err := t.resultsLine(s, unit, line); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return s, nil
}

// headOf parses a line of a sheet that names a method. Sheets of version 0.1 call it a unit.
func headOf(line string) (name string, ok bool) {
	for _, word := range []string{"method ", "unit "} {
		if name, ok = strings.CutPrefix(line, word); ok {
			return strings.TrimSpace(name), true
		}
	}
	return "", false
}

func (t *Task) unitNames() []string {
	return slice.Map(t.core.Units, func(u *il.Unit) string { return u.Name })
}

func (t *Task) resultsLine(s Results, unit, line string) error {
	word, rest, ok := strings.Cut(line, ":")
	i := slices.Index(parts, strings.TrimSpace(word))
	switch {
	case !ok || i < 0:
		return fmt.Errorf("%s is neither \"method NAME\" nor a line such as %q",
			text.Quote(line), "W: b.f")
	case !slices.Contains(t.Parts, Part(i)):
		return fmt.Errorf("this task does not ask for %s", Part(i))
	case Part(i).ofPair():
		unit = ""
	case unit == "":
		return fmt.Errorf("%s: of which method? Write \"method NAME\" above it", Part(i))
	}
	if s[unit] == nil {
		s[unit] = map[Part][]string{}
	}
	if _, twice := s[unit][Part(i)]; twice {
		return fmt.Errorf("there are two lines %s: for this method", Part(i))
	}
	list, err := Part(i).elements(rest)
	if err != nil {
		return err
	}
	s[unit][Part(i)] = list
	return nil
}

// elements parses the elements of a part, which are separated by commas, and sorts them.
func (p Part) elements(text string) ([]string, error) {
	list := []string{}
	for element := range strings.SplitSeq(text, ",") {
		element = strings.TrimSpace(element)
		if element == "" || element == "-" || element == "?" {
			continue
		}
		element, err := p.canonical(element)
		if err != nil {
			return nil, err
		}
		list = append(list, element)
	}
	p.sort(list)
	return slices.Compact(list), nil
}

// canonical checks an element of a part, and returns it in the form in which elements are compared.
func (p Part) canonical(element string) (string, error) {
	words := strings.Fields(element)
	switch p {
	case partL:
		if _, err := strconv.ParseUint(element, 10, 31); err != nil {
			return "", fmt.Errorf("the level L is a number such as 0 or 1, and not %s",
				text.Quote(element))
		}
	case partA:
		kinds := map[string]il.AccessKind{
			"read": il.Read, "r": il.Read, "R": il.Read,
			"write": il.Write, "w": il.Write, "W": il.Write,
		}
		kind, ok := kinds[wordAt(words, 1)]
		if !ok || len(words) != 4 || !isPosition(words[0]) {
			return "", fmt.Errorf("the set A lists accesses such as %q, and %s is not one",
				"3:5 read b.f 1", text.Quote(element))
		}
		words[1] = kind.String()
	case PartReports, PartFiltered:
		l, r, ok := strings.Cut(element, "/")
		l, r = strings.TrimSpace(l), strings.TrimSpace(r)
		if !ok || !isPosition(l) || !isPosition(r) {
			return "", fmt.Errorf("%s lists pairs of positions such as %q, and %s is not one", p,
				"3:5 / 8:3", text.Quote(element))
		}
		if positionOf(r).Before(positionOf(l)) {
			l, r = r, l
		}
		return l + " / " + r, nil
	}
	return strings.Join(words, " "), nil
}

// wordAt returns words[i], or "" if there are too few.
func wordAt(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

// isPosition reports whether a text is a position such as "3:5".
func isPosition(text string) bool { return positionOf(text) != il.Position{} }

// positionOf parses "line:col". It returns the zero Position for other texts.
func positionOf(text string) il.Position {
	l, c, _ := strings.Cut(text, ":")
	line, err1 := strconv.ParseUint(l, 10, 31)
	col, err2 := strconv.ParseUint(c, 10, 31)
	if err1 != nil || err2 != nil || line == 0 || col == 0 {
		return il.Position{}
	}
	return il.Position{Line: int(line), Col: int(col)}
}

// sort sorts elements by the positions at their beginning, then as text.
func (p Part) sort(list []string) {
	slice.Sort(list, func(x, y string) int {
		a := positionOf(wordAt(strings.Fields(x), 0))
		b := positionOf(wordAt(strings.Fields(y), 0))
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), strings.Compare(x, y))
	})
}

func (t *Task) analysisResults() string {
	s, err := t.answers()
	if err != nil {
		panic("unreachable: " + err.Error()) // Parse has computed the answers before
	}
	return t.printResults(func(unit string, p Part) string {
		if list := s[unit][p]; len(list) > 0 {
			return strings.Join(list, ", ")
		}
		return "-"
	})
}

// BlankResults returns an empty answer sheet as text.
func (t *Task) BlankResults() string {
	return t.printResults(func(string, Part) string { return "?" })
}

func (t *Task) printResults(cell func(unit string, p Part) string) string {
	var b strings.Builder
	for _, u := range t.core.Units {
		if t.Parts[0].ofPair() {
			break
		}
		fmt.Fprintf(&b, "method %s\n", u.Name)
		for _, p := range t.Parts {
			if !p.ofPair() {
				fmt.Fprintf(&b, "%s: %s\n", p, cell(u.Name, p))
			}
		}
	}
	for _, p := range t.Parts {
		if p.ofPair() {
			fmt.Fprintf(&b, "%s: %s\n", p, cell("", p))
		}
	}
	return b.String()
}
