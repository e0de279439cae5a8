package engine

import (
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/session/schedule"
)

// window is how many moves a view shows on each side of the present state.
const window = 100

// view describes the present state of a session. With a theme, it includes a picture.
func (c *call) view(x *stepping, theme string) (view, error) {
	s := x.controls.Session
	now := s.Now()
	marked := effects{now.Effects()}
	v := view{
		Session: x.number, File: x.controls.File,
		Pair: s.Pair().Left.Name + "," + s.Pair().Right.Name,
		Heap: session.InitText(s.Core(), s.Pair(), s.Init()), At: s.At(), Length: s.Len(),
		State: now.Index().String(), Steps: now.Steps(), Switches: now.Switches(),
		Schedule: s.Schedule().String(), Line: command.LinkOf(x.controls.File, s).String(),
		Note: x.note, Units: unitNames(s.Core()), Headline: command.Headline(s), Say: now.Say(),
		Plain: x.controls.Spoken(), Lock: marked.lock(now), Objects: marked.objects(now),
		Until: x.controls.Until, Seed: x.controls.Seed, Predicted: x.controls.Predictions.Score(),
		Ended: now.Done(), Claim: x.claim, Branches: []branchView{}, Schedules: schedulesOf(s),
		Watches: []watchView{}, Off: []offView{},
		Trace: traceBetween(s, s.At()-window, s.At()+window),
	}
	for i := range v.Threads {
		v.Threads[i] = marked.thread(now, semantics.Tid(i))
		v.Threads[i].Text = x.controls.NextText(now.Next(semantics.Tid(i)))
	}
	if r, ok := now.Race(); ok {
		v.Race = &raceView{Cell: s.Names().Cell(r.Cell), Text: r.Text, Why: now.WhyLock()}
	}
	if s.At() > 0 {
		last := moveOf(s, s.At())
		v.Last = &last
	}
	for _, b := range s.Branches() {
		v.Branches = append(v.Branches, branchView{
			Number: b.Number, From: b.From.String(), End: b.End.String(), Current: b.Current,
		})
	}
	for n, w := range x.controls.Watches {
		text, err := x.controls.Watch(n)
		if err != nil {
			text = err.Error()
		}
		v.Watches = append(v.Watches, watchView{w, text})
	}
	for _, row := range command.Table() {
		if why := row.Why(x.controls); why.Refuses() {
			v.Off = append(v.Off, offView{string(row.Name), why.String()})
		}
	}
	return v, c.drawView(&v, s, theme)
}

// schedulesOf returns the schedules of all branches, or nothing if the session has one branch and
// is at its end, because then the view's schedule suffices.
func schedulesOf(s *session.Session) []string {
	if len(s.Branches()) == 1 && s.At() == s.Len() {
		return []string{}
	}
	return slice.Map(s.Schedules(), schedule.Schedule.String)
}

// drawView draws the memory if there is a theme.
func (c *call) drawView(v *view, s *session.Session, theme string) error {
	if theme == "" {
		return nil
	}
	t, err := themeOf(theme)
	if err != nil {
		return err
	}
	v.SVG, err = drawn(func(b *strings.Builder) error { return draw(b, s, "memory", t) })
	return err
}

// effects are those of the last move, which the view marks.
type effects struct{ session.Effects }

// stops has the protocol's words for what a thread can do next.
var stops = map[session.Stop]string{
	session.Went: "steps", session.AtChoice: "choice", session.Waits: "waits",
	session.Faulty: "faulty", session.Ended: "ended",
}

