package reports

import (
	"context"
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	words "wobbly/internal/text"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/tui/repair"
	"wobbly/tui/screen"
	"wobbly/witness"
)

// Options is what the caller gives the screen Reports.
type Options struct {
	// Reports lists the reports on all pairs: races, and what was filtered. It
	// runs beside the loop; where the context ends it gives what it has. nil:
	// there is no analysis.
	Reports func(ctx context.Context, core *il.Core) (List, error)
	// Explain tells all about a report of the list, by its number: where both accesses
	// come from, and the conditions for reporting one by one. It runs beside the loop.
	// nil: there is no more to tell than the items say.
	Explain func(ctx context.Context, core *il.Core, id string) ([]string, error)
	// Races counts the races that are reported on each pair, in the order of
	// il.Core.Pairs. It runs beside the loop. nil: nobody counts them.
	Races func(ctx context.Context, core *il.Core) ([]int, error)
}

// List are those on all pairs of a file.
type List struct {
	Items []Item
	// The exact numbers of all, where Items has the first ones only; else empty.
	Races, Filtered string
}

// Item is a report.
type Item struct {
	ID      string // "R1", as in wobbly check
	Pair    il.Pair
	Race    bool // else it was filtered
	Sides   [2]Side
	Verdict string // "CONFIRMED", "NOT REPRODUCED WITHIN BOUND"; empty where filtered
	Reason  string // a sentence: why it is confirmed, or why it was filtered
	// Witness is a witness of the race. It runs beside the loop. nil: there is
	// none, and Reason says why.
	Witness func(context.Context) (*witness.Witness, error)
}

// Side is one access of a report, the left one thread A's.
type Side struct {
	Unit  string
	At    il.Position
	Kind  il.AccessKind
	Path  string // "b.f"
	Locks int    // how often the lock is held
}

// confirmed is the verdict on a race whose witness the checker accepts.
const confirmed = "CONFIRMED"

// reportsScreen lists the reports on all pairs of the file.
type reportsScreen struct {
	h     screen.Host
	o     Options
	work  screen.Worker
	fix   *repair.Repairer
	list  screen.List
	of    *il.Core // whose reports they are
	items []Item   // races first
	races int
	all   [2]string // the exact numbers of races and of filtered pairs, where the list has the first ones
	asked bool
	done  bool // items are there, all if not cut
	cut   bool
	err   error
}

// New makes the screen Reports. Another pair or initial state of the same
// file has the same reports: the screen stays.
func New(h screen.Host, o Options, repairs advice.Repairs, old screen.Screen) screen.Screen {
	if old, ok := old.(*reportsScreen); ok && old.of == h.Program().Core {
		return old
	}
	return &reportsScreen{h: h, o: o, fix: repair.New(h, screen.Reports, repairs), work: screen.Worker{H: h, To: screen.Reports}}
}

// Panes implements screen.Screen.
func (r *reportsScreen) Panes() []string { return []string{"reports", "report"} }

// Command implements screen.Screen.
func (r *reportsScreen) Command() string {
	return "wobbly check " + words.ShellWord(r.h.Program().File)
}

// Heading says how many reports there are, and that the list has the first ones
// only where that is so.
func (r *reportsScreen) Heading() string {
	if !r.done {
		return ""
	}
	return r.count(0, r.races, "race") + ", " + r.count(1, len(r.items)-r.races, "filtered")
}

// count is "3 races", or "first 1000 of 2035 races".
func (r *reportsScreen) count(kind, n int, what string) string {
	switch all := r.all[kind]; {
	case all != "" && kind == 0:
		return "first " + strconv.Itoa(n) + " of " + all + " races"
	case all != "":
		return "first " + strconv.Itoa(n) + " of " + all + " filtered"
	case kind == 0:
		return words.Count(n, what)
	}
	return strconv.Itoa(n) + " " + what
}

// Enter asks for the reports when they are not there yet.
func (r *reportsScreen) Enter() tea.Cmd {
	if r.asked || r.o.Reports == nil {
		return nil
	}
	return r.ask()
}

// found is what the analysis says.
type found struct {
	List
	err error
}

