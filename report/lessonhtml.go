package report

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"wobbly/internal/text"
)

//go:embed handout.html
var handoutText string

var handout = template.Must(template.New("handout").Funcs(template.FuncMap{
	"paragraphs": handoutParagraphs, "numbered": handoutListing, "letter": text.Letter,
	"inc":   func(i int) int { return i + 1 },
	"right": func(q LessonQuestion, i int) bool { return q.Right == i+1 },
	"picture": func(svg string) template.URL {
		return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg)))
	},
}).Parse(handoutText))

// LessonHTML prints a lesson as a page that is printed and handed out: texts, programs,
// goals, questions and room for answers; or with the answers, if it holds them. It needs
// no other file.
func LessonHTML(w io.Writer, l *Lesson) error { return handout.Execute(w, l) }

// handoutParagraph is a paragraph, or lines that are kept as they are.
type handoutParagraph struct {
	Text string
	Kept bool
}

func handoutParagraphs(prose string) []handoutParagraph {
	var all []handoutParagraph
	for line := range strings.SplitSeq(prose, "\n") {
		last := len(all) - 1
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] != ' ':
			all = append(all, handoutParagraph{visibleText(line), false})
		case last >= 0 && all[last].Kept:
			all[last].Text += "\n" + visibleText(line)
		default:
			all = append(all, handoutParagraph{visibleText(line), true})
		}
	}
	return all
}

// handoutListing is a program with its line numbers.
func handoutListing(program string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimRight(program, "\n"), "\n") {
		fmt.Fprintf(&b, "%3d  %s\n", i+1, visibleText(line))
	}
	return b.String()
}
