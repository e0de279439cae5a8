package engine

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/session/schedule"
)

// maxHash is the length above which the page offers a file instead of the link.
const maxHash = 2000

// share answers share.make.
func (c *call) share(p shareAsk) (sharedView, error) {
	link, claim, err := c.link(p)
	if err != nil {
		return sharedView{}, err
	}
	link.Region = p.Region
	hash := link.Hash()
	return sharedView{
		Hash: hash, Length: len(hash), Long: len(hash) > maxHash, Claim: claim,
		Markdown: markdown(link, claim, p.Program),
	}, nil
}

// link returns a link to a session, a lesson or a program, and what it claims in words.
func (c *call) link(p shareAsk) (link schedule.Shared, claim string, err error) {
	switch {
	case p.Session != 0:
		x, err := c.session(p.Session)
		if err != nil {
			return link, "", err
		}
		s := x.controls.Session
		link = ask.Share(c.ctx, s, x.advice, x.controls.File, c.h.o.Version)
		return link, ask.ClaimText(link.Claim, s.Now().Steps()), nil
	case p.Lesson != "":
		all, err := allLessons()
		if err != nil {
			return link, "", err
		}
		l, err := ask.FindLesson(all, p.Lesson)
		if err != nil {
			return link, "", err
		}
		link = ask.ShareText("", "", c.h.o.Version)
		link.Lesson, link.Task = l.Name, p.Task
		return link, "", nil
	}
	asked := program{Name: p.Name, Program: p.Program}
	src, err := asked.source()
	if err != nil {
		return link, "", err
	}
	return ask.ShareText(src.Name, src.Text, c.h.o.Version), "", nil
}

// markdown returns a link as Markdown, with the claim and the program if there are any.
func markdown(link schedule.Shared, claim, text string) string {
	title := link.Name + link.Example + link.Lesson
	if len(link.Units) == 2 {
		title += ": " + link.Units[0] + " || " + link.Units[1]
	}
	if link.Schedule != "" {
		title += ", " + link.Schedule
	}
	out := fmt.Sprintf("[%s]({ADDRESS}#%s)\n",
		strings.NewReplacer("[", "\\[", "]", "\\]").Replace(title), link.Hash())
	if claim != "" {
		out += "\n" + claim + ".\n"
	}
	if text == "" {
		text = link.Program
	}
	if text == "" {
		return out
	}
	return out + "\n" + fenced(strings.TrimRight(text, "\n"))
}

// fenced returns a code block with a fence that does not occur in the text.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "il\n" + text + "\n" + fence + "\n"
}

func (c *call) openShare(p openShareAsk) (openedShare, error) {
	link, err := schedule.ParseShared(p.Hash)
	if err != nil {
		return openedShare{}, err
	}
	if link.Program != "" && len(link.Program) > maxProgram {
		return openedShare{}, refuse("limit", "the link holds a program of more than 1 MB")
	}
	if err := tooDeep(il.NewSource(link.Name, link.Program)); err != nil {
		return openedShare{}, err
	}
	v := openedShare{Holds: true, Older: link.Tool != c.h.o.Version, Link: sharedLink{
		Tool: link.Tool, Language: link.Language, Name: link.Name, Program: link.Program,
		Example: link.Example, Units: list(link.Units), Heap: link.Heap, Schedule: link.Schedule,
		At: link.At, Lesson: link.Lesson, Task: link.Task, Region: link.Region, Claim: link.Claim,
	}}
	if link.Lesson != "" {
		return v, nil
	}
	analysis := ask.Advice()
	f, err := ask.Follow(c.ctx, link, analysis)
	v.Link.Name, v.Link.Program = f.Name, f.Text
	v.Claim, v.Holds, v.Judged = f.Claim, f.Holds, f.Judged
	if err != nil {
		// The program is no longer legal, or the schedule does not fit: show what can be read.
		if v.Link.Program == "" {
			return v, err
		}
		var r *refusal
		if errors.As(err, &r) && r.Code == "interrupted" {
			return v, err
		}
		v.Problem = problemOf(err)
		return v, nil
	}
	if f.Session == nil {
		return v, nil
	}
	x, err := c.h.add(f.Session, f.Name, f.Judged)
	if err != nil {
		return v, err
	}
	w, err := c.view(x, p.Theme)
	v.Session = &w
	return v, err
}