// witnessMade is a witness to open, or why there is none.
type witnessMade struct {
	id  string
	w   *witness.Witness
	err error
}

func (r *reportsScreen) ask() tea.Cmd {
	core, reports := r.h.Program().Core, r.o.Reports
	r.asked, r.of = true, core
	return r.work.Start(func() string { return "Analysing " + r.h.Program().Base() + "..." }, func(ctx context.Context) tea.Msg {
		all, err := reports(ctx, core)
		return found{all, err}
	})
}

// Update implements screen.Screen.
func (r *reportsScreen) Update(msg tea.Msg) tea.Cmd {
	if r.fix.Update(msg) {
		return nil
	}
	msg, ok := r.work.Result(msg)
	if !ok {
		return nil
	}
	cut := r.work.Stopped()
	r.work.Finish()
	switch msg := msg.(type) {
	case found:
		r.take(msg, cut)
	case witnessMade:
		return r.open(msg)
	case explained:
		r.tell(msg)
	}
	return nil
}

// take takes the reports, races first.
func (r *reportsScreen) take(f found, cut bool) {
	r.items, r.err, r.done, r.cut, r.list.At = nil, f.err, f.err == nil, cut, 0
	r.all = [2]string{f.Races, f.Filtered}
	for _, race := range []bool{true, false} {
		for _, x := range f.Items {
			if x.Race == race {
				r.items = append(r.items, x)
			}
		}
		if race {
			r.races = len(r.items)
		}
	}
	switch {
	case f.err != nil:
		r.h.Refuse("The analysis failed: " + command.Sentence(f.err))
	case cut:
		r.h.Say("Stopped: there may be more reports; . begins again.")
	}
}

// Keys implements screen.Screen.
func (r *reportsScreen) Keys() []screen.Binding {
	return screen.Join([]screen.Binding{
		{Keys: []string{"enter"}, Hint: "open witness", Help: "open the witness in Step, at its racing state", Do: r.witness, Off: r.noWitness},
		{Keys: []string{"e"}, Hint: "explain", Help: "tell all about the highlighted report: where both accesses come from, and why it is reported or filtered", Do: r.explain, Off: r.empty},
		{Keys: []string{"f"}, Hint: "fix", Help: "propose a repair of the highlighted race", Do: r.repair, Off: r.cannotRepair},
		{Keys: []string{"."}, Help: "analyse again, what the file holds now", Do: func() tea.Cmd { return r.h.Reload(r.ask) }, Off: r.unavailable},
	}, r.list.Keys(func() int { return len(r.items) }, r.empty))
}

func (r *reportsScreen) unavailable() string {
	if r.o.Reports == nil {
		return "No analysis came with this session; wobbly step FILE brings one."
	}
	return ""
}

// empty says why no report can be chosen.
func (r *reportsScreen) empty() string {
	switch {
	case r.unavailable() != "":
		return r.unavailable()
	case r.err != nil:
		return "The analysis failed: " + command.Sentence(r.err)
	case !r.done:
		return "The reports are not there yet; . asks for them."
	case len(r.items) == 0 && r.cut:
		return "The analysis was stopped before its first report; . begins again."
	case len(r.items) == 0:
		return "No reports: the analysis finds no two accesses in " + r.about() + " that may meet, agree in their fields and include a write."
	}
	return ""
}

// about is the pair that the reports are on, or how many they are on.
func (r *reportsScreen) about() string {
	if all := r.h.Program().Core.Pairs(); len(all) > 1 {
		return "any of the " + strconv.Itoa(len(all)) + " pairs"
	}
	return session.PairNames(r.h.Program().Pair)
}

func (r *reportsScreen) noWitness() string {
	switch why := r.empty(); {
	case why != "":
		return why
	case r.items[r.list.At].Witness == nil:
		return r.items[r.list.At].ID + " has no witness. " + r.items[r.list.At].Reason
	}
	return ""
}

// repair asks for a repair of the highlighted race.
func (r *reportsScreen) repair() tea.Cmd {
	sites, _ := r.sites()
	return r.fix.Remove(r.items[r.list.At].Pair, sites)
}

