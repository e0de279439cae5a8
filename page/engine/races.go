package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/exact"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/session"
	"wobbly/session/command"
)

// maxReports is how many reports, and how many pairs that are left out, the page lists.
const maxReports = 200

func (c *call) races(p racesAsk) (racesView, error) {
	if p.States < 0 {
		return racesView{}, refuse("message", "states must not be negative")
	}
	x, err := ask.Analysis{Name: p.Analysis, Limit: maxReports}.Analyzer()
	if err != nil {
		return racesView{}, err
	}
	core, err := p.load(c, false)
	if err != nil {
		return racesView{}, err
	}
	var search *searchView
	if p.States > 0 {
		if search, err = c.searchOnce(core, p); err != nil {
			return racesView{}, err
		}
	}
	m, n := c.meter("check", ""), uint64(0)
	q := ask.Checking{Analyzer: x, Certificates: maxReports, Race: func(report.Race) {
		n++
		m.count(n, 0, nil)
	}}
	if search != nil {
		q.Certify = ask.Reasoned
	}
	doc, err := ask.Check(c.ctx, core, q)
	if err != nil {
		return racesView{}, err
	}
	v := racesOf(core.Source, doc, search)
	for _, d := range doc.Deadlocks {
		v.Deadlocks = append(v.Deadlocks, deadlockOf(core, d, p.Name))
	}
	return v, nil
}

// deadlockOf describes a deadlock of the program with the given name.
func deadlockOf(core *il.Core, d report.Deadlock, name string) deadlockRow {
	side := func(w report.Waiter) siteView {
		held := slice.Map(w.Holds, report.LockWords)
		return siteView{
			span: spanOf(core.Source, w.Span.At, w.Span.End), At: w.At, Unit: w.Unit, Kind: "lock",
			Path: w.Wants,
			Text: fmt.Sprintf("%s waits for %s, holding %s", w.Unit, report.LockWords(w.Wants),
				text.And(held)),
		}
	}
	row := deadlockRow{ID: d.ID, Left: side(d.Left), Right: side(d.Right), Reason: d.Reason}
	if d.Verdict == report.Confirmed && d.Witness != nil {
		if s, err := session.OpenWitness(core, d.Witness); err == nil {
			row.Line = command.LinkOf(name, s).String()
		}
	}
	return row
}

func siteOf(src *il.Source, s report.Side) siteView {
	v := siteView{
		span: spanOf(src, s.Span.At, s.Span.End),
		At:   s.At, Unit: s.Unit, Kind: s.Kind, Path: report.ShortPath(s.Path),
	}
	v.Text = fmt.Sprintf("%s %ss %s", s.Unit, s.Kind, v.Path)
	if s.Lock > 0 || len(s.Locks) > 0 {
		v.Text += " " + report.HoldingWords(s)
	}
	return v
}

// verdictWords are the page's words for the verdicts.
var verdictWords = map[string]string{
	report.Confirmed: "race", report.Refuted: "refuted", report.Impossible: "false alarm",
	report.Unknown: "undecided", report.Outside: "not judged",
}

// racesOf describes the reports of an analysis, judged by a search unless that is nil.
func racesOf(src *il.Source, doc *report.Check, search *searchView) racesView {
	known := truthOf(search, doc)
	v := racesView{
		Analysis: doc.Analysis, Title: doc.Title, Limits: limitsOf(doc), Nothing: []string{},
		Missed: []missedRow{}, Reports: []reportRow{}, LeftOut: []leftOutRow{},
		Others: []otherRow{}, Deadlocks: []deadlockRow{}, Search: search,
		Proved: search != nil && search.Complete && len(known.order) == 0,
	}
	listed := map[[2]siteKey]bool{} // the pairs of all lists so far
	var confirmed, others []reportRow
	for r := range doc.Races {
		key := pairKey(r.Left, r.Right)
		listed[key] = true
		row := reportOf(src, r)
		if why := known.never[key]; why != "" {
			row.Notes = append(row.Notes, "Cannot race: "+why)
		}
		if row.Real {
			confirmed = append(confirmed, row)
		} else {
			others = append(others, row)
		}
	}
	v.Reports = append(append(v.Reports, confirmed...), others...)
	v.MoreReports = beyond(doc.TotalRaces, len(v.Reports))
	listsAll := v.MoreReports == "0"
	for _, key := range known.order {
		// If reports are left out, any race may be among them, and none is known to be missed.
		if listsAll && !listed[key] {
			v.Missed = append(v.Missed, known.races[key])
		}
	}
	for _, key := range known.order {
		listed[key] = true
	}
	for f := range doc.Filtered {
		listed[pairKey(f.Left, f.Right)] = true
		row := leftOutRow{
			ID: f.ID, Left: siteOf(src, f.Left), Right: siteOf(src, f.Right), Reason: reasonText(f),
		}
		row.Truth, row.Says = known.leftOut(doc, f)
		v.LeftOut = append(v.LeftOut, row)
	}
	v.certify(src, doc, known, listed)
	v.MoreLeftOut = beyond(doc.TotalFiltered, len(v.LeftOut))
	races := len(confirmed) + len(v.Missed)
	v.Real = races > 0
	v.Number, v.Text = doc.TotalRaces.String(), text.Count(doc.TotalRaces, "report")
	if listsAll && (v.Real || v.Proved) {
		v.Number, v.Text = fmt.Sprint(races), text.Count(races, "race")
	}
	if doc.TotalRaces.IsZero() {
		v.Nothing = nothing(doc, search, &v)
	}
	return v
}