func (e effects) thread(v session.View, i semantics.Tid) threadView {
	next := v.Next(i)
	core := v.Session().Core()
	t := threadView{
		Name: i.String(), Unit: v.Session().Unit(i).Name, Do: next.Do, Text: next.Text,
		Stop:    stops[next.Stop],
		At:      spanOf(core.Source, next.At, statementEnd(core.Source, next.At)),
		Forever: next.Forever, Wants: wantsOf(next), Races: next.Races, Options: []option{},
		Depth: v.Level(i).Depth(), Steps: v.StepsOf(i), Frames: []frameView{},
	}
	if next.Access != nil {
		t.Access = session.AccessLetter(next.Access.Kind)
		t.Cell = v.Session().Names().Cell(next.Access.Cell)
		t.Path = next.Access.Path.String()
	}
	for _, o := range next.Options {
		t.Options = append(t.Options, optionOf(t.Name, o.Take))
	}
	frames := v.Frames(i)
	t.Body = spanOf(core.Source, frames[0].Unit.At, frames[0].Unit.Body.End+1)
	for n, f := range frames {
		t.Frames = append(t.Frames, e.frame(v, i, f, len(frames)-1-n))
	}
	t.Inside = t.Frames[0].Unit
	return t
}

// wantsOf names the lock that a thread waits for, if any.
func wantsOf(next session.Next) string {
	if next.Stop != session.Waits {
		return ""
	}
	return next.Wants.Words()
}

// optionOf describes one of the options of a choice.
func optionOf(thread string, take semantics.Take) option {
	b := command.BranchOf(take)
	return option{
		Thread: thread, Take: string(take), Key: b.Key, Text: b.Text,
		Line: b.Word + " " + strings.ToLower(thread),
	}
}

// frame describes a frame of thread i, which has depth callers below it.
func (e effects) frame(v session.View, i semantics.Tid, f session.Frame, depth int) frameView {
	core := v.Session().Core()
	w := frameView{Unit: f.Unit.Name, Vars: []varView{}}
	if f.Call != nil {
		at := spanOf(core.Source, f.Call.At, f.Call.At+il.Pos(len(il.Text(f.Call))))
		w.Call = &at
	}
	for name, l := range f.Vars.Vars() {
		y := varView{Name: name, Value: v.Name(l), Hidden: il.IsTemporary(name)}
		if c := e.Local; c != nil && c.Thread == i && c.Depth == depth && c.Name == name {
			y.Changed = true
			if c.HadValue {
				y.Before = v.Name(c.Old)
			}
		}
		w.Vars = append(w.Vars, y)
	}
	return w
}

func (e effects) lock(v session.View) lockView {
	l := lockView{
		Text: v.LockText(), Changed: e.Lock != nil, Deadlock: v.DeadlockText(),
		Named: len(v.Session().Core().Locks) > 0,
	}
	if i, ok := v.Owner(); ok {
		l.Owner, l.Depth = i.String(), v.Level(i).Depth()
	}
	return l
}

func (e effects) objects(v session.View) []objectView {
	objects, holders, writers := []objectView{}, v.Holders(), v.Writers()
	paths := pathsOf(v, holders)
	a, b := v.Reach(semantics.A), v.Reach(semantics.B)
	for l := semantics.Loc(1); v.Heap().Has(l); l++ {
		o := objectView{
			Name: v.Name(l), New: e.New == l, Shared: a[l-1] && b[l-1], Holders: list(holders[l]),
			Paths: list(paths[l]), Cells: []cellView{},
		}
		for _, f := range v.Heap().Fields() {
			cell := semantics.Addr{Loc: l, Field: f}
			if to, ok := v.Heap().At(cell); ok {
				o.Cells = append(o.Cells, e.cell(v, cell, to, writers[cell]))
			}
		}
		objects = append(objects, o)
	}
	return objects
}

// cell describes a cell. written is the state after the last move that wrote the cell, or 0.
func (e effects) cell(v session.View, cell semantics.Addr, holds semantics.Loc,
	written int) cellView {
	c := cellView{Field: cell.Field, Value: v.Name(holds), Next: []cellAccess{}}
	if written > 0 {
		w, _ := v.Session().State(written)
		move, _ := w.Last()
		c.Written = &cellWrite{N: written, Thread: move.Thread.String(), Text: move.Label}
	}
	if w := e.Cell; w != nil && w.Cell == cell {
		c.Changed, c.Before = true, v.Name(w.Old)
	}
	for _, i := range semantics.Tids {
		if a, ok := semantics.NextAccess(v.Config(), i); ok && a.Cell == cell {
			c.Next = append(c.Next, cellAccess{i.String(), a.Kind.String()})
		}
	}
	return c
}

