// Package reports is the screen Reports: the reports of the analysis on all pairs of the file,
// whose witnesses it opens in Step.
package reports

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/tui/repair"
	"wobbly/tui/screen"
	"wobbly/witness"
)

// Options configures the screen Reports. All functions run in the background.
type Options struct {
	// Reports lists the reports on all pairs, until the context ends. It may be nil.
	Reports func(ctx context.Context, core *il.Core) (List, error)
	// Explain explains the report with an ID: the origin of both accesses, and each condition for
	// reporting. If it is nil, the screen shows the texts of the items.
	Explain func(ctx context.Context, core *il.Core, id string) ([]string, error)
}

// A List contains the reports on all pairs of a file.
type List struct {
	Items []Item
	// Races and Filtered are the exact numbers if Items is cut. Otherwise they are empty.
	Races, Filtered string
}

// An Item is a report.
type Item struct {
	ID   string // "R1", as in wobbly check
	Pair il.Pair
	Race bool // otherwise it is a deadlock, or was filtered
	// Deadlock is set if the sides are lock() statements. Their paths are then the locks.
	Deadlock bool
	Sides    [2]Side
	Verdict  string // "CONFIRMED", "NOT REPRODUCED WITHIN BOUND"; empty if it was filtered
	Reason   string // a sentence: why it is confirmed, or why it was filtered
	// Witness returns a witness of the race. If it is nil, Reason says why.
	Witness func(context.Context) (*witness.Witness, error)
}

// A Side is one access of a report. The left one belongs to thread A.
type Side struct {
	Unit  string // the name of its method
	At    il.Position
	Kind  il.AccessKind
	Path  string // "b.f"; in a deadlock the lock for which the thread waits, in words
	Locks int    // how often the lock is held
	Holds string // the locks with names that are held, in words
}

// The names of the panes.
const (
	paneReports = "reports"
	paneReport  = "report"
)

// Screen is the screen Reports. See the package comment.
type Screen struct {
	h     screen.Host
	o     Options
	work  screen.Worker
	fix   *repair.Repairer
	list  screen.List
	of    *il.Core // the program of the items
	items []Item   // races first, then deadlocks
	races int      // how many of the items are races
	found int      // how many are races or deadlocks
	all   List     // the exact numbers, without items; see List
	next  int      // the race that NextRace opens; -1 for the first of the open pair
	asked bool     // whether the reports were requested
	done  bool     // whether the items are known, all of them unless cut is set
	cut   bool     // whether the user has stopped the analysis
	err   error    // why the analysis failed, or nil
}

// New returns the screen. old is the screen of the previous program, or nil; it is kept if only the
// pair or the initial state has changed, since the reports are the same.
func New(h screen.Host, o Options, repairs advice.Repairs, old screen.Screen) *Screen {
	if old, ok := old.(*Screen); ok && old.of == h.Program().Core {
		return old
	}
	r := &Screen{h: h, o: o, fix: repair.New(h, repairs), work: screen.Worker{H: h}}
	r.list.Head = r.head
	return r
}

func (r *Screen) Panes() []string { return []string{paneReports, paneReport} }
func (r *Screen) Command() string {
	return "wobbly check " + words.ShellWord(r.h.Program().File)
}

// Heading counts the reports: "3 races, first 1000 of 2035 filtered".
func (r *Screen) Heading() string {
	if !r.done {
		return ""
	}
	races, filtered := words.Count(r.races, "race"), strconv.Itoa(len(r.items)-r.found)
	if r.all.Races != "" {
		races = "first " + strconv.Itoa(r.races) + " of " + r.all.Races + " races"
	}
	if r.all.Filtered != "" {
		filtered = "first " + filtered + " of " + r.all.Filtered
	}
	return races + ", " + r.deadlocks() + filtered + " filtered"
}

// deadlocks returns the number of deadlocks for a list in words: "1 deadlock, ", or "".
func (r *Screen) deadlocks() string {
	if r.found == r.races {
		return ""
	}
	return words.Count(r.found-r.races, "deadlock") + ", "
}

