package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wobbly/session"
	"wobbly/session/beside"
	"wobbly/session/schedule"
)

// comparing has the commands that compare this execution with another one.
var comparing = []Command{
	{
		Name: Beside, Keys: []string{"|"}, Words: []string{"|", "beside"},
		Arg: Arg{
			Name: "WHAT", Prompt: "beside", Such: "such as A2 B, or the name of a file",
			Begin: otherBranch,
		},
		Help:  "compare with another execution: a schedule (A2 B), a link, branch 2, or a program",
		Lines: "compare with another execution: a schedule, a link, branch 2, or a program",
		Do:    besides,
	},
}

// otherBranch returns the last branch that is not the present one, as in "branch 2", or "" if there
// is none.
func otherBranch(cs *Controls) string {
	text := ""
	for _, b := range cs.Session.Branches() {
		if !b.Current {
			text = fmt.Sprintf("branch %d", b.Number)
		}
	}
	return text
}

// besides compares this session with the one that a text describes.
func besides(_ context.Context, cs *Controls, text string) Answer {
	if text == "" {
		text = otherBranch(cs)
	}
	if text == "" {
		return refuse("Give a schedule, a link, branch 2, or a file.")
	}
	other, title, err := cs.other(text)
	if err != nil {
		return refuseError(err)
	}
	c := beside.Of([2]string{"this one", title}, [2]*session.Session{cs.Session, other})
	return Answer{Title: "side by side", Lines: c.Text(), Beside: c}
}

func (cs *Controls) other(text string) (s *session.Session, title string, err error) {
	if number, ok := strings.CutPrefix(text, "branch "); ok {
		s, err = cs.branch(strings.TrimSpace(number))
		return s, text, err
	}
	if schedule.IsLink(text) {
		l, err := schedule.ParseLink(text)
		if err != nil {
			return nil, "", fmt.Errorf("no link: %w", err)
		}
		s, _, err = session.OpenLink(cs.Session.Core(), l)
		return s, "the line's", err
	}
	moves, err := schedule.Parse(text)
	if err == nil {
		s, err = cs.along(moves)
		return s, moves.String(), err
	}
	if cs.Files.Read == nil {
		return nil, "", fmt.Errorf("no schedule: %w", err)
	}
	core, err := cs.Files.Read(text)
	if err != nil {
		return nil, "", err
	}
	s, kept, err := cs.Session.Again(core)
	if kept != "" {
		text += " (" + kept + ")"
	}
	return s, text, err
}

// branch returns a session along the branch with a number, which must not be the present one.
func (cs *Controls) branch(number string) (*session.Session, error) {
	n, err := strconv.Atoi(number)
	at := 0 // the index of the branch in Schedules, which omits the present branch
	for _, b := range cs.Session.Branches() {
		switch {
		case b.Current && b.Number == n:
			return nil, errors.New("you are on this branch")
		case b.Current:
			continue
		case b.Number == n && err == nil:
			return cs.along(cs.Session.Schedules()[at])
		}
		at++
	}
	return nil, fmt.Errorf("there is no branch %s", number)
}

func (cs *Controls) along(moves schedule.Schedule) (*session.Session, error) {
	s, err := session.New(cs.Session.Core(), cs.Session.Pair(), cs.Session.Init())
	if err != nil {
		return nil, err
	}
	if r := s.Play(moves); !r.OK() {
		return nil, errors.New(strings.TrimSuffix(r.Text, "."))
	}
	return s, nil
}
