package research

import (
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// theoremCmd is `wobbly theorem`: the statements of the paper, as values that
// are listed and checked.
type theoremCmd struct {
	List      theoremListCmd      `cmd:"" help:"List the theorems and lemmas."`
	Show      theoremShowCmd      `cmd:"" help:"Show what a theorem says and how it is known."`
	Check     theoremCheckCmd     `cmd:"" help:"Check theorems on programs."`
	Fuzz      theoremFuzzCmd      `cmd:"" help:"Check theorems on random programs."`
	Enumerate theoremEnumerateCmd `cmd:"" help:"Check theorems on every small program."`
	Break     theoremBreakCmd     `cmd:"" help:"Switch a hypothesis off and find a counterexample."`
}

type theoremListCmd struct{ console.JSONFlag }

func (c *theoremListCmd) Run(a *console.App) error {
	list := ask.Statements(theorem.Statements())
	return a.Print(report.Statements{List: list}, c.JSON)
}

type theoremShowCmd struct {
	Names []string `arg:"" name:"NAME" complete:"statements" help:"Statements, such as 5.7 or theorem1."`
	Coq   bool     `help:"Show the statements in symbols and in Coq too."`
	console.JSONFlag
}

func (c *theoremShowCmd) Run(a *console.App) error {
	chosen, err := ask.ChooseStatements(theorem.Statements(), c.Names)
	if err != nil {
		return console.Failed(err)
	}
	list := ask.Statements(chosen)
	return a.Print(report.ShownStatements{Statements: report.Statements{List: list}, Coq: c.Coq}, c.JSON)
}

// withoutFlag switches hypotheses off.
type withoutFlag struct {
	Without []string `help:"Switch these hypotheses off." placeholder:"HYPOTHESIS,..." complete:"hypotheses"`
}

// without are the hypotheses.
func (f withoutFlag) without() ask.Without { return f.Without }

func verdictWord(v engine.Verdict) string {
	return map[engine.Verdict]string{
		engine.NotMet: report.StatementNotMet, engine.Bounded: report.StatementBounded,
		engine.Holds: report.StatementHolds, engine.Refuted: report.StatementRefuted,
	}[v]
}
