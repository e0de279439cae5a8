// Package analysis is the screen Analysis, which shows the analysis of both threads' methods line
// by line, and Known, the cache of answers that this screen and Step share.
package analysis

import (
	"context"
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// analysisScreen has a pane for each thread, with a row for each statement of its method.
type analysisScreen struct {
	h      screen.Host
	known  *Known
	cursor [2]int // the highlighted row of each thread, relative to the present one
}

// New returns the screen.
func New(h screen.Host, known *Known) screen.Screen { return &analysisScreen{h: h, known: known} }

func (s *analysisScreen) Panes() []string { return []string{screen.PaneA, screen.PaneB} }
func (s *analysisScreen) Command() string {
	return "wobbly analyze " + text.ShellWord(s.h.Program().File)
}
func (s *analysisScreen) Heading() string {
	return "state " + strconv.Itoa(s.h.Session().At()) + "/" + strconv.Itoa(s.h.Session().Len())
}

func (s *analysisScreen) Enter() tea.Cmd {
	s.cursor = [2]int{}
	return nil
}

// Wants implements screen.Waiter: it requests the analysis of both methods.
func (s *analysisScreen) Wants() tea.Cmd {
	return s.known.Ask([]*il.Unit{s.point(semantics.A).Unit(), s.point(semantics.B).Unit()}, nil)
}

func (s *analysisScreen) point(i semantics.Tid) semantics.Point {
	return s.h.Session().Now().Config().Threads[i].Point
}

// rows returns the known statements of a thread's method and the index of the present one, which is
// len(rows) at the end of the method.
func (s *analysisScreen) rows(i semantics.Tid) (rows []advice.Line, here int) {
	u := s.known.Units[s.point(i).Unit()].About
	return u.Lines, u.Row(s.point(i))
}

func (s *analysisScreen) Keys() []screen.Binding {
	step := func(i semantics.Tid) func() tea.Cmd {
		return screen.Does(func() {
			s.report(s.h.Session().Step(i))
			if _, refused := s.h.Status(); refused &&
				s.h.Session().Now().Next(i).Stop == session.AtChoice {
				s.h.Refuse(i.String() +
					" has to choose a branch; enter goes to Step, where it can.")
			}
		})
	}
	move := func(by int) func() tea.Cmd {
		return screen.Does(func() {
			i := screen.ThreadOf(s.h.Focused())
			rows, here := s.rows(i)
			s.cursor[i] = draw.Clamp(here+s.cursor[i]+by, max(len(rows), 1)) - here
		})
	}
	return []screen.Binding{
		{Keys: []string{"a"}, Hint: "step A", Help: "step thread A", Do: step(semantics.A)},
		{Keys: []string{"b"}, Hint: "step B", Help: "step thread B", Do: step(semantics.B)},
		{Keys: []string{"left", "h"}, Hint: "back", Help: "back along the recorded trace",
			Do: screen.Does(func() { s.report(s.h.Session().Left(1)) })},
		{Keys: []string{"right", "l"}, Hint: "next", Help: "forward along the recorded trace",
			Do: screen.Does(func() { s.report(s.h.Session().Right(1)) })},
		{Keys: []string{"down", "j"}, Hint: "down", Do: move(1), Off: s.unavailable,
			Help: "a row down in the focused method"},
		{Keys: []string{"up", "k"}, Help: "a row up", Do: move(-1), Off: s.unavailable},
		{Keys: []string{"pgdown"}, Help: "ten rows down", Do: move(10), Off: s.unavailable},
		{Keys: []string{"pgup"}, Help: "ten rows up", Do: move(-10), Off: s.unavailable},
		{Keys: []string{"e"}, Hint: "explain", Do: screen.Does(s.explain), Off: s.unavailable,
			Help: "describe the highlighted row"},
		{Keys: []string{"enter"}, Do: func() tea.Cmd { return s.h.Show(screen.Step) },
			Help: "this state in Step"},
	}
}

func (s *analysisScreen) unavailable() screen.Refusal {
	return command.When(!s.known.There(), "No analysis came with this session; wobbly step FILE "+
		"brings one.")
}

// empty explains why there are no rows for a method. It returns "" if there are some.
func (s *analysisScreen) empty(u *il.Unit) string {
	switch x, known := s.known.Units[u]; {
	case s.unavailable().Refuses():
		return s.unavailable().String()
	case !known:
		return "Analysing " + session.Signature(u) + "..."
	case x.Err != nil:
		return "The analysis failed: " + command.Sentence(x.Err)
	case len(x.About.Lines) == 0:
		return session.Signature(u) + " has no statements: its summary is empty."
	}
	return ""
}

// report reports the result of a session operation, and moves the highlights to the present rows.
func (s *analysisScreen) report(r session.Result) {
	s.cursor = [2]int{}
	s.h.Report(r)
}

func (s *analysisScreen) explain() {
	i := screen.ThreadOf(s.h.Focused())
	u := s.point(i).Unit()
	rows, here := s.rows(i)
	if len(rows) == 0 {
		s.h.Refuse(s.empty(u))
		return
	}
	l := rows[draw.Clamp(here+s.cursor[i], len(rows))]
	screen.Tell(s.h, session.Signature(u)+", line "+l.At.String(), []string{
		l.Text, "", "Rule: " + l.Rule,
		"Added to W: " + advice.Set(l.W),
		"Lock context after it: " + l.Lock,
		"Added to A: " + advice.Set(l.A),
	})
}

const (
	// wide is the least width at which a statement takes one row instead of two.
	wide = 96
	// The widths of the columns.
	lineColumn = 6
	codeColumn = 30
	ruleColumn = 12
	lockColumn = 5  // at least
	maxLock    = 16 // at most, if locks have names
)

// legend explains the columns to readers who do not know the letters of the paper.
const legend = "Each method alone, line by line. L: how often it holds the lock. W: the paths " +
	"that may be wobbly. A: its accesses (path, read or write, L)."

func (s *analysisScreen) Draw(c draw.Canvas) {
	v := s.h.Session().Now()
	if s.h.Zoomed() || c.H < 16 {
		s.drawUnit(c, v, screen.ThreadOf(s.h.Focused()))
		return
	}
	if c.H >= 20 && s.known.There() {
		for _, text := range draw.Wrap(legend, c.W-2) {
			c.Text(1, 0, draw.Faint, text)
			c = c.Part(0, 1, c.W, c.H-1)
		}
	}
	half := c.H / 2
	s.drawUnit(c.Part(0, 0, c.W, half), v, semantics.A)
	s.drawUnit(c.Part(0, half, c.W, c.H-half), v, semantics.B)
}

func (s *analysisScreen) drawUnit(c draw.Canvas, v session.View, i semantics.Tid) {
	u := s.point(i).Unit()
	frame, border := c, screen.Border(s.h, screen.CodePane(i))
	depth := "now: " + v.LevelText(i)
	c = draw.Box(c, border,
		draw.NameTitle(i.String()+"  "+session.Signature(u), depth, c.W-4), depth)
	if why := s.empty(u); why != "" {
		draw.Explain(c, why)
		return
	}
	rows, here := s.rows(i)
	lock := lockColumn
	for _, r := range rows {
		lock = min(max(lock, draw.Cells("L="+r.Lock)+1), maxLock)
	}
	height := 2 // of a statement
	if c.W >= wide {
		height = 1
		head := draw.Pad("line", lineColumn) + draw.Pad("statement", codeColumn) +
			draw.Pad("rule", ruleColumn) +
			draw.Pad("L", lock) + "W and A"
		c.Text(3, 0, draw.Faint, head)
		c = c.Part(0, 1, c.W, c.H-1)
	}
	n := len(rows) + 1 // with a row for the end of the method
	highlighted := draw.Clamp(here+s.cursor[i], n)
	fit := max(1, c.H/height)
	top := draw.Scroll(highlighted, n, fit)
	for k := top; k < min(top+fit+1, n); k++ {
		row := c.Part(0, (k-top)*height, c.W, height)
		style := draw.Plain
		if k == here {
			style = draw.Thread(i) | draw.Strong
			row.Text(1, 0, style, ">")
		}
		if k < len(rows) {
			drawRow(row, rows[k], lock, style)
		} else {
			row.Clipped(3, 0, style, draw.Pad("", lineColumn)+"end")
		}
		if k == highlighted && s.cursor[i] != 0 {
			row.Paint(0, 0, draw.Inverse)
		}
	}
	draw.Below(frame, border, n-top-(c.H+height-1)/height)
}

// drawRow draws a statement on one or two rows. lock is the width of the column L.
func drawRow(c draw.Canvas, l advice.Line, lock int, style draw.Style) {
	col := c.Text(3, 0, draw.Faint, draw.Pad(strconv.Itoa(l.At.Line), lineColumn))
	width := codeColumn
	if c.H > 1 {
		width = max(c.W-col-ruleColumn-lock-1, 8)
	}
	c.Part(col, 0, width-1, 1).Clipped(0, 0, style, l.Text)
	col += width
	c.Part(col, 0, ruleColumn-1, 1).Clipped(0, 0, draw.Faint, l.Rule)
	col += ruleColumn
	c.Part(col, 0, lock-1, 1).Clipped(0, 0, draw.Lock, "L="+l.Lock)
	col += lock
	added := draw.Line{{Style: draw.Changed, Text: advice.Added("W", l.W)}}
	if len(l.W) > 0 && len(l.A) > 0 {
		added.Add(draw.Plain, "  ")
	}
	added.Add(draw.Plain, advice.Added("A", l.A))
	if c.H > 1 {
		c.Line(3+lineColumn, 1, added)
	} else {
		c.Line(col, 0, added)
	}
}

// Known caches answers of the analysis about the open program.
type Known struct {
	h     screen.Host
	o     advice.Analysis
	Units map[*il.Unit]Answer[advice.Unit] // about methods
	Pairs map[il.Sites]Answer[advice.Pair] // about two accesses
	busy  bool                             // whether an answer is being computed
}

// An Answer is an answer of the analysis, or the reason for its absence.
type Answer[T any] struct {
	About T
	Err   error
}

// NewKnown returns an empty cache.
func NewKnown(h screen.Host, o advice.Analysis) *Known {
	k := &Known{h: h, o: o}
	k.Forget()
	return k
}

// Forget empties the cache, for another program.
func (k *Known) Forget() {
	k.Units = map[*il.Unit]Answer[advice.Unit]{}
	k.Pairs = map[il.Sites]Answer[advice.Pair]{}
	k.busy = false
}

// There reports whether there is an analysis.
func (k *Known) There() bool { return k.o.Lines != nil }

// Ask requests one missing answer about the methods, or about the sites if sites is not nil. It
// returns nil if none is missing, or if one is being computed.
func (k *Known) Ask(units []*il.Unit, sites *il.Sites) tea.Cmd {
	if k.busy || !k.There() {
		return nil
	}
	core, pair := k.h.Program().Core, k.h.Program().Pair
	for _, u := range units {
		if _, known := k.Units[u]; !known {
			lines := k.o.Lines
			return ask(k, k.Units, u, func(ctx context.Context) (advice.Unit, error) {
				return lines(ctx, core, u)
			})
		}
	}
	if sites == nil || k.o.About == nil {
		return nil
	}
	if _, known := k.Pairs[*sites]; known {
		return nil
	}
	about := k.o.About
	return ask(k, k.Pairs, *sites, func(ctx context.Context) (advice.Pair, error) {
		return about(ctx, core, pair, *sites)
	})
}

// ask computes an answer in the background and stores it.
func ask[K comparable, T any](k *Known, answers map[K]Answer[T], key K,
	about func(context.Context) (T, error)) tea.Cmd {
	k.busy = true
	return k.h.Background(func(ctx context.Context) screen.Then {
		x, err := about(ctx)
		return screen.Does(func() { k.busy, answers[key] = false, Answer[T]{x, err} })
	})
}