// Enter requests the reports, unless that was done.
func (r *Screen) Enter() tea.Cmd {
	if r.asked || r.o.Reports == nil {
		return nil
	}
	return r.ask()
}

func (r *Screen) ask() tea.Cmd { return r.askThen(func() tea.Cmd { return nil }) }

// askThen requests the reports while the user waits, and calls next when they arrive.
func (r *Screen) askThen(next func() tea.Cmd) tea.Cmd {
	core, reports := r.h.Program().Core, r.o.Reports
	r.asked, r.of = true, core
	label := func() string { return "Analysing " + r.h.Program().Base() + "..." }
	return r.work.Start(label, func(ctx context.Context) screen.Then {
		all, err := reports(ctx, core)
		return func() tea.Cmd {
			r.take(all, err, r.work.Finish())
			if !r.done {
				return nil
			}
			return next()
		}
	})
}

// Prepare requests the reports in the background, unless that was done, and then calls known.
func (r *Screen) Prepare(known func()) tea.Cmd {
	if r.asked || r.o.Reports == nil {
		return nil
	}
	core, reports := r.h.Program().Core, r.o.Reports
	r.asked, r.of = true, core
	return r.h.Background(func(ctx context.Context) screen.Then {
		all, err := reports(ctx, core)
		if ctx.Err() != nil {
			return nil
		}
		return screen.Does(func() {
			if r.of != core || r.done {
				return // the user has asked as well
			}
			r.take(all, err, false)
			if r.done {
				known()
			}
		})
	})
}

// Counts returns the number of reported races on each pair of the file, in the order of
// il.Core.Pairs, or nil until all races are known.
func (r *Screen) Counts() []int {
	if !r.done || r.cut || r.all.Races != "" {
		return nil
	}
	var counts []int
	for _, p := range r.of.Pairs() {
		n := 0
		for _, x := range r.items[:r.races] {
			if x.Pair == p {
				n++
			}
		}
		counts = append(counts, n)
	}
	return counts
}

// maxNamed is the largest number of races that Summary names.
const maxNamed = 3

// Summary names the reported races: "2 races: R1 meps/reps b.f, R2 reps/reps b.f".
func (r *Screen) Summary() string {
	if r.races == 0 && r.found > 0 {
		x := r.items[0]
		return "No race, but " + r.deadlocks() + x.ID + ": A waits for " + x.Sides[0].Path +
			" and B for " +
			x.Sides[1].Path + "; 2 lists it."
	}
	if r.races == 0 {
		text := "No race is reported. Step with a and b; 2 says what "
		if len(r.items) == 0 {
			return text + "RacerDX leaves out."
		}
		return text + "was filtered, and why."
	}
	var names []string
	for _, x := range r.items[:min(r.races, maxNamed)] {
		names = append(names, x.ID+" "+x.Sides[0].Unit+"/"+x.Sides[1].Unit+" "+x.Sides[0].Path)
	}
	text := words.Count(r.races, "race")
	if r.all.Races != "" {
		text = r.all.Races + " races"
	}
	text += ": " + strings.Join(names, ", ")
	if r.races > maxNamed {
		text += ", ..."
	}
	return text + "; n goes to the first, 2 lists them."
}

// NextRace opens the witness of a race: of the first race of the open pair, and then of the others
// in turn. It requests the reports if necessary.
func (r *Screen) NextRace() tea.Cmd {
	switch {
	case r.o.Reports == nil:
		r.h.Refuse(r.unavailable().String())
		return nil
	case !r.done:
		return r.askThen(r.NextRace)
	case r.races == 0:
		r.h.Say(r.Summary())
		return nil
	}
	if r.next < 0 {
		here := r.h.Program().Pair
		r.next = max(0,
			slices.IndexFunc(r.items[:r.races], func(x Item) bool { return x.Pair == here }))
	}
	r.list.At = r.next
	r.next = (r.next + 1) % r.races
	return screen.Perform(r.h, screen.Binding{Do: r.witness, Off: r.noWitness})
}

