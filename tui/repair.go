package tui

import (
	"context"
	"slices"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/schedule"
	"wobbly/tui/draw"
)

// repairer asks for repairs for one screen and shows the proposals.
type repairer struct {
	h    host
	o    advice.Repairs
	work worker
}

func newRepairer(h host, to number, o advice.Repairs) *repairer {
	return &repairer{h: h, o: o, work: worker{h: h, to: to}}
}

// inLesson is why nobody proposes repairs in a lesson.
const inLesson = "In a lesson the repair is for you to find."

// repaired is an answer that has come.
type repaired struct {
	r    advice.Repair
	pair il.Pair // that is to be stepped through
	err  error
}

// off says why nobody proposes anything; empty if somebody does.
func (r *repairer) off(there bool) string {
	switch {
	case r.h.Playing():
		return inLesson
	case !there:
		return "Nobody proposes repairs in this session; wobbly fix FILE does."
	}
	return ""
}

func (r *repairer) withoutRemove() string { return r.off(r.o.Remove != nil) }
func (r *repairer) withoutShrink() string { return r.off(r.o.Shrink != nil) }

// remove asks how a race of a pair can be removed.
func (r *repairer) remove(pair il.Pair, sites il.Sites) tea.Cmd {
	core, remove := r.h.Program().Core, r.o.Remove
	return r.work.start(func() string { return "Looking for a repair, and judging it..." }, func(ctx context.Context) tea.Msg {
		x, err := remove(ctx, core, pair, sites)
		return repaired{x, pair, err}
	})
}

// shrink asks what can leave the lock regions.
func (r *repairer) shrink() tea.Cmd {
	core, pair, shrink := r.h.Program().Core, r.h.Program().Pair, r.o.Shrink
	return r.work.start(func() string { return "Asking which statements can leave the lock..." }, func(ctx context.Context) tea.Msg {
		x, err := shrink(ctx, core)
		return repaired{x, pair, err}
	})
}

// update shows an answer that has come, and tells whether the message was one.
func (r *repairer) update(msg tea.Msg) bool {
	m, ok := msg.(worked)
	if !ok {
		return false
	}
	if _, ok := m.msg.(repaired); !ok {
		return false
	}
	inner, ok := r.work.result(msg)
	if !ok {
		return true // of work that was forgotten
	}
	stopped := r.work.stopped()
	r.work.finish()
	switch x := inner.(repaired); {
	case stopped:
		r.h.Say("Stopped.")
	case x.err != nil:
		r.h.Refuse("There is no repair: " + sentence(x.err))
	case len(x.r.Proposals) == 0:
		tell(r.h, x.r.Title, x.r.Text)
	default:
		r.h.Push(&proposals{h: r.h, r: x.r, pair: x.pair})
	}
	return true
}

// proposals is the layer that shows what is proposed and asks what to do.
type proposals struct {
	h    host
	r    advice.Repair
	pair il.Pair
	at   int
	top  int
}

func (p *proposals) now() advice.Proposal { return p.r.Proposals[p.at] }

func (p *proposals) keys() []binding {
	return []binding{
		{keys: []string{"enter"}, hint: "open", help: "step through the changed program; the file stays as it is", do: p.open},
		{keys: []string{"s"}, hint: "save as", help: "save the changed program as another file", do: p.save, off: p.cannotSave},
		{keys: []string{"n", "tab"}, hint: p.nextHint(), help: "the next proposal", do: does(func() { p.at, p.top = (p.at+1)%len(p.r.Proposals), 0 }), off: p.noOther},
		{keys: []string{"esc", "q"}, hint: "leave", help: "leave the program as it is", do: does(p.h.Pop)},
		{keys: []string{"down", "j"}, help: "down", do: does(func() { p.top++ })},
		{keys: []string{"up", "k"}, help: "up", do: does(func() { p.top-- })},
		{keys: []string{"pgdown", "space"}, help: "a page down", do: does(func() { p.top += 10 })},
		{keys: []string{"pgup"}, help: "a page up", do: does(func() { p.top -= 10 })},
	}
}

func (p *proposals) typed(text string) {
	if text != "" {
		p.h.Refuse("Choose one of the keys at the bottom, or esc.")
	}
}

func (p *proposals) nextHint() string {
	if p.noOther() != "" {
		return ""
	}
	return "next"
}

func (p *proposals) noOther() string {
	if len(p.r.Proposals) == 1 {
		return "This is the only proposal."
	}
	return ""
}

func (p *proposals) cannotSave() string {
	if p.h.Files().Save == nil {
		return "Nothing can be saved from here."
	}
	return ""
}

