package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
)

// telling has the commands that only print something.
var telling = []Command{
	{Name: State, Words: []string{"state"}, Help: "the present state",
		Do: func(context.Context, *Controls, string) Answer { return Answer{State: true} }},
	{Name: heapName, Words: []string{"heap"}, Help: "all objects", Do: tells((*Controls).heap)},
	{Name: localsName, Words: []string{"locals"},
		Help: "the variables of both threads, innermost calls first",
		Do:   tells((*Controls).locals)},
	{Name: codeName, Words: []string{"code"}, Help: "where both threads stand in the text",
		Do: tells((*Controls).code)},
	{Name: traceName, Words: []string{"trace"},
		Help: "all moves of the recorded trace and what they did", Do: tells((*Controls).trace)},
	{Name: Explain, Keys: []string{"e"}, Words: []string{"e", "explain"}, Arg: Arg{Name: "WORD"},
		Hint: "explain",
		Help: "explain this state: the last move, what it read, the next steps, why it races; in " +
			"the analysis pane, the analysis",
		Lines: "explain a word such as race or, without a word, this state", Do: explain},
	{Name: Eval, Keys: []string{":"}, Words: []string{":", "eval"},
		Arg: Arg{
			Name: "EXPRESSION", Prompt: "value of",
			Such: "such as b.f or A.b == B.b; help and q, too",
		}, Hint: "eval",
		Help: "the value of an expression, such as b.f or A.b == B.b", Do: eval},
	{Name: Analysis, Words: []string{"analysis"},
		Help: "what the analysis knows before each thread's next statement, " +
			"and of the accesses", Do: analysis},
	{Name: Fix, Keys: []string{"f"}, Words: []string{"f", "fix"}, Hint: "fix",
		Help:  "propose a repair of this race: a lock region, or a copy of the path",
		Lines: "propose a repair of this race, judged by a search of all schedules",
		Off:   cannotFix, Do: fix},
	{Name: Shrink, Keys: []string{"F"}, Words: []string{"F", "shrink"},
		Help: "is a lock too big? which statements can leave the lock regions",
		Off:  cannotShrink, Do: shrink},
	{Name: Watch, Keys: []string{"w"}, Words: []string{"w", "watch"},
		Arg:   Arg{Name: "EXPRESSION", Prompt: "watch", Such: "such as b.f or lock.depth"},
		Help:  "watch an expression, or stop watching it",
		Lines: "show its value after each action; repeat to stop", Do: watch},
}

func tells(f func(*Controls) []string) action {
	return func(_ context.Context, cs *Controls, _ string) Answer {
		return Answer{Title: "this state", Lines: f(cs)}
	}
}

func explain(_ context.Context, cs *Controls, word string) Answer {
	switch {
	case word == "":
		return Answer{Title: "this state", Lines: cs.Session.Now().Explanation()}
	case cs.Explain == nil:
		return refuse("No glossary came with this session; wobbly explain WORD explains a word.")
	}
	title, lines, err := cs.Explain(word)
	if err != nil {
		return refuseError(err)
	}
	return Answer{Title: title, Lines: lines}
}

// heap describes each object in a line: its cells, and the variables and cells that refer to it.
func (cs *Controls) heap() []string {
	v, names := cs.Session.Now(), cs.Session.Names()
	holders := v.Holders()
	var lines []string
	for l := semantics.Loc(1); v.Heap().Has(l); l++ {
		text := names.Of(l) + ":"
		for _, f := range v.Heap().Fields() {
			if to, ok := v.Heap().At(semantics.Addr{Loc: l, Field: f}); ok {
				text += " " + f + " holds " + names.Of(to) + ","
			}
		}
		if len(holders[l]) > 0 {
			text += " held by " + strings.Join(holders[l], ", ") + ","
		}
		lines = append(lines, strings.TrimSuffix(text, ",")+".")
	}
	return lines
}

func (cs *Controls) locals() []string {
	v := cs.Session.Now()
	var lines []string
	for _, i := range semantics.Tids {
		for _, f := range v.Frames(i) {
			text := i.String() + ", " + session.UnitText(f.Unit) + ":"
			for name, l := range f.Vars.Vars() {
				if !il.IsTemporary(name) {
					text += " " + name + " = " + v.Name(l) + ","
				}
			}
			lines = append(lines, strings.TrimSuffix(text, ",")+".")
		}
	}
	return append(lines, strings.ToUpper(v.LocksText()[:1])+v.LocksText()[1:]+".")
}

func (cs *Controls) code() []string {
	src := cs.Session.Core().Source
	var lines []string
	for _, i := range semantics.Tids {
		at := src.Position(cs.Session.Now().Config().Threads[i].Point.Pos())
		lines = append(lines, fmt.Sprintf("%s is at line %d, column %d: %s",
			i, at.Line, at.Col, strings.TrimSpace(src.Line(at.Line))))
	}
	return lines
}

