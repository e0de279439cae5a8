package ask

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/report"
)

// Misnamed is the error of a name that fits nothing in the program.
type Misnamed struct {
	Text  string
	Hint  string   // a line that helps; may be empty
	Name  string   // what was looked for
	Known []string // the existing names, if Name is unknown
}

func (e *Misnamed) Error() string { return e.Text }

func misnamed(hint, format string, args ...any) error {
	return &Misnamed{Text: fmt.Sprintf(format, args...), Hint: hint}
}

// PairOf finds the pair of methods that is named "m,n". The empty name means all pairs, nil. The
// error is *Misnamed.
func PairOf(core *il.Core, name string) (*il.Pair, error) {
	if name == "" {
		return nil, nil
	}
	m, n, ok := strings.Cut(name, ",")
	if !ok {
		return nil, misnamed("A pair is two methods with a comma, such as "+somePair(core)+".",
			"--pair %s is not a pair of methods", name)
	}
	left, err := unitOfPairs(core, strings.TrimSpace(m))
	if err != nil {
		return nil, err
	}
	right, err := unitOfPairs(core, strings.TrimSpace(n))
	switch {
	case err != nil:
		return nil, err
	case left == right && left.Thread:
		return nil, misnamed("", "--pair %s: the file is one program, the pair A,B", name)
	}
	if right.Index < left.Index {
		left, right = right, left
	}
	return &il.Pair{Left: left, Right: right}, nil
}

// somePair returns a pair of the program for --pair, of two different methods if possible.
func somePair(core *il.Core) string {
	pairs := core.Pairs()
	if len(pairs) == 0 {
		return "--pair get,set"
	}
	i := slices.IndexFunc(pairs, func(p il.Pair) bool { return p.Left != p.Right })
	p := pairs[max(0, i)]
	return "--pair " + text.Brief(p.Left.Name+","+p.Right.Name)
}

// requirePair returns nil if the file has at least one pair of methods, and a *Misnamed if it has
// none because all methods are private.
func requirePair(core *il.Core) error {
	if len(core.Pairs()) > 0 {
		return nil
	}
	methods := slice.Map(core.Units, func(u *il.Unit) string { return u.Name })
	file, hint := report.FileName(core.Source.Name), "Make a method public: remove its private."
	switch n := len(methods); {
	case n == 1:
		return misnamed(hint, "%s is private, so it is in no pair (%s)", methods[0], file)
	case n <= maxNamed:
		return misnamed(hint, "%s are private, so they are in no pair (%s)",
			text.And(methods), file)
	default:
		return misnamed(hint, "all %d methods are private, so they are in no pair (%s)", n, file)
	}
}

// maxNamed is how many private methods requirePair lists by name.
const maxNamed = 5

// unitOfPairs finds a unit by name that the programs of the file are built from.
func unitOfPairs(core *il.Core, name string) (*il.Unit, error) {
	for _, u := range core.Units {
		if sameName(u.Name, name) && core.IsUnitOfPairs(u) {
			return u, nil
		}
	}
	u, err := unit(core, name)
	switch {
	case err != nil:
		return nil, err
	case core.Threads[0] != nil:
		return nil, misnamed("",
			"%s is only called by the threads A and B: the one pair of %s is A,B", name,
			report.FileName(core.Source.Name))
	default:
		return nil, misnamed("", "%s is private, so it is in no pair (%s)", u.Name,
			report.FileName(core.Source.Name))
	}
}

// sameName compares a name of a program with one that is typed elsewhere, perhaps with its accents
// in the other form. A program has no two names that differ only in that. On the page nobody types
// names.
func sameName(name, typed string) bool {
	return name == typed || !onPage && spell.Compose(name) == spell.Compose(typed)
}

// unit finds a unit by name, a method before a block of C1 || C2. The error is *Misnamed.
func unit(core *il.Core, name string) (*il.Unit, error) {
	var names []string
	for _, u := range core.Units {
		if sameName(u.Name, name) {
			return u, nil
		}
		names = append(names, u.Name)
	}
	what := "method"
	if core.Threads[0] != nil {
		what = "thread or method"
	}
	return nil, &Misnamed{
		Text: fmt.Sprintf("%s has no %s %q", report.FileName(core.Source.Name), what, name),
		Hint: ThereAre(names), Name: name, Known: names,
	}
}
