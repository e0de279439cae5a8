// Package handout writes lessons as HTML pages to print and hand out. It is apart from
// package report so that programs that only report, such as the engine of the page, do not
// contain a template engine.
package handout

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"wobbly/internal/text"
	"wobbly/report"
)

//go:embed handout.html
var page string

// parsed returns the template of the page, parsed at the first call.
var parsed = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("handout").Funcs(template.FuncMap{
		"paragraphs": paragraphs, "numbered": numbered, "letter": text.Letter, "room": room,
		"inc":   func(i int) int { return i + 1 },
		"right": func(q report.LessonQuestion, i int) bool { return q.Right == i+1 },
		"picture": func(svg string) template.URL {
			return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg)))
		},
	}).Parse(page))
})

// Write writes a lesson as a page: texts, programs, goals and questions, with room to write
// the answers or, if l.WithAnswers is set, with the answers. The page needs no other file.
func Write(w io.Writer, l *report.Lesson) error { return parsed().Execute(w, l) }

// paragraph is a paragraph of prose, or a block of lines that keeps its layout.
type paragraph struct {
	Text string
	Kept bool
}

// paragraphs splits prose: each line is a paragraph, and lines that begin with a blank are
// kept together as they are. Empty lines separate.
func paragraphs(prose string) []paragraph {
	var all []paragraph
	for line := range strings.SplitSeq(prose, "\n") {
		last := len(all) - 1
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] != ' ':
			all = append(all, paragraph{report.Visible(line), false})
		case last >= 0 && all[last].Kept:
			all[last].Text += "\n" + report.Visible(line)
		default:
			all = append(all, paragraph{report.Visible(line), true})
		}
	}
	return all
}

// room returns an element for each line that a solution needs room for: three lines for a
// schedule or an initial state, and four more lines than the program for a program.
func room(t report.LessonTask) []struct{} {
	if t.Start != "" {
		return make([]struct{}, 3)
	}
	return make([]struct{}, strings.Count(strings.TrimRight(t.Listing, "\n"), "\n")+5)
}

// numbered writes a program with line numbers.
func numbered(program string) string {
	var b strings.Builder
	for i, line := range text.Lines(program) {
		fmt.Fprintf(&b, "%3d  %s\n", i+1, report.Visible(line))
	}
	return b.String()
}
