package ask

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/semantics/explore"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/witness"
)

// Opening says where a session of a program begins. Race excludes all other fields except the pair
// of methods, which numbers the reports; a Schedule that is a link excludes all of them.
type Opening struct {
	// Pair names the methods, "m,n". If it is empty, it is the first pair on which RacerDX reports
	// a race, or else the first pair.
	Pair string
	// Heap is the initial state as session.ParseInit reads it. If it is empty, it is the file's, or
	// else one object.
	Heap     string
	Schedule string // in its short form, or a link that begins with wobbly:
	// Race is "R1", "4:3,10:3" or "D1", a report of wobbly check with the same Pair. The session
	// begins where the report's witness ends.
	Race string
	Of   *Analyzer // the analyzer of that check; nil for RacerDX without flags
	// Sites has the positions of two accesses of Pair, "4:3 10:3". The session begins in a state in
	// which they race, which the exact search finds.
	Sites string

	Progress func(explore.Progress) // called now and then by that search; may be nil
}

// Open begins the session. changed reports whether the program's text differs from that of the
// link. The error is a *Refusal, *Misnamed, *schedule.Error, or of package session.
func (o Opening) Open(ctx context.Context,
	core *il.Core) (s *session.Session, changed bool, err error) {
	switch {
	case o.Race != "" && (o.Heap != "" || o.Schedule != ""):
		return nil, false,
			refuse("", "a report has an initial state and a schedule: leave out "+
				"--heap and --schedule")
	case o.Sites != "" && (o.Race != "" || o.Heap != "" || o.Schedule != ""):
		return nil, false,
			refuse("", "two accesses have an initial state and a schedule: leave out "+
				"all except the pair")
	case o.Sites != "":
		s, err = o.raceAt(ctx, core)
		return s, false, err
	case o.Race != "":
		s, err = o.racing(ctx, core)
		return s, false, err
	case schedule.IsLink(o.Schedule):
		return o.link(core)
	default:
		s, err = o.start(ctx, core)
		return s, false, err
	}
}

// racing opens the racing state of a report: at the end of its witness, or where the exact search
// finds one, if it was that which confirmed it. It also searches for two accesses that are named by
// their positions and not reported.
func (o Opening) racing(ctx context.Context, core *il.Core) (*session.Session, error) {
	x, err := o.reported(ctx, core)
	positions := strings.Split(o.Race, ",")
	switch _, named := sitesOf(positions); {
	case err != nil && named:
		o.Sites = strings.Join(positions, " ")
		return o.raceAt(ctx, core)
	case err != nil:
		return nil, err
	case x.Witness != nil:
		return session.OpenWitness(core, x.Witness)
	case x.Verdict != report.Confirmed:
		return nil, refuse("",
			"%s is not confirmed: no execution is known in which its accesses race", x.ID)
	}
	o.Pair, o.Sites = x.Left.Unit+","+x.Right.Unit, x.Left.At+" "+x.Right.At
	return o.raceAt(ctx, core)
}

// raceAt opens the racing state of two accesses.
func (o Opening) raceAt(ctx context.Context, core *il.Core) (*session.Session, error) {
	sites, ok := sitesOf(strings.Fields(o.Sites))
	if !ok {
		return nil, refuse("Two positions, such as 4:3 10:3.",
			"%q does not name two accesses", o.Sites)
	}
	p, err := o.pair(ctx, core)
	if err != nil {
		return nil, err
	}
	name := strings.Join(strings.Fields(o.Sites), " and ")
	// Most races are near the start.
	for bound := firstOpening; ; bound = min(10*bound, MaxStates) {
		search := explore.Defaults()
		search.MaxStates, search.MaxObjects, search.Progress = bound, MaxObjects, o.Progress
		search.Prune, search.Reduce = true, true
		r, err := explore.Search(ctx, core, *p, explore.Fitted(core, *p, search))
		if err != nil {
			return nil, refuse("", "%s", err)
		}
		for _, x := range r.Races {
			at := [2]il.Position{core.Source.Position(x.Left.At), core.Source.Position(x.Right.At)}
			if at == sites || at == [2]il.Position{sites[1], sites[0]} {
				return session.OpenWitness(core, x.Witness())
			}
		}
		switch {
		case r.Complete:
			return nil, refuse("", "%s race in no state", name)
		case bound == MaxStates || r.Cut != explore.CutStates:
			return nil, &Refusal{Exit: ExitInconclusive, Text: fmt.Sprintf(
				"no state in which %s race was found in %d states, and the search was cut",
				name, r.States)}
		}
	}
}

