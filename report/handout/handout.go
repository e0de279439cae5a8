// Package handout prints lessons on paper. It is apart from package report, so that
// what only reports, as the page's engine does, carries no template engine.
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

// parsed is the page's template, which is parsed when it is first asked for.
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

// Write prints a lesson as a page that is printed and handed out: texts, programs,
// goals, questions and room for answers; or with the answers, if it holds them. It
// needs no other file.
func Write(w io.Writer, l *report.Lesson) error { return parsed().Execute(w, l) }

// paragraph is a paragraph, or lines that are kept as they are.
type paragraph struct {
	Text string
	Kept bool
}

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

// room is a line to write on, as often as a solution wants: for a program that is changed
// some more than it has.
func room(t report.LessonTask) []struct{} {
	if t.Start != "" {
		return make([]struct{}, 3)
	}
	return make([]struct{}, strings.Count(strings.TrimRight(t.Listing, "\n"), "\n")+5)
}

// numbered is a program with its line numbers.
func numbered(program string) string {
	var b strings.Builder
	for i, line := range text.Lines(program) {
		fmt.Fprintf(&b, "%3d  %s\n", i+1, report.Visible(line))
	}
	return b.String()
}
