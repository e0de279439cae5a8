// Package repair requests repairs of the open program and shows the proposals, for the screens Step
// and Reports.
package repair

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/session/schedule"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// A Repairer requests repairs on behalf of a screen.
type Repairer struct {
	h    screen.Host
	o    advice.Repairs
	work screen.Worker
}

// New returns a repairer.
func New(h screen.Host, o advice.Repairs) *Repairer {
	return &Repairer{h: h, o: o, work: screen.Worker{H: h}}
}

// InLesson explains why a lesson shows no proposals.
const InLesson = "In a lesson you find the repair."

// WithoutRemove returns why Remove cannot be used.
func (r *Repairer) WithoutRemove() screen.Refusal {
	return cmp.Or(command.When(r.h.Playing(), InLesson),
		command.When(r.o.Remove == nil,
			"This session proposes no repairs; wobbly fix FILE does."))
}

// Remove asks how to remove a race of a pair.
func (r *Repairer) Remove(pair il.Pair, sites il.Sites) tea.Cmd {
	core, remove := r.h.Program().Core, r.o.Remove
	return r.ask("Looking for a repair, and judging it...", pair,
		func(ctx context.Context) (advice.Repair, error) {
			return remove(ctx, core, pair, sites)
		})
}

// Shrink asks which statements can leave the lock regions.
func (r *Repairer) Shrink() tea.Cmd {
	core, shrink := r.h.Program().Core, r.o.Shrink
	label := "Checking which statements can leave the lock..."
	return r.ask(label, r.h.Program().Pair, func(ctx context.Context) (advice.Repair, error) {
		return shrink(ctx, core)
	})
}

// ask runs a query in the background, and shows its answer about the pair of the changed program.
func (r *Repairer) ask(label string, pair il.Pair,
	propose func(context.Context) (advice.Repair, error)) tea.Cmd {
	return r.work.Start(func() string { return label }, func(ctx context.Context) screen.Then {
		x, err := propose(ctx)
		return screen.Does(func() {
			switch stopped := r.work.Finish(); {
			case stopped:
				r.h.Say("Stopped.")
			case err != nil:
				r.h.Refuse("There is no repair: " + command.Sentence(err))
			case len(x.Proposals) == 0:
				screen.Tell(r.h, x.Title, x.Text)
			default:
				r.h.Push(&proposals{h: r.h, r: x, pair: pair})
			}
		})
	})
}

type proposals struct {
	screen.Scroller
	h    screen.Host
	r    advice.Repair
	pair il.Pair
	at   int // the index of the proposal that is shown
}

func (p *proposals) now() advice.Proposal { return p.r.Proposals[p.at] }

func (p *proposals) Keys() []screen.Binding {
	next := screen.Binding{Keys: []string{"n", "tab"}, Hint: "next", Help: "the next proposal",
		Off: p.noOther,
		Do:  screen.Does(func() { p.at, p.Top = (p.at+1)%len(p.r.Proposals), 0 })}
	if p.noOther().Refuses() {
		next.Hint = ""
	}
	scroll := p.Scroller.Keys()
	for i := range scroll {
		scroll[i].Hint = ""
	}
	return screen.Join([]screen.Binding{
		{Keys: []string{"enter"}, Hint: "open", Help: "step through the changed program; the " +
			"file stays as it is",
			Do: screen.Does(func() { p.h.Pop(); p.open(p.program()) })},
		{Keys: []string{"s"}, Hint: "save as", Do: screen.Does(p.save), Off: p.cannotSave,
			Help: "save the changed program as another file"},
		next,
		{Keys: []string{"esc", "q"}, Hint: "leave", Do: screen.Does(p.h.Pop),
			Help: "leave the program as it is"},
	}, scroll, []screen.Binding{screen.KeysOf(p.h)})
}

func (p *proposals) Typed(string) string { return "Choose one of the keys at the bottom, or esc." }

func (p *proposals) noOther() screen.Refusal {
	return command.When(len(p.r.Proposals) == 1, "This is the only proposal.")
}

func (p *proposals) cannotSave() screen.Refusal {
	return command.When(p.h.Files().Save == nil, "Nothing can be saved from here.")
}

// fileName returns the proposed name for the changed program: "x-fixed.il".
func (p *proposals) fileName() string {
	return strings.TrimSuffix(strings.TrimSuffix(p.h.Program().Base(), ".il"), "-fixed") +
		"-fixed.il"
}

