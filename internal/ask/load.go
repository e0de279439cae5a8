package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/internal/text"
	"wobbly/report"
)

// Illegal is the error of a text that is not a legal program.
type Illegal struct {
	Source *il.Source
	Errors diag.List
}

// Error names the first of the errors.
func (e *Illegal) Error() string {
	message := fmt.Sprintf("%s is not a legal program: %s: %s", e.Source.Name,
		e.Source.At(e.Errors[0].At), e.Errors[0].Message)
	if more := len(e.Errors) - 1; more > 0 {
		message += " (and " + text.Count(more, "more error") + ")"
	}
	return message
}

// Limit is the error of an analysis that reached one and has no answer.
type Limit struct {
	Source *il.Source
	Err    error
}

func (e *Limit) Error() string { return report.FileName(e.Source.Name) + ": " + e.Err.Error() }
func (e *Limit) Unwrap() error { return e.Err }

// limited turns an error of an analysis into a *Limit.
func limited(core *il.Core, err error) error {
	var named *il.NamedLocksError
	switch {
	case err == nil || err == ErrInterrupted:
		return err
	case errors.As(err, &named):
		return OneLock(core, named.What)
	}
	return &Limit{core.Source, err}
}

// Load parses and checks a program. If strict, sugar is refused. The error is *Illegal or
// ErrInterrupted.
func Load(ctx context.Context, src *il.Source, strict bool) (*il.Core, error) {
	return Try(ctx, func() (*il.Core, error) {
		var core *il.Core
		p, errs := parse.File(src)
		if p != nil {
			var more diag.List
			core, more = check.Program(p, check.Options{Strict: strict, Incomplete: len(errs) > 0})
			errs = append(errs, more...)
			errs.Sort()
		}
		if len(errs) > 0 || core == nil {
			return nil, &Illegal{src, brief(errs)}
		}
		return core, nil
	})
}

// OneLock returns an *Illegal if a program names locks. The error says that user, a command or an
// analyzer, does not support them.
func OneLock(core *il.Core, user string) error {
	if len(core.Locks) == 0 {
		return nil
	}
	d := check.NamedLock(core)
	d.Label = user + " knows only the unnamed lock"
	d.Fix = "leave the name out, if one lock for everything will do"
	return &Illegal{core.Source, diag.List{d}}
}

// Warnings lists what is legal and probably a mistake.
func Warnings(core *il.Core) diag.List { return check.Warnings(core) }

// Versions parses successive versions of a text and lists their errors or warnings. It parses only
// what changed.
type Versions struct{ parse.Incremental }

// Read returns the program of a text, without the parts that cannot be parsed, and its errors in
// the order of the text. If it is legal, it returns the warnings instead.
func (v *Versions) Read(src *il.Source) (*il.Program, diag.List) {
	p, errs := v.File(src)
	core, more := check.Program(p, check.Options{Incomplete: len(errs) > 0})
	if core != nil {
		return p, check.Warnings(core)
	}
	errs = append(errs, more...)
	errs.Sort()
	return p, errs
}

// CoreOf checks a generated program. It returns nil if the program is not legal.
func CoreOf(p *il.Program) *il.Core {
	core, _ := check.Program(p, check.Options{})
	return core
}

// brief shortens the names in errors, which may be megabytes long.
func brief(errs diag.List) diag.List {
	for i := range errs {
		d := &errs[i]
		d.Message, d.Label, d.Fix = text.Brief(d.Message), text.Brief(d.Label), text.Brief(d.Fix)
		for k := range d.Notes {
			d.Notes[k].Message = text.Brief(d.Notes[k].Message)
		}
	}
	return errs
}

// Format returns a program in the form of wobbly fmt or, if lowered, as semantics and analysis see
// it. Formatting needs a text that can be parsed, and lowering a legal program. Lines end as the
// first line of the program does. The error is *Illegal or ErrInterrupted.
func Format(ctx context.Context, src *il.Source, lowered bool) (string, error) {
	if lowered {
		core, err := Load(ctx, src, false)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		err = il.PrintCore(&b, core)
		return il.WithLineEnds(b.String(), il.LineEnd(src.Text)), err
	}
	p, errs := parse.File(src)
	if len(errs) > 0 {
		return "", &Illegal{Source: src, Errors: errs}
	}
	return il.WithLineEnds(il.Format(p), il.LineEnd(src.Text)), nil
}

// A Refusal is the error of a question that cannot be answered.
type Refusal struct {
	Exit int    // the exit code of the command
	Of   string // the flag that it is about; empty for none
	Text string // the message, without a full stop; empty if there is nothing to add
	Hint string // a line that helps; may be empty
}

func (r *Refusal) Error() string { return r.Text }

func refuse(hint, format string, args ...any) error {
	return &Refusal{Exit: ExitUsage, Text: fmt.Sprintf(format, args...), Hint: hint}
}

func refuseFlag(flag, hint string, err error) error {
	return &Refusal{Exit: ExitUsage, Of: flag, Text: err.Error(), Hint: hint}
}