// firstOpening bounds the first search of raceAt.
const firstOpening = 20_000

// heapHint shows initial states.
const heapHint = "Such as one, different, file, or a list: o1,o2,o1.f=o2,A.b=o1,B.b=o2."

// start opens the program at the end of a schedule in its short form.
func (o Opening) start(ctx context.Context, core *il.Core) (*session.Session, error) {
	p, err := o.pair(ctx, core)
	if err != nil {
		return nil, err
	}
	in := session.FirstInit(core, *p)
	if o.Heap != "" {
		if in, err = session.ParseInit(core, *p, o.Heap); err != nil {
			return nil, refuseFlag("heap", heapHint, err)
		}
	}
	s, err := session.New(core, *p, in)
	if err != nil {
		if o.Heap != "" {
			err = refuseFlag("heap", heapHint, err)
		}
		return nil, err
	}
	moves, err := schedule.Parse(o.Schedule)
	if err != nil {
		return nil, err
	}
	if err := s.Fits(moves); err != nil {
		return nil, refuseFlag("schedule", "", err)
	}
	s.Paste(moves)
	return s, nil
}

// maxAsked limits how many pairs are searched for a report before one is opened.
const maxAsked = 100

// pair returns the pair to open. The error is a *Misnamed.
func (o Opening) pair(ctx context.Context, core *il.Core) (*il.Pair, error) {
	p, err := PairOf(core, o.Pair)
	if err != nil || p != nil {
		return p, err
	}
	if err := requirePair(core); err != nil {
		return nil, err
	}
	return firstPair(ctx, core), nil
}

// firstPair returns the pair to open if none is named: the first one with a reported race, or else
// the first one. The program must have a pair.
func firstPair(ctx context.Context, core *il.Core) *il.Pair {
	all := core.Pairs()
	if len(all) == 1 || len(all) > maxAsked {
		return &all[0]
	}
	first := Plain()
	first.o.Limit = 1
	f, err := first.Findings(ctx, core, nil)
	if err != nil {
		return &all[0]
	}
	for p := range f.Listed() {
		return &p
	}
	return &all[0]
}

// link opens the program at the state that a link leads to.
func (o Opening) link(core *il.Core) (*session.Session, bool, error) {
	if o.Heap != "" || o.Pair != "" {
		return nil, false,
			refuse("", "a link says the pair and the initial state: leave out --heap and --pair")
	}
	l, err := schedule.ParseLink(o.Schedule)
	if err != nil {
		return nil, false, err
	}
	return session.OpenLink(core, l)
}

// WitnessOf returns the witness of a report of wobbly check, such as R1. The error is a
// *Refusal, or that of Reports.
func WitnessOf(ctx context.Context, core *il.Core, id string) (*witness.Witness, error) {
	x, err := Opening{Race: id}.reported(ctx, core)
	return x.Witness, err
}

// reported returns the report o.Race. A deadlock is returned as a race without accesses.
func (o Opening) reported(ctx context.Context, core *il.Core) (report.Race, error) {
	doc, err := Check(ctx, core, Checking{Analyzer: o.Of, Pair: o.Pair})
	if err != nil {
		return report.Race{}, err
	}
	id := o.Race
	var known []string
	for x := range doc.Races {
		if strings.EqualFold(x.ID, id) || id == x.Left.At+","+x.Right.At ||
			id == x.Right.At+","+x.Left.At {
			return x, nil
		}
		known = append(known, x.ID)
	}
	for _, d := range doc.Deadlocks {
		if strings.EqualFold(d.ID, id) {
			return report.Race{ID: d.ID, Verdict: d.Verdict, Witness: d.Witness}, nil
		}
		known = append(known, d.ID)
	}
	if IsID(id) && id[0] == 'F' {
		file := report.FileName(core.Source.Name)
		return report.Race{},
			refuse("wobbly explain "+text.ShellWord(file)+" "+id+" says why it is not reported.",
				"%s is a filtered pair: it has no witness", id)
	}
	hint := cmp.Or(doc.Title, "RacerDX") + " reports no race of this program."
	if len(known) > 0 {
		hint = ThereAre(known)
	}
	return report.Race{}, refuse(hint, "there is no report %q", id)
}

// ThereAre is a sentence with the names to choose from, or the first 12. It is empty if there are
// none.
func ThereAre(names []string) string {
	const shown = 12
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return "There is only " + names[0] + "."
	case n > shown:
		return fmt.Sprintf("There are %s and %d more.", strings.Join(names[:shown], ", "), n-shown)
	}
	return "There are " + text.And(names) + "."
}