// program returns the changed program, for the open pair with as many moves as fit.
func (p *proposals) program() *screen.Program {
	core, old := p.now().Core, p.h.Program()
	x := &screen.Program{
		File: p.fileName(), Core: core, NoFile: true,
		Pair: il.Pair{Left: core.Units[p.pair.Left.Index], Right: core.Units[p.pair.Right.Index]},
		Note: "The changed program, which no file holds yet; esc goes back.",
	}
	if p.pair != old.Pair {
		x.Init = session.FirstInit(core, x.Pair)
		return x
	}
	x.Init, x.Note = old.Init, "The changed program, which no file holds yet, after the same moves"
	moves := p.h.Session().Schedule()
	x.Schedule = fitting(x, moves)
	if n := len(x.Schedule); n < len(moves) {
		x.Note += " as far as they fit: " + strconv.Itoa(n) + " of " + strconv.Itoa(len(moves))
	}
	x.Note += "."
	return x
}

// fitting returns the first of the moves, up to one that p cannot make.
func fitting(p *screen.Program, moves schedule.Schedule) schedule.Schedule {
	s, err := session.New(p.Core, p.Pair, p.Init)
	if err != nil {
		return nil
	}
	for n := range moves {
		if !s.Play(moves[n : n+1]).OK() {
			return moves[:n]
		}
	}
	return moves
}

func (p *proposals) open(program *screen.Program) {
	if err := p.h.Visit(program); err != nil {
		p.h.Refuse(command.Sentence(err))
	}
}

func (p *proposals) save() {
	program, text := p.program(), p.now().Core.Source.Text
	screen.Ask(p.h, "save as", p.fileName(), func(name string) (tea.Cmd, error) {
		where, err := screen.SaveAs(p.h, name, []byte(text))
		if err != nil {
			return nil, err
		}
		p.h.Pop()
		program.File, program.NoFile = where, false
		program.Note = "Saved: " + where + ". This is the changed program."
		p.open(program)
		return nil, nil
	})
}

func (p *proposals) lines(w int) []draw.Line {
	x := p.now()
	var all []draw.Line
	add := func(l draw.Style, texts ...string) {
		for _, t := range texts {
			all = append(all, draw.Line{{Style: l, Text: t}})
		}
	}
	head := "Proposal " + strconv.Itoa(p.at+1) + " of " + strconv.Itoa(len(p.r.Proposals)) + ": " +
		x.Title + "."
	add(draw.Plain|draw.Strong, draw.Wrap(head, w)...)
	add(draw.Plain, "")
	add(draw.Plain, narrowed(x.Table, w)...)
	for _, t := range x.Notes {
		add(draw.Plain, "")
		add(draw.Plain, draw.Wrap(t, w)...)
	}
	for i, s := range x.Steps {
		head := s.Head(i + 1)
		for _, line := range draw.Wrap(s.Does, w-len(head)) {
			add(draw.Plain, head+line)
			head = strings.Repeat(" ", len(head))
		}
	}
	add(draw.Plain, "")
	for _, t := range x.Diff {
		add(diffStyle(t), t)
	}
	for _, t := range p.r.Text {
		add(draw.Plain, draw.Hanging(t, w)...)
	}
	return all
}

// narrowed narrows a table with the columns "before" and "after". If it is too wide, the values are
// on a line below each name.
func narrowed(table []string, w int) []string {
	if len(table) == 0 ||
		!slices.ContainsFunc(table, func(row string) bool { return draw.Cells(row) > w }) {
		return table
	}
	before, after := strings.Index(table[0], "before"), strings.Index(table[0], "after")
	if before < 0 || after < before {
		return table
	}
	part := func(row string, from, to int) string {
		return strings.TrimSpace(row[min(from, len(row)):min(to, len(row))])
	}
	var all []string
	for _, row := range table[1:] {
		all = append(all, draw.Wrap(part(row, 0, before), w)...)
		all = append(all, "  before "+part(row, before, after)+", after "+
			part(row, after, len(row)))
	}
	return all
}

func diffStyle(text string) draw.Style {
	switch {
	case strings.HasPrefix(text, "---"), strings.HasPrefix(text, "+++"),
		strings.HasPrefix(text, "@@"):
		return draw.Faint
	case strings.HasPrefix(text, "+"):
		return draw.Good | draw.Strong
	case strings.HasPrefix(text, "-"):
		return draw.Faint
	}
	return draw.Plain
}

func (p *proposals) Draw(c draw.Canvas) {
	c = screen.Cover(p.h, c)
	c.Wheel(p.Wheel)
	lines := p.lines(c.W - 4)
	show := func(row draw.Canvas, i int) { row.Line(0, 0, lines[i]) }
	below := p.Scroller.Draw(c.Part(2, 1, c.W-4, c.H-2), len(lines), show)
	draw.Box(c, draw.Plain|draw.Strong, p.r.Title, draw.More(below))
}