const (
	maxPaths = 8 // paths listed for an object
	maxPath  = 7 // objects on a path
)

// pathsOf lists, for each object, paths from variables to it, shortest first. No path visits an
// object twice.
func pathsOf(v session.View, holders map[semantics.Loc][]string) map[semantics.Loc][]string {
	type path struct {
		text string
		seen []semantics.Loc
	}
	paths := map[semantics.Loc][]string{}
	var waiting []path
	reach := func(p path) {
		l := p.seen[len(p.seen)-1]
		if len(paths[l]) < maxPaths {
			paths[l] = append(paths[l], p.text)
			waiting = append(waiting, p)
		}
	}
	for l := semantics.Loc(1); v.Heap().Has(l); l++ {
		for _, name := range holders[l] {
			reach(path{name, []semantics.Loc{l}})
		}
	}
	for ; len(waiting) > 0; waiting = waiting[1:] {
		p := waiting[0]
		if len(p.seen) == maxPath {
			continue
		}
		for _, f := range v.Heap().Fields() {
			cell := semantics.Addr{Loc: p.seen[len(p.seen)-1], Field: f}
			if to, ok := v.Heap().At(cell); ok && v.Heap().Has(to) && !slices.Contains(p.seen, to) {
				reach(path{p.text + "." + f, append(slices.Clip(p.seen), to)})
			}
		}
	}
	return paths
}

// traceBetween describes the moves from state from to state to. It leaves out states that do not
// exist.
func traceBetween(s *session.Session, from, to int) traceView {
	from, to = min(max(from, 0), s.Len()), min(max(to, 0), s.Len())
	first, _ := s.State(0)
	t := traceView{
		From: from, To: max(from, to), Length: s.Len(), Races: first.Races(), Moves: []moveView{},
	}
	for n := from + 1; n <= to; n++ {
		t.Moves = append(t.Moves, moveOf(s, n))
	}
	return t
}

// moveOf describes the move that leads to state n; n is at least 1.
func moveOf(s *session.Session, n int) moveView {
	v, _ := s.State(n)
	e, _ := v.Last()
	x := v.Effects()
	m := moveView{
		N: n, Step: e.Step, Choice: e.Command == nil, Thread: e.Thread.String(),
		At: spanOf(s.Core().Source, e.At, statementEnd(s.Core().Source, e.At)), Text: e.Label,
		Effect: v.EffectText(), Local: v.Local(), Held: [2][]string{{}, {}}, Races: v.Races(),
		Forks: []int{},
	}
	if x.Cell != nil {
		m.Writes = s.Names().Cell(x.Cell.Cell)
	} else if x.Access != nil {
		m.Reads = s.Names().Cell(*x.Access)
	}
	if x.New != semantics.Nil {
		m.New = v.Name(x.New)
	}
	if x.Lock != nil {
		m.Lock = "release"
		if x.Lock.New.Compare(x.Lock.Old) > 0 {
			m.Lock = "acquire"
		}
	}
	for _, l := range v.Locks() {
		if l.Held {
			m.Held[l.Holder] = append(m.Held[l.Holder], l.Lock)
		}
	}
	if before, ok := v.Before(); ok && e.Command != nil {
		i, moved := before.LastStep()
		m.Switch = moved && i != e.Thread
	}
	if from, ok := v.ReadsFrom(); ok {
		m.From = &from.State
	}
	if forks := s.Onward(n); len(forks) > 1 {
		m.Forks = forks
	}
	return m
}
