package tui

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/witness"
)

// ReportsOptions is what the caller gives the screen Reports.
type ReportsOptions struct {
	// Reports lists the reports on all pairs: races, and what was filtered. It
	// runs beside the loop; where the context ends it gives what it has. nil:
	// there is no analysis.
	Reports func(ctx context.Context, core *il.Core) (Reports, error)
	// Races counts the races that are reported on each pair, in the order of
	// il.Core.Pairs. It runs beside the loop. nil: nobody counts them.
	Races func(ctx context.Context, core *il.Core) ([]int, error)
}

// Reports are those on all pairs of a file.
type Reports struct {
	Items []ReportItem
	// The exact numbers of all, where Items has the first ones only; else empty.
	Races, Filtered string
}

// ReportItem is a report.
type ReportItem struct {
	ID      string // "R1", as in wobbly check
	Pair    il.Pair
	Race    bool // else it was filtered
	Sides   [2]ReportSide
	Verdict string // "CONFIRMED", "NOT REPRODUCED WITHIN BOUND"; empty where filtered
	Reason  string // a sentence: why it is confirmed, or why it was filtered
	// Witness is a witness of the race. It runs beside the loop. nil: there is
	// none, and Reason says why.
	Witness func(context.Context) (*witness.Witness, error)
}

// ReportSide is one access of a report, the left one thread A's.
type ReportSide struct {
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
	h     host
	o     ReportsOptions
	work  worker
	fix   *repairer
	list  list
	of    *il.Core     // whose reports they are
	items []ReportItem // races first
	races int
	all   [2]string // the exact numbers of races and of filtered pairs, where the list has the first ones
	asked bool
	done  bool // items are there, all if not cut
	cut   bool
	err   error
}

// newReports makes the screen Reports. Another pair or initial state of the same
// file has the same reports: the screen stays.
func newReports(h host, o ReportsOptions, repairs advice.Repairs, old screen) screen {
	if old, ok := old.(*reportsScreen); ok && old.of == h.Program().Core {
		return old
	}
	return &reportsScreen{h: h, o: o, fix: newRepairer(h, screenReports, repairs), work: worker{h: h, to: screenReports}}
}

func (r *reportsScreen) panes() []string { return []string{"reports", "report"} }

func (r *reportsScreen) command() string { return "wobbly check " + quote(r.h.Program().File) }

// heading says how many reports there are, and that the list has the first ones
// only where that is so.
func (r *reportsScreen) heading() string {
	if !r.done {
		return ""
	}
	return r.count(0, r.races, "race") + ", " + r.count(1, len(r.items)-r.races, "filtered")
}

// count is "3 races", or "first 1000 of 2035 races".
func (r *reportsScreen) count(kind, n int, what string) string {
	switch all := r.all[kind]; {
	case all != "" && kind == 0:
		return "first " + itoa(n) + " of " + all + " races"
	case all != "":
		return "first " + itoa(n) + " of " + all + " filtered"
	case kind == 0:
		return plural(n, what)
	}
	return itoa(n) + " " + what
}

// enter asks for the reports when they are not there yet.
func (r *reportsScreen) enter() tea.Cmd {
	if r.asked || r.o.Reports == nil {
		return nil
	}
	return r.ask()
}

// reportsFound is what the analysis says.
type reportsFound struct {
	Reports
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
	return r.work.start(func() string { return "Analysing " + r.h.Program().Base() + "..." }, func(ctx context.Context) tea.Msg {
		all, err := reports(ctx, core)
		return reportsFound{all, err}
	})
}

func (r *reportsScreen) update(msg tea.Msg) tea.Cmd {
	if r.fix.update(msg) {
		return nil
	}
	msg, ok := r.work.result(msg)
	if !ok {
		return nil
	}
	cut := r.work.stopped()
	r.work.finish()
	switch msg := msg.(type) {
	case reportsFound:
		r.take(msg, cut)
	case witnessMade:
		return r.open(msg)
	}
	return nil
}

// take takes the reports, races first.
func (r *reportsScreen) take(f reportsFound, cut bool) {
	r.items, r.err, r.done, r.cut, r.list.at = nil, f.err, f.err == nil, cut, 0
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
		r.h.Refuse("The analysis failed: " + sentence(f.err))
	case cut:
		r.h.Say("Stopped: there may be more reports; r begins again.")
	}
}