// take shows the reports, races first. cut is set if the user has stopped the analysis.
func (r *Screen) take(all List, err error, cut bool) {
	r.items, r.err, r.done, r.cut, r.list.At, r.next = nil, err, err == nil, cut, 0, -1
	r.all = List{Races: all.Races, Filtered: all.Filtered}
	var deadlocks, filtered []Item
	for _, x := range all.Items {
		switch {
		case x.Race:
			r.items = append(r.items, x)
		case x.Deadlock:
			deadlocks = append(deadlocks, x)
		default:
			filtered = append(filtered, x)
		}
	}
	r.races, r.found = len(r.items), len(r.items)+len(deadlocks)
	r.items = slices.Concat(r.items, deadlocks, filtered)
	switch {
	case err != nil:
		r.h.Refuse("The analysis failed: " + command.Sentence(err))
	case cut:
		r.h.Say("Stopped: there may be more reports; . begins again.")
	}
}

func (r *Screen) Keys() []screen.Binding {
	return screen.Join([]screen.Binding{
		{Keys: []string{"enter"}, Hint: "open witness", Do: r.witness, Off: r.noWitness,
			Help: "open the witness in Step, at its racing state"},
		{Keys: []string{"e"}, Hint: "explain", Do: r.explain, Off: r.empty,
			Help: "describe the highlighted report: where both accesses come from, and " +
				"why it is reported or filtered"},
		{Keys: []string{"f"}, Hint: "fix", Do: r.repair, Off: r.noRepair,
			Help: "propose a repair of the highlighted race"},
		{Keys: []string{"."}, Do: func() tea.Cmd { return r.h.Reload(r.ask) }, Off: r.unavailable,
			Help: "analyse the file again, as it is now"},
	}, r.list.Keys(func() int { return len(r.items) }, r.empty))
}

// unavailable, empty, noWitness and noRepair return why keys cannot be used now.
func (r *Screen) unavailable() screen.Refusal {
	return command.When(r.o.Reports == nil, "No analysis came with this session; wobbly step "+
		"FILE brings one.")
}

func (r *Screen) empty() screen.Refusal {
	stopped := len(r.items) == 0 && r.cut
	switch {
	case r.unavailable().Refuses():
		return r.unavailable()
	case r.err != nil:
		return screen.Refusal{Reason: "The analysis failed: " + command.Sentence(r.err)}
	case !r.done:
		return screen.Refusal{
			Reason: "The reports are not there yet.", Next: ".", Does: "asks for them again",
		}
	case stopped:
		return screen.Refusal{
			Reason: "The analysis was stopped before its first report.", Next: ".",
			Does: "begins again",
		}
	}
	about := session.PairNames(r.h.Program().Pair)
	if n := len(r.h.Program().Core.Pairs()); n > 1 {
		about = "any of the " + strconv.Itoa(n) + " pairs"
	}
	return command.When(len(r.items) == 0,
		"No reports: the analysis finds no two accesses in "+about+
			" that may meet, agree in their fields and include a write. This does not rule out"+
			" races: wobbly check also lists those that RacerDX misses and others find.")
}

func (r *Screen) noWitness() screen.Refusal {
	if why := r.empty(); why.Refuses() {
		return why
	}
	x := r.chosen()
	return command.When(x.Witness == nil, x.ID+" has no witness. "+x.Reason)
}

func (r *Screen) noRepair() screen.Refusal {
	if why := cmp.Or(r.fix.WithoutRemove(), r.empty()); why.Refuses() {
		return why
	}
	x := r.chosen()
	_, there := r.sites()
	return cmp.Or(
		command.When(x.Deadlock, "wobbly fix proposes an order of the locks; this screen "+
			"repairs races."),
		command.When(!x.Race, x.ID+" is filtered: there is no race to repair."),
		command.When(!there, "The text has no such place."))
}

