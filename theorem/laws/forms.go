package laws

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/internal/exact"
	"wobbly/theorem/engine"
)

// sharedForm returns the law that package compact computes the same analysis as the sets.
func sharedForm() *engine.Statement {
	return &engine.Statement{
		Name: "shared", Title: "Shared summaries are the sets of Figure 7",
		Cite: "Figure 7 (POPL 2019), package compact",
		Words: "In each mode of the analysis, the summaries that share equal parts have the " +
			"same elements as the sets, count them correctly, and give the same reports and " +
			"filtered pairs. They stay polynomial where the sets grow exponentially.",
		Symbols:   "γ(shared) = [[C]]# ⊥",
		Floor:     0.95,
		Instances: eachForm,
	}
}

// bothForms is the program of a case, analysed in both forms in one mode.
type bothForms struct {
	c    *engine.Case
	mode abstract.Mode
}

func eachForm(c *engine.Case, visit func(engine.Instance) bool) error {
	for _, m := range abstract.Modes {
		if !visit(&bothForms{c, m.Mode}) {
			break
		}
	}
	return nil
}

// Conclusion compares units and reports.
func (b *bothForms) Conclusion() error {
	sets, err := b.c.SetsIn(b.mode)
	if err != nil {
		return err
	}
	shared, err := sharedIn(b.c, b.mode)
	if err != nil {
		return err
	}
	for _, u := range b.c.Core.Units {
		if err := sameSummary(sets, shared, u); err != nil {
			return err
		}
	}
	s, err := b.c.Reports(sets)
	if err != nil {
		return err
	}
	r, err := shared.Reports(nil)
	if err != nil {
		return engine.BoundError{Limit: err.Error()}
	}
	return sameReports(s, r)
}

// sharedIn returns the analysis in the shared form of package compact, in a mode. The error is a
// BoundError.
func sharedIn(c *engine.Case, m abstract.Mode) (abstract.Result, error) {
	a, err := compact.Run(c.Core, c.Options(m))
	if err != nil {
		return nil, engine.BoundError{Limit: err.Error()}
	}
	return a, nil
}

func sameSummary(sets *abstract.Sets, shared abstract.Result, u *il.Unit) error {
	w, a := shared.Size(u)
	d := sets.Summary(u)
	switch {
	case !equalNat(w, exact.Of(d.W.Len())) || !equalNat(a, exact.Of(d.A.Len())):
		return fmt.Errorf("%s: W and A have %d and %d elements, counted as %v and %v",
			u.Name, d.W.Len(), d.A.Len(), w, a)
	case shared.Lock(u) != d.L:
		return fmt.Errorf("%s: L is %d, and shared %d", u.Name, d.L, shared.Lock(u))
	case !slices.Equal(d.Wobbly(), shared.Wobbly(u, engine.Unlimited)):
		return fmt.Errorf("%s: W is %v, and shared %v", u.Name, d.Wobbly(),
			shared.Wobbly(u, engine.Unlimited))
	case !slices.Equal(d.Accesses(), shared.Accesses(u, engine.Unlimited)):
		return fmt.Errorf("%s: A is %v, and shared %v", u.Name, d.Accesses(),
			shared.Accesses(u, engine.Unlimited))
	}
	list, n := shared.Written(u, engine.Unlimited)
	if !equalNat(n, exact.Of(d.Wr.Len())) || !slices.Equal(d.Written(), list) {
		return fmt.Errorf("%s: Wr is %v, and shared %v, counted as %v", u.Name,
			d.Written(), list, n)
	}
	return nil
}

func sameReports(s, c abstract.Reported) error {
	races, sharedRaces := s.ListRaces(engine.Unlimited), c.ListRaces(engine.Unlimited)
	filtered, sharedFiltered := s.ListFiltered(engine.Unlimited), c.ListFiltered(engine.Unlimited)
	switch {
	case !equalNat(s.Races(), c.Races()) || !equalNat(s.Filtered(), c.Filtered()):
		return fmt.Errorf("there are %v reports and %v filtered pairs, counted as %v and %v",
			s.Races(), s.Filtered(), c.Races(), c.Filtered())
	case !slices.Equal(races, sharedRaces):
		return fmt.Errorf("the reports are %v, and shared %v", races, sharedRaces)
	case !slices.Equal(filtered, sharedFiltered):
		return fmt.Errorf("the filtered pairs are %v, and shared %v", filtered, sharedFiltered)
	}
	return nil
}

func equalNat(n, m exact.Nat) bool { return !n.Less(m) && !m.Less(n) }

func (b *bothForms) String() string {
	return "the program, its summaries and its reports under " + b.mode.Title()
}

// textForm is the law that printing and parsing a program gives the same program.
func textForm() *engine.Statement {
	return &engine.Statement{
		Name: "text", Title: "Printing and parsing",
		Cite: "Figure 4 (POPL 2019), packages il and parse",
		Words: "The printed text of a program is legal, prints as itself, and is lowered to " +
			"the same commands.",
		Symbols: "print(parse(print(p))) = print(p), core(parse(print(p))) = core(p)",
		Floor:   0.95,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			visit(&printed{c.Core})
			return nil
		},
	}
}

type printed struct{ core *il.Core }

// Conclusion prints the program, parses the text, and compares the result with the program.
func (p *printed) Conclusion() error {
	text := il.Format(p.core.Program)
	again, errs := parse.File(il.NewSource(p.core.Source.Name, text))
	if len(errs) > 0 {
		return fmt.Errorf("it does not parse: %s", errs[0].Message)
	}
	if second := il.Format(again); second != text {
		return fmt.Errorf("it is printed differently a second time:\n%s", second)
	}
	violated, _ := check.Violated(p.core.Program)
	core, errs := check.Program(again, check.Options{NoANF: !check.ANF(p.core), Tolerate: violated})
	if core == nil {
		return fmt.Errorf("it is not legal: %s", errs[0].Message)
	}
	if before, after := coreText(p.core), coreText(core); before != after {
		return fmt.Errorf("its core was\n%s\nand is\n%s", before, after)
	}
	return nil
}

func coreText(c *il.Core) string {
	var b strings.Builder
	if err := il.PrintCore(&b, c); err != nil {
		panic(err) // a Builder accepts everything
	}
	return b.String()
}

func (p *printed) String() string { return "the text\n" + il.Format(p.core.Program) }