func (r *reportsScreen) keys() []binding {
	return also([]binding{
		{keys: []string{"enter"}, hint: "open witness", help: "open the witness in Step, at its racing state", do: r.witness, off: r.noWitness},
		{keys: []string{"e"}, hint: "explain", help: "tell all about the highlighted report", do: does(r.explain), off: r.empty},
		{keys: []string{"f"}, hint: "fix", help: "propose a repair of the highlighted race", do: r.repair, off: r.cannotRepair},
		{keys: []string{"r"}, help: "analyse again", do: r.ask, off: r.unavailable},
	}, r.list.keys(func() int { return len(r.items) }, r.empty))
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
		return "The analysis failed: " + sentence(r.err)
	case !r.done:
		return "The reports are not there yet; r asks for them."
	case len(r.items) == 0 && r.cut:
		return "The analysis was stopped before its first report; r begins again."
	case len(r.items) == 0:
		return "No reports: the analysis finds no two accesses in " + r.about() + " that may meet, agree in their fields and include a write."
	}
	return ""
}

// about is the pair that the reports are on, or how many they are on.
func (r *reportsScreen) about() string {
	if all := r.h.Program().Core.Pairs(); len(all) > 1 {
		return "any of the " + itoa(len(all)) + " pairs"
	}
	return unitNames(r.h.Program().Pair)
}

func (r *reportsScreen) noWitness() string {
	switch why := r.empty(); {
	case why != "":
		return why
	case r.items[r.list.at].Witness == nil:
		return r.items[r.list.at].ID + " has no witness. " + r.items[r.list.at].Reason
	}
	return ""
}

// repair asks for a repair of the highlighted race.
func (r *reportsScreen) repair() tea.Cmd {
	sites, _ := r.sites()
	return r.fix.remove(r.items[r.list.at].Pair, sites)
}

// sites are the accesses of the highlighted report in the text.
func (r *reportsScreen) sites() (il.Sites, bool) {
	var s [2]il.Site
	for i, side := range r.items[r.list.at].Sides {
		at, ok := r.h.Program().Core.Source.Offset(side.At)
		if !ok {
			return il.Sites{}, false
		}
		s[i] = il.Site{At: at, Kind: side.Kind}
	}
	return r.items[r.list.at].Pair.Sites(s[0], s[1]), true
}

func (r *reportsScreen) cannotRepair() string {
	switch why := r.fix.withoutRemove(); {
	case why != "":
		return why
	case r.empty() != "":
		return r.empty()
	case !r.items[r.list.at].Race:
		return r.items[r.list.at].ID + " is filtered: it is no race to repair."
	}
	if _, ok := r.sites(); !ok {
		return "The text has no such place."
	}
	return ""
}

// witness asks for the witness of the highlighted report.
func (r *reportsScreen) witness() tea.Cmd {
	x := r.items[r.list.at]
	return r.work.start(func() string { return "Making the witness of " + x.ID + "..." }, func(ctx context.Context) tea.Msg {
		w, err := x.Witness(ctx)
		return witnessMade{x.ID, w, err}
	})
}

// open goes to the racing state of a witness: as a branch of the history where
// it begins as the session does, else as a session of its own.
func (r *reportsScreen) open(o witnessMade) tea.Cmd {
	h := r.h
	if o.err != nil {
		h.Refuse("There is no witness of " + o.id + ": " + sentence(o.err))
		return nil
	}
	core := h.Program().Core
	s, err := session.OpenWitness(core, o.w)
	if err != nil {
		h.Refuse("The witness of " + o.id + " does not fit: " + sentence(err))
		return nil
	}
	note := "The racing state of " + o.id + ", " + unitNames(s.Pair()) + "; left goes back along the way there"
	now := h.Program()
	p := &Program{File: now.File, Core: core, Pair: s.Pair(), Init: s.Init(), Schedule: s.Schedule(), NoFile: now.NoFile,
		Command: now.Command, Repeat: now.Repeat, Note: note + ", esc to where you were."}
	if p.isOf(h.Session()) {
		h.Session().First()
		if h.Report(h.Session().Play(s.Schedule())).OK() {
			cmd := h.Show(screenStep)
			h.Say(note + ".")
			return cmd
		}
		return nil
	}
	if err := h.Visit(p); err != nil {
		h.Refuse(sentence(err))
		return nil
	}
	return nil
}

func (r *reportsScreen) explain() {
	x := r.items[r.list.at]
	tell(r.h, "Report "+x.ID, reportText(x))
}

// reportText is all there is to say about a report.
func reportText(x ReportItem) []string {
	lines := []string{sideText("A", x.Sides[0]), sideText("B", x.Sides[1])}
	if x.Race {
		lines = append(lines, "Verdict: "+x.Verdict+".")
	} else {
		lines = append(lines, "Filtered: not reported as a race.")
	}
	return append(lines, x.Reason)
}

// sideText is "A: reps, line 31:3: writes b.f and holds no lock".
func sideText(thread string, s ReportSide) string {
	verb, lock := "reads", "holds no lock"
	if s.Kind == il.Write {
		verb = "writes"
	}
	if s.Locks > 0 {
		lock = "holds the lock x" + itoa(s.Locks)
	}
	return thread + ": " + s.Unit + ", line " + s.At.String() + ": " + verb + " " + s.Path + " and " + lock + "."
}