func (r *Screen) chosen() Item { return r.items[r.list.At] }

func (r *Screen) repair() tea.Cmd {
	sites, _ := r.sites()
	return r.fix.Remove(r.chosen().Pair, sites)
}

// sites returns the sites of the highlighted item; ok is false if its positions are not in the
// program.
func (r *Screen) sites() (sites il.Sites, ok bool) {
	var s [2]il.Site
	for i, side := range r.chosen().Sides {
		at, ok := r.h.Program().Core.Source.Offset(side.At)
		if !ok {
			return il.Sites{}, false
		}
		s[i] = il.Site{At: at, Kind: side.Kind}
	}
	return r.chosen().Pair.Sites(s[0], s[1]), true
}

func (r *Screen) witness() tea.Cmd {
	x := r.chosen()
	label := func() string { return "Making the witness of " + x.ID + "..." }
	return r.work.Start(label, func(ctx context.Context) screen.Then {
		w, err := x.Witness(ctx)
		return func() tea.Cmd {
			r.work.Finish()
			if err != nil {
				r.h.Refuse("There is no witness of " + x.ID + ": " + command.Sentence(err))
				return nil
			}
			return r.open(x.ID, w)
		}
	})
}

// open goes to the racing state of a witness: as a branch of the history if the witness has the
// session's initial state, and in a new session otherwise.
func (r *Screen) open(id string, w *witness.Witness) tea.Cmd {
	h := r.h
	s, err := session.OpenWitness(h.Program().Core, w)
	if err != nil {
		h.Refuse("The witness of " + id + " does not fit: " + command.Sentence(err))
		return nil
	}
	kind := "racing state"
	if s.Now().Deadlocked() {
		kind = "deadlock"
	}
	note := "The " + kind + " of " + id + ", " + session.PairNames(s.Pair()) +
		"; left goes back along the way there"
	p := h.Program().At(s)
	p.Note = note + ", esc to where you were."
	if !p.IsOf(h.Session()) {
		if err := h.Visit(p); err != nil {
			h.Refuse(command.Sentence(err))
		}
		return nil
	}
	h.Session().First()
	if !h.Report(h.Session().Play(s.Schedule())).OK() {
		return nil
	}
	cmd := h.Show(screen.Step)
	h.Say(note + ".")
	return cmd
}

func (r *Screen) explain() tea.Cmd {
	x, core, ask := r.chosen(), r.of, r.o.Explain
	show := func(more []string) {
		text := reportText(x)
		if len(more) > 0 {
			text = append(append(text, ""), more...)
		}
		screen.Tell(r.h, "Report "+x.ID, text)
	}
	if ask == nil {
		show(nil)
		return nil
	}
	label := func() string { return "Explaining " + x.ID + "..." }
	return r.work.Start(label, func(ctx context.Context) screen.Then {
		text, err := ask(ctx, core, x.ID)
		return screen.Does(func() {
			r.work.Finish()
			if err != nil {
				r.h.Refuse(x.ID + " is not explained: " + command.Sentence(err))
				return
			}
			show(text)
		})
	})
}

func reportText(x Item) []string {
	var lines []string
	for i, s := range x.Sides {
		verb, lock := "reads", "holds no lock"
		if s.Kind == il.Write {
			verb = "writes"
		}
		switch {
		case s.Holds != "":
			lock = "holds " + s.Holds
		case s.Locks == 1:
			lock = "holds the lock"
		case s.Locks > 1:
			lock = "holds the lock " + strconv.Itoa(s.Locks) + " times"
		}
		if x.Deadlock {
			verb = "waits for"
		}
		lines = append(lines, fmt.Sprintf("%s: %s, line %s: %s %s and %s.",
			semantics.Tid(i), s.Unit, s.At, verb, s.Path, lock))
	}
	if x.Race || x.Deadlock {
		return append(lines, "Verdict: "+x.Verdict+".", x.Reason)
	}
	return append(lines, "Filtered: not reported as a race.", x.Reason)
}
