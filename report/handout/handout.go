// Package handout writes lessons as HTML pages to print and hand out.
package handout

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"wobbly/internal/text"
	"wobbly/report"
)

//go:embed handout.css
var style string

// A page is the HTML of a hand-out. It is written by hand because a template engine would add
// 300 kB to the program, for this one page.
type page struct{ strings.Builder }

// put writes HTML, replacing each %s by an escaped text.
func (p *page) put(format string, texts ...string) {
	escaped := make([]any, len(texts))
	for i, t := range texts {
		escaped[i] = html.EscapeString(t)
	}
	fmt.Fprintf(&p.Builder, format, escaped...)
}

// Write writes a lesson as a page: texts, programs, goals and questions, with room to write
// the answers or, if l.WithAnswers is set, with the answers. The page needs no other file.
func Write(w io.Writer, l *report.Lesson) error {
	var p page
	number := fmt.Sprint(l.Number)
	p.put(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Lesson %s: %s</title>
<style>
`, number, l.Title)
	p.WriteString(style)
	p.put(`</style>
</head>
<body>
<h1>Lesson %s: %s</h1>
<p>%s About %s minutes.</p>
`, number, l.Title, l.Idea, fmt.Sprint(l.Minutes))
	switch {
	case l.Review:
		p.put("<p>What was believed, what is true, and the schedules that show it.</p>\n")
	case !l.WithAnswers:
		p.put("<p>Name: <span class=\"name\">&nbsp;</span></p>\n")
	}
	if !l.Review {
		p.prose(l.Text)
	}
	for i := range l.Tasks {
		p.task(l, &l.Tasks[i])
	}
	if l.Closing {
		p.put("<h2>At the end</h2>\n")
		p.prose(l.Win)
		p.put("<p>Not so: %s</p>\n", l.Misconception)
		p.prose(l.Extension)
	}
	p.put("</body>\n</html>\n")
	_, err := io.WriteString(w, p.String())
	return err
}

func (p *page) task(l *report.Lesson, t *report.LessonTask) {
	p.put("<section class=\"task\">\n<h2>Task %s of %s: %s</h2>\n", fmt.Sprint(t.Number),
		fmt.Sprint(l.Of), t.Title)
	if !l.Review {
		p.prose(t.Text)
	}
	var b strings.Builder
	for i, line := range text.Lines(t.Listing) {
		fmt.Fprintf(&b, "%3d  %s\n", i+1, report.Visible(line))
	}
	p.put("<p class=\"before\">%s</p>\n<pre>%s</pre>\n", t.Heading(), b.String())
	if t.Picture != "" {
		picture := base64.StdEncoding.EncodeToString([]byte(t.Picture))
		p.put("<img alt=\"The initial state\" src=\"data:image/svg+xml;base64,%s\">\n", picture)
	}
	p.put("<dl>")
	if t.Start != "" {
		p.put("<dt>Start</dt><dd>%s</dd>", t.Start)
	}
	for _, goal := range t.Goals {
		p.put("<dt>Goal</dt><dd>%s</dd>", goal)
	}
	for _, formula := range t.Formulas {
		p.put("<dt>Formula</dt><dd>%s</dd>", formula)
	}
	p.put("</dl>\n")
	for i, q := range t.Questions {
		p.question(i+1, q)
	}
	switch {
	case l.Review:
	case l.WithAnswers:
		for i, hint := range t.Hints {
			p.put("<p>Hint %s. %s</p>\n", fmt.Sprint(i+1), hint)
		}
		p.put("<p class=\"key before\">Solution</p><pre>%s</pre>\n", t.Solution)
	case t.Results != "":
		p.put("<p class=\"before\">Fill in. %s</p><pre class=\"sheet\">%s</pre>\n",
			t.Such, t.Results)
	default:
		p.put("<div class=\"answer\"><p>Your solution:</p>")
		p.WriteString(strings.Repeat("<div class=\"room\"></div>", room(t)) + "</div>\n")
	}
	p.put("</section>\n")
}

func (p *page) question(number int, q report.LessonQuestion) {
	p.put("<div class=\"question\"><p>Question %s. %s</p>\n<ol class=\"choices\">",
		fmt.Sprint(number), q.Text)
	for i, choice := range q.Choices {
		class := ""
		if q.Right == i+1 {
			class = ` class="right"`
		}
		p.WriteString("<li" + class + ">")
		p.put("%s) %s</li>", text.Letter(i), choice)
	}
	p.put("</ol>\n")
	votes := q.Voted
	if votes != "" {
		votes = "Votes: " + votes
	}
	for _, sentences := range []string{q.Said, votes, q.Because, q.Found} {
		if sentences != "" {
			p.put("<p>%s</p>\n", sentences)
		}
	}
	if q.Picture != "" {
		picture := base64.StdEncoding.EncodeToString([]byte(q.Picture))
		p.put("<img alt=\"The schedule %s\" src=\"data:image/svg+xml;base64,%s\">\n",
			q.Shown.Schedule, picture)
	}
	p.put("</div>\n")
}

func (p *page) prose(prose string) {
	for _, x := range paragraphs(prose) {
		tag := "p"
		if x.preformatted {
			tag = "pre"
		}
		p.put("<"+tag+">%s</"+tag+">\n", x.text)
	}
}

// paragraph is a paragraph of prose, or a block of lines that keeps its layout.
type paragraph struct {
	text         string
	preformatted bool
}

// paragraphs splits prose. Each line is a paragraph, except that successive lines which begin with
// a blank are one preformatted paragraph. Empty lines separate paragraphs.
func paragraphs(prose string) []paragraph {
	var all []paragraph
	for line := range strings.SplitSeq(prose, "\n") {
		last := len(all) - 1
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] != ' ':
			all = append(all, paragraph{report.Visible(line), false})
		case last >= 0 && all[last].preformatted:
			all[last].text += "\n" + report.Visible(line)
		default:
			all = append(all, paragraph{report.Visible(line), true})
		}
	}
	return all
}

// room returns the number of lines that a solution needs: three for a schedule or an initial state,
// and four more than the program has for a program.
func room(t *report.LessonTask) int {
	if t.Start != "" {
		return 3
	}
	return strings.Count(strings.TrimRight(t.Listing, "\n"), "\n") + 5
}
