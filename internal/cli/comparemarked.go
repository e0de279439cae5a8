package cli

import (
	"wobbly/internal/compare"
	"wobbly/report"
)

// marked holds the analyzers against the marks of files.
func (c *compareCmd) marked(a *app, o compare.Options) error {
	switch {
	case len(c.Files) == 0:
		return usage("See: wobbly help compare", "--marked needs files, whose lines end in // author: race or // author: no race")
	case c.Examples || c.CSV || c.SVG.given || c.All || c.Pair != "" || c.Time:
		return usage("", "--marked makes no sense with --examples, --csv, --svg, --all, --pair and --time")
	}
	doc := &report.Marked{Files: []report.MarkedFile{}}
	var answers counter
	o.Progress = answers.next
	for _, name := range c.Files {
		core, err := a.load(name, c.Strict, c.JSON)
		if err != nil {
			a.fail(err)
			continue
		}
		if len(compare.MarksOf(core.Source).Lines) == 0 {
			a.fail(usage("A mark is a comment at the end of a line: // author: race, or // author: no race.", "%s has no line that is marked", report.FileName(name)))
			continue
		}
		stop := a.answering(&answers, core, nil, o)
		f := compare.Marked(a.ctx, core, o)
		stop()
		if a.interrupted() {
			break
		}
		doc.Files = append(doc.Files, f)
		for _, x := range f.Answers {
			if x.Cut {
				a.found(exitInconclusive)
			}
		}
		if len(f.Defects) > 0 {
			a.found(exitViolated)
		}
	}
	if doc.Interrupted = a.interrupted(); doc.Interrupted {
		a.found(exitInconclusive)
	}
	switch {
	case c.JSON:
		return report.MarkedJSON(a.out, doc)
	case c.Markdown:
		return report.MarkedMarkdown(a.out, doc)
	default:
		return a.show(doc)
	}
}
