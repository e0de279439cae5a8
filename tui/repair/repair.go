package repair

import (
	"context"
	"fmt"
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

// Repairer asks for repairs for one screen and shows the proposals.
type Repairer struct {
	h    screen.Host
	o    advice.Repairs
	work screen.Worker
}

// New is a repairer for a screen.
func New(h screen.Host, to screen.Number, o advice.Repairs) *Repairer {
	return &Repairer{h: h, o: o, work: screen.Worker{H: h, To: to}}
}

// InLesson is why nobody proposes repairs in a lesson.
const InLesson = "In a lesson the repair is for you to find."

// repaired is an answer that has come.
type repaired struct {
	r    advice.Repair
	pair il.Pair // that is to be stepped through
	err  error
}

// off says why nobody proposes anything; empty if somebody does.
func (r *Repairer) off(there bool) string {
	switch {
	case r.h.Playing():
		return InLesson
	case !there:
		return "Nobody proposes repairs in this session; wobbly fix FILE does."
	}
	return ""
}

// WithoutRemove says why nobody proposes how a race can be removed, empty if
// somebody does.
func (r *Repairer) WithoutRemove() string { return r.off(r.o.Remove != nil) }

// Remove asks how a race of a pair can be removed.
func (r *Repairer) Remove(pair il.Pair, sites il.Sites) tea.Cmd {
	core, remove := r.h.Program().Core, r.o.Remove
	return r.work.Start(func() string { return "Looking for a repair, and judging it..." }, func(ctx context.Context) tea.Msg {
		x, err := remove(ctx, core, pair, sites)
		return repaired{x, pair, err}
	})
}

// Shrink asks what can leave the lock regions.
func (r *Repairer) Shrink() tea.Cmd {
	core, pair, shrink := r.h.Program().Core, r.h.Program().Pair, r.o.Shrink
	return r.work.Start(func() string { return "Asking which statements can leave the lock..." }, func(ctx context.Context) tea.Msg {
		x, err := shrink(ctx, core)
		return repaired{x, pair, err}
	})
}

// Update shows an answer that has come, and tells whether the message was one.
func (r *Repairer) Update(msg tea.Msg) bool {
	m, ok := msg.(screen.Worked)
	if !ok {
		return false
	}
	if _, ok := m.Msg.(repaired); !ok {
		return false
	}
	inner, ok := r.work.Result(msg)
	if !ok {
		return true // of work that was forgotten
	}
	stopped := r.work.Stopped()
	r.work.Finish()
	switch x := inner.(repaired); {
	case stopped:
		r.h.Say("Stopped.")
	case x.err != nil:
		r.h.Refuse("There is no repair: " + command.Sentence(x.err))
	case len(x.r.Proposals) == 0:
		screen.Tell(r.h, x.r.Title, x.r.Text)
	default:
		r.h.Push(&proposals{h: r.h, r: x.r, pair: x.pair})
	}
	return true
}

// proposals is the layer that shows what is proposed and asks what to do.
type proposals struct {
	h    screen.Host
	r    advice.Repair
	pair il.Pair
	at   int
	top  int
}

func (p *proposals) now() advice.Proposal { return p.r.Proposals[p.at] }

// Keys implements screen.Layer.
func (p *proposals) Keys() []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"enter"}, Hint: "open", Help: "step through the changed program; the file stays as it is", Do: p.open},
		{Keys: []string{"s"}, Hint: "save as", Help: "save the changed program as another file", Do: p.save, Off: p.cannotSave},
		{Keys: []string{"n", "tab"}, Hint: p.nextHint(), Help: "the next proposal", Do: screen.Does(func() { p.at, p.top = (p.at+1)%len(p.r.Proposals), 0 }), Off: p.noOther},
		{Keys: []string{"esc", "q"}, Hint: "leave", Help: "leave the program as it is", Do: screen.Does(p.h.Pop)},
		{Keys: []string{"down", "j"}, Help: "down", Do: screen.Does(func() { p.top++ })},
		{Keys: []string{"up", "k"}, Help: "up", Do: screen.Does(func() { p.top-- })},
		{Keys: []string{"pgdown", "space"}, Help: "a page down", Do: screen.Does(func() { p.top += 10 })},
		{Keys: []string{"pgup"}, Help: "a page up", Do: screen.Does(func() { p.top -= 10 })},
		screen.KeysOf(p.h),
	}
}

// Typed implements screen.Layer.
func (p *proposals) Typed(text string) {
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
func (p *proposals) program() *screen.Program {
	core, old := p.now().Core, p.h.Program()
	x := &screen.Program{
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
		x.Note += " as far as they fit: " + strconv.Itoa(n) + " of " + strconv.Itoa(len(moves))
	}
	x.Note += "."
	return x
}

// fitting is as much of a schedule as a program can make.
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

func (p *proposals) fileName() string {
	return strings.TrimSuffix(strings.TrimSuffix(p.h.Program().Base(), ".il"), "-fixed") + "-fixed.il"
}

// open makes the changed program the one that is stepped through.
func (p *proposals) open() tea.Cmd {
	p.h.Pop()
	return p.show(p.program())
}

func (p *proposals) show(program *screen.Program) tea.Cmd {
	if err := p.h.Visit(program); err != nil {
		p.h.Refuse(command.Sentence(err))
		return nil
	}
	return nil
}

// save writes the changed program, and steps through it.
func (p *proposals) save() tea.Cmd {
	program, text := p.program(), p.now().Core.Source.Text
	screen.Ask(p.h, "save as", p.fileName(), func(name string) (tea.Cmd, error) {
		where, err := p.h.Files().Save(name, []byte(text))
		if err != nil {
			return nil, fmt.Errorf("not saved: %w", err)
		}
		p.h.Pop()
		p.h.Bye().Saved = append(p.h.Bye().Saved, where)
		program.File, program.NoFile = where, false
		program.Note = "Saved: " + where + ". This is the changed program."
		return p.show(program), nil
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
	add(draw.Plain|draw.Strong, draw.Wrap("Proposal "+strconv.Itoa(p.at+1)+" of "+strconv.Itoa(len(p.r.Proposals))+": "+x.Title+".", w)...)
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

// diffStyle is the style of a line of a diff.
func diffStyle(text string) draw.Style {
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

// Draw implements screen.Layer.
func (p *proposals) Draw(c draw.Canvas) {
	c = screen.Cover(p.h, c)
	c.Wheel(func(rows int) tea.Cmd { p.top += rows; return nil })
	lines := p.lines(c.W - 4)
	p.top = max(0, min(p.top, len(lines)-c.H+2))
	draw.Box(c, draw.Plain|draw.Strong, p.r.Title, draw.More(len(lines)-p.top-c.H+2))
	c = c.Part(2, 1, c.W-4, c.H-2)
	for y := range min(c.H, len(lines)-p.top) {
		c.Line(0, y, lines[p.top+y])
	}
}
