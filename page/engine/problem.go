package engine

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/spell"
	"wobbly/session/schedule"
)

// A refusal is a problem as an error.
type refusal struct{ problem }

func (r *refusal) Error() string { return r.Message }

// refuse returns a refusal with the exit code of a wrong command line.
func refuse(code, format string, args ...any) error {
	return &refusal{problem{Code: code, Message: fmt.Sprintf(format, args...), Exit: ask.ExitUsage}}
}

// hinted adds a fix to a refusal without one.
func hinted(err error, fix string) error {
	var r *refusal
	if errors.As(err, &r) && r.Fix == "" {
		r.Fix = fix
	}
	return err
}

// unknown returns the refusal of an unknown name, with a similar known one.
func unknown(what, name string, known []string) error {
	err := refuse("name", "there is no %s %q", what, name)
	if near := spell.Near(name, known); near != "" {
		return hinted(err, spell.Question(near))
	}
	return err
}

// problemOf returns the problem for an error of any package below.
func problemOf(err error) *problem {
	var r *refusal
	var refused *ask.Refusal
	var illegal *ask.Illegal
	var name *ask.Misnamed
	var limit *ask.Limit
	var line *schedule.Error
	switch {
	case errors.As(err, &r):
		return &r.problem
	case errors.As(err, &refused):
		return &problem{
			Code: "refused", Message: strings.TrimSuffix(refused.Text, "."), Fix: refused.Hint,
			Exit: refused.Exit,
		}
	case errors.As(err, &illegal):
		p := &problem{Code: "illegal", Message: illegal.Error(), Exit: ask.ExitIllegal}
		if len(illegal.Errors) > 0 {
			d := illegal.Errors[0]
			p.Code, p.At = string(d.Code), illegal.Source.At(d.At)
			p.Message, p.Fix = d.Message, d.Fix
		}
		return p
	case errors.As(err, &name):
		p := &problem{Code: "name", Message: err.Error(), Fix: name.Hint, Exit: ask.ExitUsage}
		if near := spell.Near(name.Name, name.Known); near != "" {
			p.Fix = spell.Question(near)
		}
		return p
	case errors.As(err, &limit):
		return &problem{Code: "limit", Message: err.Error(), Exit: ask.ExitInconclusive}
	case errors.Is(err, ask.ErrInterrupted):
		return &problem{Code: "interrupted", Message: err.Error(), Exit: ask.ExitInconclusive}
	case errors.As(err, &line):
		return &problem{Code: "link", Message: line.Error(), Fix: line.Fix, Exit: ask.ExitUsage}
	default:
		return &problem{
			Code: "refused", Message: strings.TrimSuffix(err.Error(), "."), Exit: ask.ExitUsage,
		}
	}
}
