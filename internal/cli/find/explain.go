package find

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/glossary"
	"wobbly/report"
)

type explainCmd struct {
	What []string `arg:"" optional:"" name:"WHAT" complete:"words" files:"" help:"A word such as race, an error code, or FILE followed by R1, F1, D1, POSITION [POSITION] or METHOD PATH. A position is line:column."`
	console.PairFlags
	console.AnalysisFlags
	parameterFlags
	JSON bool   `help:"Without FILE: print one JSON document." name:"json"`
	Race string `help:"The race to explain, instead of R1 after FILE: R1, or 4:3,9:5." placeholder:"ID" complete:"races" group:"less"`
}

// newExplainCmd returns the grammar of explain, with the flags of the analyzers that explain.
func newExplainCmd() any {
	c := &explainCmd{}
	c.declare(ask.ExplainedParameters())
	return c
}

// codeShape matches the code of an error or a warning.
var codeShape = regexp.MustCompile(`^[EeWw][0-9]{4}$`)

// reportShape matches the number of a race, a filtered pair or a deadlock.
var reportShape = regexp.MustCompile(`^[RFDrfd][0-9]+$`)

func (c *explainCmd) Run(a *console.App) error {
	c.What = console.FileFirst(c.What...)
	if c.JSON {
		return c.wordsJSON(a)
	}
	switch {
	case c.Race != "" && len(c.What) != 1:
		return console.Usage("For example: wobbly explain FILE --race R1",
			"--race needs one FILE and nothing else")
	case c.Race != "":
		c.What = append(c.What, strings.Split(c.Race, ",")...)
		return c.explainInFile(a)
	case len(c.What) == 0:
		return report.GlossaryText(a.Text(), ask.Pages())
	case len(c.What) == 1 && codeShape.MatchString(c.What[0]):
		return console.Failed(ask.ExplainCode(a.Text(), a.Style(a.Sys.Stdout),
			strings.ToUpper(c.What[0])))
	}
	word := strings.Join(c.What, " ")
	// A file that is named like a word needs a second argument.
	if w, ok := glossary.Find(word); ok && (len(c.What) == 1 || !console.IsFile(c.What[0])) {
		return a.Show(report.Words{Words: []glossary.Word{w}})
	}
	if console.IsFile(c.What[0]) || console.LooksLikeFile(c.What[0]) ||
		(ask.Explaining{What: c.What[1:]}).Known() {
		return c.explainInFile(a)
	}
	return unknownWord(word)
}

func (c *explainCmd) wordsJSON(a *console.App) error {
	word := strings.Join(c.What, " ")
	w, ok := glossary.Find(word)
	switch {
	case ok:
		return a.Print(report.Words{Words: []glossary.Word{w}}, true)
	case word == "":
		return a.Print(report.AllWords(), true)
	case c.Race != "" ||
		len(c.What) > 0 && (codeShape.MatchString(word) || console.LooksLikeFile(c.What[0])):
		return console.Usage("wobbly check --json prints why each pair is reported or not.",
			"--json explains only words")
	}
	return unknownWord(word)
}

func unknownWord(word string) error {
	hint := "wobbly explain lists all words."
	if reportShape.MatchString(word) {
		hint = "Name the program too: wobbly explain FILE " + word
	} else if near := glossary.Near(word); near != "" {
		hint = "Did you mean " + near + "? " + hint
	}
	return console.Usage(hint, "the glossary has no word %q, and there is no such file", word)
}

func (c *explainCmd) explainInFile(a *console.App) error {
	words := c.Words(c.Condition)
	words.Parameters = c.parameterFlags.given()
	x, err := words.Explainer()
	if err == nil && !x.Summarizes() {
		err = words.Fits()
	}
	if err != nil {
		return console.Failed(err)
	}
	q := ask.Explaining{What: c.What[1:], Pair: c.Pair, Analyzer: x}
	if !q.Known() {
		hint := fmt.Sprintf("For example:\n"+
			"  wobbly explain %[1]s R1         the report R1 of wobbly check\n"+
			"  wobbly explain %[1]s 4:3 10:3   two accesses, by line and column: "+
			"also of A1 or B1\n"+
			"  wobbly explain %[1]s METHOD b.f why the path is in W, or not",
			console.FileWord(c.What[0]))
		return console.Usage(hint, "say what to explain in %s", report.FileName(c.What[0]))
	}
	core, err := a.Load(c.What[0], c.Strict, false)
	if err != nil {
		return err
	}
	var b strings.Builder
	stop := a.Working(c.What[0])
	_, err = console.TryKept(a, func() (bool, error) {
		return true, ask.Explain(a.Ctx, a.Plain(&b), a.Style(a.Sys.Stdout), core, q)
	})
	stop()
	if err != nil {
		return console.Failed(err)
	}
	_, err = io.WriteString(a.Legible(report.Brief(a.Out)), b.String())
	return err
}