// sites are the accesses of the highlighted report in the text.
func (r *reportsScreen) sites() (il.Sites, bool) {
	var s [2]il.Site
	for i, side := range r.items[r.list.At].Sides {
		at, ok := r.h.Program().Core.Source.Offset(side.At)
		if !ok {
			return il.Sites{}, false
		}
		s[i] = il.Site{At: at, Kind: side.Kind}
	}
	return r.items[r.list.At].Pair.Sites(s[0], s[1]), true
}

func (r *reportsScreen) cannotRepair() string {
	switch why := r.fix.WithoutRemove(); {
	case why != "":
		return why
	case r.empty() != "":
		return r.empty()
	case !r.items[r.list.At].Race:
		return r.items[r.list.At].ID + " is filtered: it is no race to repair."
	}
	if _, ok := r.sites(); !ok {
		return "The text has no such place."
	}
	return ""
}

// witness asks for the witness of the highlighted report.
func (r *reportsScreen) witness() tea.Cmd {
	x := r.items[r.list.At]
	return r.work.Start(func() string { return "Making the witness of " + x.ID + "..." }, func(ctx context.Context) tea.Msg {
		w, err := x.Witness(ctx)
		return witnessMade{x.ID, w, err}
	})
}

// open goes to the racing state of a witness: as a branch of the history where
// it begins as the session does, else as a session of its own.
func (r *reportsScreen) open(o witnessMade) tea.Cmd {
	h := r.h
	if o.err != nil {
		h.Refuse("There is no witness of " + o.id + ": " + command.Sentence(o.err))
		return nil
	}
	core := h.Program().Core
	s, err := session.OpenWitness(core, o.w)
	if err != nil {
		h.Refuse("The witness of " + o.id + " does not fit: " + command.Sentence(err))
		return nil
	}
	note := "The racing state of " + o.id + ", " + session.PairNames(s.Pair()) + "; left goes back along the way there"
	p := h.Program().At(s)
	p.Note = note + ", esc to where you were."
	if p.IsOf(h.Session()) {
		h.Session().First()
		if h.Report(h.Session().Play(s.Schedule())).OK() {
			cmd := h.Show(screen.Step)
			h.Say(note + ".")
			return cmd
		}
		return nil
	}
	if err := h.Visit(p); err != nil {
		h.Refuse(command.Sentence(err))
		return nil
	}
	return nil
}

// explained is all about a report, or why it cannot be told.
type explained struct {
	of   Item
	text []string
	err  error
}

// explain tells all about the highlighted report.
func (r *reportsScreen) explain() tea.Cmd {
	x, core, ask := r.items[r.list.At], r.of, r.o.Explain
	if ask == nil {
		r.tell(explained{of: x})
		return nil
	}
	return r.work.Start(func() string { return "Explaining " + x.ID + "..." }, func(ctx context.Context) tea.Msg {
		text, err := ask(ctx, core, x.ID)
		return explained{x, text, err}
	})
}

// tell shows what the pane says, and behind it what there is beyond that.
func (r *reportsScreen) tell(x explained) {
	if x.err != nil {
		r.h.Refuse(x.of.ID + " is not explained: " + command.Sentence(x.err))
		return
	}
	text := reportText(x.of)
	if len(x.text) > 0 {
		text = append(append(text, ""), x.text...)
	}
	screen.Tell(r.h, "Report "+x.of.ID, text)
}

// reportText is all there is to say about a report.
func reportText(x Item) []string {
	lines := []string{sideText("A", x.Sides[0]), sideText("B", x.Sides[1])}
	if x.Race {
		lines = append(lines, "Verdict: "+x.Verdict+".")
	} else {
		lines = append(lines, "Filtered: not reported as a race.")
	}
	return append(lines, x.Reason)
}

// sideText is "A: reps, line 31:3: writes b.f and holds no lock".
func sideText(thread string, s Side) string {
	verb, lock := "reads", "holds no lock"
	if s.Kind == il.Write {
		verb = "writes"
	}
	if s.Locks > 0 {
		lock = "holds the lock x" + strconv.Itoa(s.Locks)
	}
	return thread + ": " + s.Unit + ", line " + s.At.String() + ": " + verb + " " + s.Path + " and " + lock + "."
}