func (cs *Controls) trace() []string {
	s := cs.Session
	var lines []string
	for n := range s.Len() + 1 {
		v, _ := s.State(n)
		text := fmt.Sprintf("State %d", n)
		if e, ok := v.Last(); ok {
			text += strings.TrimRight(fmt.Sprintf(": %s %s %s  %s", e.Thread, e.Where, e.Label,
				v.EffectText()), " ")
		}
		if from, ok := v.ReadsFrom(); ok {
			text += fmt.Sprintf("  from state %d", from.State)
		}
		if v.Races() {
			text += "  race"
		}
		if n == s.At() {
			text += "  (here)"
		}
		lines = append(lines, text)
	}
	return lines
}

// Headline describes the present state in a line: its number, the steps, the switches, the lock.
func Headline(s *session.Session) string {
	v := s.Now()
	return fmt.Sprintf("State %d of %d, %s, %s, lock %s.", v.At(), s.Len(),
		words.Count(v.Steps(), "step"), session.SwitchesText(v.Switches()), v.LockText())
}

// eval returns the value of an expression, or sets the seed.
func eval(ctx context.Context, cs *Controls, text string) Answer {
	if arg, ok := strings.CutPrefix(text, "seed "); ok {
		return seed(ctx, cs, strings.TrimSpace(arg))
	}
	value, err := cs.evaluate(text)
	if err != nil {
		return refuseError(err)
	}
	return said(value)
}

func said(text string) Answer { return Answer{Result: session.Result{Text: text}} }

// watch adds an expression to the watches, or removes it.
func watch(_ context.Context, cs *Controls, text string) Answer {
	if n := slices.Index(cs.Watches, text); n >= 0 {
		cs.Watches = slice.Delete(slices.Clone(cs.Watches), n)
		return said("No longer watched: " + text + ".")
	}
	value, err := cs.evaluate(text)
	if err != nil {
		return refuseError(err)
	}
	cs.Watches = append(cs.Watches, text)
	return Answer{State: true, Sum: "Watched: " + value + "."}
}

func analysis(ctx context.Context, cs *Controls, _ string) Answer {
	v := cs.Session.Now()
	if cs.Analysis.Lines == nil {
		return refuse("No analysis came with this session; wobbly step FILE brings one.")
	}
	a := Answer{Title: "the analysis at this point"}
	for _, i := range semantics.Tids {
		u, err := cs.Analysis.Lines(ctx, cs.Session.Core(), v.Config().Threads[i].Point.Unit())
		if err != nil {
			return refuseError(err)
		}
		a.Lines = append(a.Lines, u.Text(v, i)...)
	}
	if sites, ok := v.NextSites(); ok && cs.Analysis.About != nil {
		p, err := cs.Analysis.About(ctx, cs.Session.Core(), cs.Session.Pair(), sites)
		if err == nil {
			a.Lines = append(a.Lines, p.Text()...)
		}
	}
	return a
}

const noRepairs = "Nobody proposes repairs in this session; wobbly fix FILE does."

func cannotFix(cs *Controls) Refusal {
	switch {
	case cs.Session.Now().Deadlocked():
		return Refusal{Reason: "This is a deadlock, which wobbly fix FILE D1 repairs."}
	case cs.Repairs.Remove == nil:
		return Refusal{Reason: noRepairs}
	default:
		return cs.NoRace()
	}
}

func cannotShrink(cs *Controls) Refusal { return When(cs.Repairs.Shrink == nil, noRepairs) }

func fix(ctx context.Context, cs *Controls, _ string) Answer {
	if why := cannotFix(cs); why.Refuses() {
		return refuse(why.String())
	}
	sites, _ := cs.Session.Now().NextSites()
	return proposals(cs.Repairs.Remove(ctx, cs.Session.Core(), cs.Session.Pair(), sites))
}

func shrink(ctx context.Context, cs *Controls, _ string) Answer {
	if why := cannotShrink(cs); why.Refuses() {
		return refuse(why.String())
	}
	return proposals(cs.Repairs.Shrink(ctx, cs.Session.Core()))
}

func proposals(r advice.Repair, err error) Answer {
	if err != nil {
		return refuseError(err)
	}
	a := Answer{Title: r.Title, Lines: append([]string{r.Title}, r.Text...)}
	for n, p := range r.Proposals {
		a.Lines = append(a.Lines,
			fmt.Sprintf("Proposal %d of %d: %s.", n+1, len(r.Proposals), p.Title))
		a.Lines = append(append(a.Lines, p.Table...), p.Notes...)
		for i, s := range p.Steps {
			a.Lines = append(a.Lines, s.Head(i+1)+s.Does)
		}
		a.Lines = append(a.Lines, p.Diff...)
	}
	return a
}