func reportOf(src *il.Source, r report.Race) reportRow {
	row := reportRow{
		ID: r.ID, Left: siteOf(src, r.Left), Right: siteOf(src, r.Right),
		Real: r.Verdict == report.Confirmed, Word: verdictWords[r.Verdict], Notes: []string{},
	}
	if note := cmp.Or(r.Reason, r.Note); note != "" {
		row.Notes = append(row.Notes, note)
	}
	row.Notes = append(row.Notes, r.Why...)
	return row
}

// limitsOf lists why the result of an analysis is not complete, and what is wrong with it.
func limitsOf(doc *report.Check) []string {
	limits := []string{}
	if doc.Interrupted() {
		limits = append(limits, "The analysis was ended early: the lists are not complete.")
	}
	for _, c := range doc.Cut {
		limits = append(limits, "Not complete: "+c+".")
	}
	defects := slices.Clip(doc.Defects)
	if doc.Pairs != nil {
		defects = append(defects, doc.Pairs().Defects...)
	}
	for _, d := range defects {
		limits = append(limits, "A defect: "+d+".")
	}
	return limits
}

// certify lists the pairs of accesses that are in no other list, and counts all pairs.
func (v *racesView) certify(src *il.Source, doc *report.Check, known *truth,
	listed map[[2]siteKey]bool) {
	if doc.Pairs == nil {
		return
	}
	x := *doc.Pairs()
	listsAll := len(x.Certified) == x.Absent && len(x.Undecided) == x.Open
	if v.MoreReports == "0" {
		x.Races, x.Open = x.Races+len(v.Missed), x.Open-len(v.Missed)
		if v.Search.Complete {
			x.Searched, x.Open, x.Unexamined = x.Searched+x.Open, 0, 0
		}
		v.Proved = v.Proved || x.Races+x.Open == 0
		if v.Pairs = x.Sentence(); !listsAll {
			v.Pairs += " Not all are listed."
		}
	} else {
		x.Undecided = nil // some are reports that are not listed
	}
	add := func(o report.OpenPair, why string) {
		if !listed[pairKey(o.Left, o.Right)] {
			v.Others = append(v.Others,
				otherRow{Left: siteOf(src, o.Left), Right: siteOf(src, o.Right), Never: why})
		}
	}
	for _, o := range x.Undecided {
		why := ""
		if known.complete[unitsOf(o.Left, o.Right)] {
			why = "No interleaving races here."
		}
		add(o, why)
	}
	for _, c := range x.Certified {
		add(c.OpenPair, c.Why)
	}
}

// beyond returns how many there are besides the listed ones.
func beyond(total exact.Nat, listed int) string { return total.Minus(exact.Of(listed)).String() }

// nothing explains why nothing is reported, and first mentions missed races. It knows the reasons
// of RacerDX only; of another analysis it says that it reports nothing.
func nothing(doc *report.Check, search *searchView, v *racesView) []string {
	var lines []string
	switch own := doc.Analysis == ask.Plain().Name(); {
	case !doc.TotalFiltered.IsZero():
		lines = append(lines,
			fmt.Sprintf("%s examined %s of accesses and left all out; each has its reason below.",
				doc.Title, text.Count(doc.TotalFiltered, "candidate pair")))
	case own:
		lines = append(lines,
			"RacerDX records no two accesses of the same fields such that one writes and no lock "+
				"keeps them apart.")
	default:
		lines = append(lines, doc.Title+" reports nothing on any pair of units.")
	}
	switch {
	case search == nil:
	case len(v.Missed) > 0:
		is := " is missed."
		if len(v.Missed) > 1 {
			is = " are missed."
		}
		lines = slice.Insert(lines, 0,
			"The exact search finds more: "+text.Count(len(v.Missed), "real race")+is)
	case v.Proved && !search.Complete:
		lines = append(lines, v.Pairs+" That is a proof for this program.")
	case v.Proved && search.Certified > 0:
		lines = append(lines,
			fmt.Sprintf("%s never race, by a certificate. Apart from these, the exact search has "+
				"been through every interleaving from every initial state (%s of %s): none races. "+
				"That is a proof for this program.",
				text.CountOf(search.Certified, "pair of accesses", "pairs of accesses"),
				text.Count(search.States, "state"), text.Count(len(search.Pairs), "pair")))
	case v.Proved:
		lines = append(lines,
			fmt.Sprintf("The exact search has been through every interleaving from every initial "+
				"state (%s of %s): none races. That is a proof for this program.",
				text.Count(search.States, "state"),
				text.Count(len(search.Pairs), "pair")))
	default:
		lines = append(lines, "The exact search was cut, so a race may be left.")
	}
	return lines
}

// reasonText says why a pair is left out, without a full stop.
func reasonText(f report.Filtered) string {
	var reasons []string
	add := func(reason string) {
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	for _, w := range f.Wobbly {
		changes := "changes it"
		if len(w.Calls) > 0 {
			changes = "may change it in a call"
		}
		add(fmt.Sprintf("%s is wobbly in %s: %s %s", w.Prefix, w.Unit, w.At, changes))
	}
	for _, r := range f.Reasons {
		switch r {
		case report.ReasonOwned:
			add("no other thread can reach the object")
		case report.ReasonNoEvidence:
			add("nothing says that the units run side by side")
		}
	}
	return strings.Join(reasons, "; ")
}
