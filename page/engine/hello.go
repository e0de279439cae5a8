package engine

import (
	"slices"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/ask"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/session/command"
)

func (c *call) hello(struct{}) (helloView, error) {
	return helloView{
		Protocol: protocolVersion, Version: c.h.o.Version, Language: ask.Language,
		Schemas: ask.Schemas(), Commands: slice.Map(command.Table(), rowOf),
		Examples: slice.Map(examples.ByTopic(), exampleOf), Groups: analysisGroups(),
		Limits: limitsView{Message: maxMessage, Program: maxProgram, States: ask.MaxStates},
	}, nil
}

func rowOf(x *command.Command) commandRow {
	lines := x.Lines
	if lines == "" {
		lines = x.Help
	}
	return commandRow{
		Name: string(x.Name), Keys: list(x.Keys), Words: list(x.Words), Arg: x.Arg.Name,
		Prompt: x.Arg.Prompt, Hint: x.Hint, Help: x.Help, Lines: lines,
	}
}

func exampleOf(x examples.File) example {
	return example{Name: x.Name, Title: x.Title(), Topic: x.Topic(), Text: x.Text}
}

// analysisGroups lists the analyses that Races offers.
func analysisGroups() []analysisGroup {
	row := func(name string) analysisRow {
		all := ask.Analyzers()
		x := all[slices.IndexFunc(all, func(x report.Analyzer) bool { return x.Name == name })]
		_, err := ask.Analysis{Name: name}.Explainer()
		return analysisRow{Name: name, Title: x.Title, About: x.Doc, Explains: err == nil}
	}
	group := func(title, about string, names ...string) analysisGroup {
		return analysisGroup{Title: title, About: about, List: slice.Map(names, row)}
	}
	return []analysisGroup{
		group("RacerDX", "The analysis of the theorem: each of its reports is a race.", "racerdx"),
		group("Stronger analyses of ours",
			"They find more, and each of their reports is still a race.",
			"plus", "meet", "flow", "rely", "bounded"),
		group("Other tools",
			"They find other races, and some of their reports may be false alarms.",
			"racerd", "chord", "hb", "rdit", "racemob"),
	}
}

func (c *call) diagnose(p program) (diagnoses, error) {
	src, err := p.source()
	if err != nil {
		return diagnoses{}, err
	}
	tree, errs := c.h.versions.Read(src)
	return diagnoses{
		List: list(slice.Map(errs,
			func(d diag.Diagnostic) diagnosis { return diagnosisOf(src, d) })),
		Units: unitRows(src, tree),
	}, nil
}

// unitRows lists the methods and thread blocks of a program in the order of its text.
func unitRows(src *il.Source, p *il.Program) []unitRow {
	rows := []unitRow{}
	if p == nil {
		return rows
	}
	last, utf16 := il.Pos(0), 0 // a position, and the UTF-16 units before it
	place := func(at il.Pos) int {
		utf16 += units(src.Text[last:at])
		last = at
		return utf16
	}
	for _, x := range p.Sections() {
		if x.Body == nil || x.At < last || x.Body.End < x.At || int(x.Body.End) >= len(src.Text) {
			continue // it is not complete
		}
		first := src.Position(x.At)
		row := unitRow{Name: x.Name, Paired: !x.Private}
		row.Line, row.Col, row.From = first.Line, first.Col, place(x.At)
		row.To = place(x.Body.End + 1)
		rows = append(rows, row)
	}
	return rows
}

func diagnosisOf(src *il.Source, d diag.Diagnostic) diagnosis {
	x := diagnosis{
		span: spanOf(src, d.At, d.End), Severity: d.Code.Severity(), Code: string(d.Code),
		Message: d.Message, Label: d.Label, Fix: d.Fix,
		Notes: []diagnosisNote{}, Edits: list(slice.Map(d.Edits, func(e diag.Edit) edit {
			at := spanOf(src, e.At, e.End)
			return edit{From: at.From, To: at.To, Text: e.Text}
		})),
	}
	for _, n := range d.Notes {
		x.Notes = append(x.Notes, diagnosisNote{spanOf(src, n.At, n.End), n.Message})
	}
	return x
}