// program is the changed program. Of the pair that is open it begins in the same
// initial state, after the same moves as far as they fit.
func (p *proposals) program() *Program {
	core, old := p.now().Core, p.h.Program()
	x := &Program{
		File: p.fileName(), Core: core, NoFile: true,
		Pair: il.Pair{Left: core.Units[p.pair.Left.Index], Right: core.Units[p.pair.Right.Index]},
		Note: "The changed program, which no file holds yet; esc goes back",
	}
	if p.pair != old.Pair {
		x.Init = session.FirstInit(core, x.Pair)
		x.Note += "."
		return x
	}
	x.Init, x.Note = old.Init, "The changed program, which no file holds yet, after the same moves"
	moves := p.h.Session().Schedule()
	x.Schedule = fitting(x, moves)
	if n := len(x.Schedule); n < len(moves) {
		x.Note += " as far as they fit: " + itoa(n) + " of " + itoa(len(moves))
	}
	x.Note += "."
	return x
}

// fitting is as much of a schedule as a program can make.
func fitting(p *Program, moves schedule.Schedule) schedule.Schedule {
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

func (p *proposals) fileName() string {
	return strings.TrimSuffix(strings.TrimSuffix(p.h.Program().Base(), ".il"), "-fixed") + "-fixed.il"
}

// open makes the changed program the one that is stepped through.
func (p *proposals) open() tea.Cmd {
	p.h.Pop()
	return p.show(p.program())
}

func (p *proposals) show(program *Program) tea.Cmd {
	if err := p.h.Visit(program); err != nil {
		p.h.Refuse(sentence(err))
		return nil
	}
	return nil
}

// save writes the changed program, and steps through it.
func (p *proposals) save() tea.Cmd {
	program, text := p.program(), p.now().Core.Source.Text
	ask(p.h, "save as", p.fileName(), func(name string) tea.Cmd {
		where, err := p.h.Files().Save(name, []byte(text))
		if err != nil {
			p.h.Refuse("Not saved: " + err.Error() + ".")
			return nil
		}
		p.h.Pop()
		p.h.Bye().Saved = append(p.h.Bye().Saved, where)
		program.File, program.NoFile = where, false
		program.Note = "Saved: " + where + ". This is the changed program."
		return p.show(program)
	})
	return nil
}

// lines is what the layer shows at width w.
func (p *proposals) lines(w int) []draw.Line {
	x := p.now()
	var all []draw.Line
	add := func(l draw.Style, texts ...string) {
		for _, t := range texts {
			all = append(all, draw.Line{{Style: l, Text: t}})
		}
	}
	add(draw.Plain|draw.Strong, draw.Wrap("Proposal "+itoa(p.at+1)+" of "+itoa(len(p.r.Proposals))+": "+x.Title+".", w)...)
	add(draw.Plain, "")
	add(draw.Plain, narrowed(x.Table, w)...)
	for _, t := range x.Notes {
		add(draw.Plain, "")
		add(draw.Plain, draw.Wrap(t, w)...)
	}
	add(draw.Plain, "")
	for _, t := range x.Diff {
		add(diffLook(t), t)
	}
	for _, t := range p.r.Text {
		add(draw.Plain, hanging(t, w)...)
	}
	return all
}

// narrowed is a table of what is known before and after: as it is where it has
// room, else with the values on a line below each name.
func narrowed(table []string, w int) []string {
	if len(table) == 0 || !slices.ContainsFunc(table, func(row string) bool { return draw.Cells(row) > w }) {
		return table
	}
	b, a := strings.Index(table[0], "before"), strings.Index(table[0], "after")
	if b < 0 || a < b {
		return table
	}
	part := func(row string, from, to int) string {
		return strings.TrimSpace(row[min(from, len(row)):min(to, len(row))])
	}
	var all []string
	for _, row := range table[1:] {
		all = append(all, draw.Wrap(part(row, 0, b), w)...)
		all = append(all, "  before "+part(row, b, a)+", after "+part(row, a, len(row)))
	}
	return all
}

// diffLook is the look of a line of a diff.
func diffLook(text string) draw.Style {
	switch {
	case strings.HasPrefix(text, "---"), strings.HasPrefix(text, "+++"), strings.HasPrefix(text, "@@"):
		return draw.Faint
	case strings.HasPrefix(text, "+"):
		return draw.Good | draw.Strong
	case strings.HasPrefix(text, "-"):
		return draw.Faint
	}
	return draw.Plain
}

func (p *proposals) draw(c draw.Canvas) {
	c.Fill(draw.Plain, " ")
	c.Wheel(func(rows int) tea.Cmd { p.top += rows; return nil })
	draw.Box(c, draw.Plain|draw.Strong, p.r.Title, "")
	c = c.Part(2, 1, c.W-4, c.H-2)
	lines := p.lines(c.W)
	p.top = max(0, min(p.top, len(lines)-c.H))
	for y := range min(c.H, len(lines)-p.top) {
		c.Line(0, y, lines[p.top+y])
	}
}
