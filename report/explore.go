package report

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/witness"
)

// The schemas of the documents of explore and of crosscheck.
const (
	ExploreSchema    = witness.ExploreSchema
	CrosscheckSchema = witness.CrosscheckSchema
)

// Exploration is the result of explore for one file.
type Exploration struct {
	File    string
	Source  *il.Source
	Pairs   iter.Seq[Explored]
	Skipped []SkippedPair
}

// Explored is the result of one search, for one program C1 || C2. In JSON the races come between
// the program and the search.
type Explored struct {
	ExploredPair
	// Found is the number of races.
	Found int
	// Races yields the races, each made when it is read. It ends early if the run is interrupted.
	Races iter.Seq[ExploredRace]
	ExploredSearch
	Remarks
}

// ExploredPair is a program with the answer in short.
type ExploredPair struct {
	Left          string  `json:"left"`
	Right         string  `json:"right"`
	Init          string  `json:"init"`
	Unroll        *int    `json:"unroll"`
	States        uint64  `json:"states"`
	Complete      bool    `json:"complete"`
	Interleavings *string `json:"interleavings"`
}

// ExploredSearch describes the search of a program.
type ExploredSearch struct {
	Transitions uint64     `json:"transitions"`
	Depth       int        `json:"depth"`
	Ends        uint64     `json:"ends"`
	Stuck       uint64     `json:"stuck"`
	Deadlocks   Deadlocked `json:"deadlocks"`
	Strategy    string     `json:"strategy"`
	// Layout is the layout of states. Random runs have none.
	Layout  string `json:"layout,omitempty"`
	Reduced bool   `json:"reduced"`
	// Pruned says whether states without a race ahead were left out, so that Ends is not exact.
	Pruned bool `json:"pruned"`
	// Certified is how many pairs of accesses had a certificate of absence, so that they were not
	// searched for.
	Certified int  `json:"certified,omitempty"`
	Switches  *int `json:"switches"`
	// Aliases bounds the aliases of initial states. It is nil if there is no bound.
	Aliases *int `json:"aliases,omitempty"`
	// Cut is the limit that cut the search.
	Cut string `json:"cut,omitempty"`
	// Missed is the probability that fingerprints hid a state.
	Missed     *float64 `json:"missed,omitempty"`
	Classes    string   `json:"classes,omitempty"`
	Executions string   `json:"executions,omitempty"`
	// StatelessCut is why the stateless search, or its count of classes, is incomplete.
	StatelessCut string `json:"stateless_cut,omitempty"`
}

// Deadlocked says where threads wait for ever. In JSON it is the list if the program names locks,
// and otherwise the number of states, which is 0 in a legal program.
type Deadlocked struct {
	States uint64
	// Named says whether the program names locks.
	Named bool
	List  []ExploredDeadlock
}

// ExploredDeadlock is a deadlock that some reachable state shows.
type ExploredDeadlock struct {
	Left    string           `json:"left"`
	Right   string           `json:"right"`
	Witness *witness.Witness `json:"witness"`
	// Refused says why the checker refused the witness. It is empty if the checker accepted it.
	Refused string `json:"refused,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (d Deadlocked) MarshalJSON() ([]byte, error) {
	if d.Named {
		return marshal(append([]ExploredDeadlock{}, d.List...))
	}
	return marshal(d.States)
}

// Remarks are about a search and appear only in text.
type Remarks struct {
	Further string
	// Counted is a sentence that says why Interleavings is null.
	Counted string
	// Absence is set if nothing was found and the search was complete.
	Absence Absence
	// Unsearched is true if the run ended before the search of the pair. Such pairs are the last
	// ones of a file.
	Unsearched bool
}

// ExploredRace is a race that some reachable state shows, with an execution that leads to it. Its
// Verdict is that of the checker.
type ExploredRace struct{ Race }

// MarshalJSON writes only the positions, the kinds, the witness and what the race needs.
func (r ExploredRace) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Sites
		Witness *witness.Witness `json:"witness"`
		*Needs
		Refused string `json:"refused,omitempty"`
	}{Sites{r.Left.At, r.Right.At, [2]string{r.Left.Kind, r.Right.Kind}}, r.Witness,
		r.Needs, r.Reason})
}

// SkippedPair is a program that the given initial state does not fit.
type SkippedPair struct {
	Left   string `json:"left"`
	Right  string `json:"right"`
	Reason string `json:"reason"`
}

// Absence explains for the pairs of accesses of a program without races why they do not race.
type Absence struct {
	// Accesses counts the loads and stores that the two units reach.
	Accesses int
	// Conflicts counts the pairs of them on the same field, at least one of them a write.
	Conflicts int
	// Locked counts the conflicts whose accesses are always under the same lock.
	Locked int
	// Rows are the first conflicts.
	Rows []AbsentRow
	// Complete says whether all pairs were examined. Otherwise the numbers are lower bounds.
	Complete bool
}

// AbsentRow is one conflicting pair.
type AbsentRow struct {
	// Left and Right are the accesses, each with the least level of the access as its Lock.
	Left, Right Side
	Locked      bool
}

// Outcome sums up one or several Exploration documents.
type Outcome struct {
	Pairs int
	// Races counts unordered pairs of accesses.
	Races     int
	Deadlocks int
	// Refused counts the listed races and deadlocks whose witness was refused.
	Refused int
	Cut     int
}

// count adds a pair, except the races that are refused.
func (o *Outcome) count(x *Explored) {
	o.Pairs++
	o.Races += x.Found
	o.Deadlocks += len(x.Deadlocks.List)
	for _, d := range x.Deadlocks.List {
		if d.Refused != "" {
			o.Refused++
		}
	}
	if !x.Complete || x.StatelessCut != "" {
		o.Cut++
	}
}

// listed passes on the races of a pair and counts those that are refused. At the end, unlisted is
// the number of races that were not listed.
func (o *Outcome) listed(x *Explored, unlisted *int) iter.Seq[ExploredRace] {
	*unlisted = x.Found
	return func(yield func(ExploredRace) bool) {
		for r := range x.Races {
			*unlisted--
			if r.Verdict == Refuted {
				o.Refused++
			}
			if !yield(r) {
				return
			}
		}
	}
}

// ExploreJSON prints the document of explore on one line. It writes each pair as soon as its search
// has ended.
func ExploreJSON(w io.Writer, d *Exploration) (Outcome, error) {
	s, o := &stream{w: w}, Outcome{}
	s.member("{", "schema", ExploreSchema)
	s.member(",", "file", d.File)
	s.raw(`,"pairs":[`)
	sep := ""
	for x := range d.Pairs {
		s.raw(sep)
		o.count(&x)
		unlisted := 0
		s.members("{", x.ExploredPair)
		list(s, "races", o.listed(&x, &unlisted), func(ExploredRace) {})
		if unlisted > 0 {
			s.member(",", "unlisted", unlisted)
		}
		s.members(",", x.ExploredSearch)
		s.raw("}")
		if s.err != nil {
			break
		}
		sep = ","
	}
	s.raw("]")
	memberUnlessEmpty(s, "skipped", d.Skipped)
	s.raw("}\n")
	return o, s.err
}

// ExploreText prints the result of explore for people, except the last line, which is the text of
// the Outcome.
func ExploreText(w io.Writer, style Style, d *Exploration) (Outcome, error) {
	p, o := &page{Style: style, w: w}, Outcome{}
	unsearched := 0
	var pruned, why string
	for x := range d.Pairs {
		o.count(&x)
		if x.Unsearched {
			unsearched++
			why = x.Further
			continue
		}
		if x.Pruned {
			what := "states"
			if x.Reduced {
				what = "interleavings and states"
			}
			pruned = "The searches left out " + what +
				" that cannot lead to a further race; --full explores all of them."
		}
		p.explored(d, &x, &o)
		p.line("")
		if p.err != nil {
			return o, p.err
		}
	}
	if unsearched > 0 {
		p.para(0, "%s: not searched: %s. %s", FileName(d.File), text.Count(unsearched, "pair"), why)
	}
	if pruned != "" {
		p.para(0, "%s", pruned)
	}
	for _, s := range d.Skipped {
		p.para(0, "%s: %s || %s was not explored: %s.", FileName(d.File), s.Left, s.Right, s.Reason)
	}
	return o, p.err
}

func (o Outcome) text(p *page) {
	refused := when(o.Refused > 0, ", %d of them with a witness that was refused", o.Refused)
	cut := "every search was complete"
	if o.Cut > 0 {
		cut = fmt.Sprintf("%d of %d searches cut", o.Cut, o.Pairs)
	}
	deadlocks := when(o.Deadlocks > 0, " and %s", text.Count(o.Deadlocks, "deadlock"))
	p.line("%s%s in %s%s; %s.", text.Count(o.Races, "race"), deadlocks, text.Count(o.Pairs, "pair"),
		refused, cut)
}

// explored prints one pair: the verdict, the races or why there are none, and the search.
func (p *page) explored(d *Exploration, x *Explored, o *Outcome) {
	role := plain
	switch {
	case x.Found > 0 || len(x.Deadlocks.List) > 0:
		role = alarm
	case x.Complete:
		role = good
	}
	p.spaced("%s %s", p.heading(d.File, x.Left, x.Right), p.paint(role, verdict(x)))
	unlisted := 0
	for r := range o.listed(x, &unlisted) {
		if p.exploredRace(d, r); p.err != nil {
			return
		}
	}
	if unlisted > 0 {
		p.para(2, "Not shown, since the run was interrupted: %s.",
			text.Count(unlisted, "more race"))
	}
	for _, waits := range x.Deadlocks.List {
		p.line("%s %s", p.paint(bold, fmt.Sprintf("%s:%s:", FileName(d.File), waits.Left)),
			p.paint(alarm, fmt.Sprintf("deadlock (with %s)", waits.Right)))
		p.refused(waits.Refused)
		p.steps(waits.Witness)
		p.line("")
	}
	if x.Complete && x.Found == 0 {
		p.absence(x)
	}
	p.searched(x)
}

// verdict returns one of three answers: these races and no others, none, or the search was cut and
// there may be more.
func verdict(x *Explored) string {
	from := "from any initial state"
	if x.Init == "given" {
		from = "from the given initial state"
	}
	found, deadlocks := text.Count(x.Found, "race"), len(x.Deadlocks.List)
	found += when(deadlocks > 0, " and %s", text.Count(deadlocks, "deadlock"))
	switch none := x.Found == 0 && deadlocks == 0; {
	case none && x.Complete:
		return fmt.Sprintf("no race %s.", from)
	case none:
		return "unknown: no race so far, but the search was cut."
	case x.Complete:
		return fmt.Sprintf("%s, and no other %s.", found, from)
	default:
		return found + " so far; the search was cut, there may be more."
	}
}

// exploredRace prints the line for a race that tools can read, and the witness.
func (p *page) exploredRace(d *Exploration, r ExploredRace) {
	p.line("%s %s %s (with %s) [%s]",
		p.paint(bold, fmt.Sprintf("%s:%s:", FileName(d.File), r.Left.At)),
		p.paint(alarm, headline(r.Verdict)+":"), PairSentence(r.Left, r.Right),
		r.Right.At, r.Verdict)
	for i := range 2 {
		if chain := callChain(r.side(i).Calls); chain != "" {
			p.prose(4, "%s is %s.", thread(i, r.side(i).Unit), chain)
		}
	}
	if r.Verdict == Refuted {
		p.refused(r.Reason)
	}
	if r.Needs != nil {
		p.prose(4, "%s", r.Needs.line())
	}
	if r.Witness != nil {
		p.prose(4, "%s", initialWords(r.Witness))
		p.lines(4, p.lanes(d.Source, r.Race))
	}
	p.line("")
}

// refused says that the checker refused a witness, unless reason is empty.
func (p *page) refused(reason string) {
	if reason != "" {
		p.prose(4, "The independent checker refused the witness: %s. This is a defect of wobbly; "+
			"please report it together with the program.", reason)
	}
}

func (p *page) absence(x *Explored) {
	a := x.Absence
	if a.Conflicts == 0 {
		p.para(2, "No race is possible: no two accesses to the same field include a write "+
			"(%s in all).",
			text.CountOf(a.Accesses, "access", "accesses"))
		return
	}
	least := when(!a.Complete, "At least ")
	p.prose(2, "%s%s to the same field, with at least one write, cannot race.",
		least, text.CountOf(a.Conflicts, "pair of accesses", "pairs of accesses"))
	under := "the lock"
	if len(a.Rows) > 0 && a.Rows[0].Left.Locks != nil {
		under = "the same lock"
	}
	p.absent("Both always under "+under+":", a.Rows, true)
	p.absent("Never about to access the same cell, in any reachable state:", a.Rows, false)
	if more := a.Conflicts - len(a.Rows); more > 0 {
		p.line("    ... and %d more.", more)
	}
	p.line("")
}

// absentSide describes thread i's access in a table: "A 3:5 read b.f".
func absentSide(i int, s Side) string {
	return fmt.Sprintf("%s %s %s %s", letters[i], s.At, s.Kind, ShortPath(s.Path))
}

// absent prints the rows that are locked, or those that are not, in columns if they fit.
func (p *page) absent(title string, all []AbsentRow, locked bool) {
	var rows [][]string
	for _, r := range all {
		if r.Locked == locked {
			row := []string{absentSide(0, r.Left), absentSide(1, r.Right)}
			if common := text.And(slice.Map(commonLocks(r.Left, r.Right), LockWords)); locked &&
				common != "" {
				row = append(row, common)
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return
	}
	p.line("  %s", title)
	lines := table(rows)
	if widest(lines) <= width-4 {
		p.lines(4, lines)
		return
	}
	for _, r := range rows {
		p.line("    %s", r[0])
		for _, more := range r[1:] {
			p.line("      %s", more)
		}
	}
}

func (p *page) searched(x *Explored) {
	p.labelled("Searched", "%s", searchWords(x))
	if x.Certified > 0 {
		p.labelled("Certified", "%s out.", text.CountOf(x.Certified,
			"pair of accesses has a certificate of absence, so the search leaves it",
			"pairs of accesses have a certificate of absence, so the search leaves them"))
	}
	switch {
	case x.Interleavings != nil:
		from := when(x.Init == "all", " from each initial state")
		stateless := when(x.Executions != "", "; the stateless search explored %s",
			decimal(x.Executions, "execution", "executions"))
		stateless += when(x.Classes != "", " for %s",
			decimal(x.Classes, "Mazurkiewicz class", "Mazurkiewicz classes"))
		stateless += when(x.StatelessCut != "", ", but was cut (%s)", x.StatelessCut)
		p.labelled("Schedules", "%s%s%s.",
			decimal(*x.Interleavings, "complete interleaving", "complete interleavings"),
			from, stateless)
	case x.Counted != "":
		p.labelled("Schedules", "%s", x.Counted)
	}
	if !x.Pruned {
		rest := "no thread is stuck or waits for ever"
		if x.Stuck > 0 || x.Deadlocks.States > 0 {
			rest = fmt.Sprintf("%s stuck, %s in which a thread waits for ever",
				text.Count(x.Stuck, "state"), text.Count(x.Deadlocks.States, "state"))
		}
		p.labelled("Ends", "Both threads have ended in %s; %s.", text.Count(x.Ends, "state"), rest)
	}
	if x.Missed != nil {
		p.labelled("Hashed", "States with equal 64-bit fingerprints were treated as one. The "+
			"probability that two different ones were is at most %.1e.", *x.Missed)
	}
	if !x.Complete {
		p.labelled("Cut", "%s", x.Further)
	}
}

func searchWords(x *Explored) string {
	how := map[string]string{
		"breadth": "breadth first", "depth": "depth first", "random": "in random runs",
	}[x.Strategy]
	words := fmt.Sprintf("%s and %s, %s, %s deep",
		text.Count(x.States, "state"), text.Count(x.Transitions, "step"), how,
		text.Count(x.Depth, "step"))
	words += when(x.Init == "all" && x.Layout == "flat", ", in the flat layout")
	words += when(x.Reduced && !x.Pruned, ", with partial-order reduction")
	if x.Unroll != nil {
		words += fmt.Sprintf("; each loop at most %s each time", text.Count(*x.Unroll, "iteration"))
	}
	if x.Switches != nil {
		words += fmt.Sprintf("; at most %s between the threads",
			text.CountOf(*x.Switches, "switch", "switches"))
	}
	if x.Aliases != nil {
		words += fmt.Sprintf("; initial states of at most %s",
			text.CountOf(*x.Aliases, "alias", "aliases"))
	}
	return words + "."
}

// decimal returns "1 state" or "12 states" for a number in decimal.
func decimal(n, one, many string) string {
	if n == "1" {
		return "1 " + one
	}
	return brief(n) + " " + many
}

// Graph has the states that a program can reach from a given initial state, and the steps between
// them.
type Graph struct {
	Title string
	// Nodes are the states, the initial ones first.
	Nodes []GraphNode
	Edges []GraphEdge
}

// GraphNode is a state.
type GraphNode struct {
	Initial bool
	// At is what each thread does next: "26:5 out := b.f", or "end".
	At [2]string
	// Lock says which thread holds which locks: "A 1", "A m; B l" or "free".
	Lock string
	// Race is the cell on which the threads race, or empty if they do not.
	Race     string
	Deadlock bool
	End      bool

	// Moves lead to it from the node Before, which has the fewest steps to it: "A", "B A+0". An
	// initial node has the choices from the start.
	Before int
	Moves  string
}

// GraphEdge is a step of a thread.
type GraphEdge struct {
	// From and To are indices of Nodes.
	From, To int
	Thread   int
	Text     string
}

// Dot prints the graph in the language of Graphviz. Races and deadlocks are red octagons, and ends
// have a double border. A's steps are blue, and B's are dashed.
func Dot(w io.Writer, g *Graph) error {
	p := &page{w: w}
	p.line("digraph %s {", dotQuote(g.Title))
	p.line("  label=%s; labelloc=t; fontname=monospace;", dotQuote(g.Title))
	p.line("  node [shape=box, fontname=monospace];")
	p.line("  edge [fontname=monospace];")
	for i, n := range g.Nodes {
		p.line("  s%d [%s];", i, dotNode(n))
	}
	for _, e := range g.Edges {
		style := "color=blue"
		if e.Thread == 1 {
			style = "style=dashed"
		}
		p.line("  s%d -> s%d [label=%s, %s];", e.From, e.To,
			dotQuote(letters[e.Thread]+" "+e.Text), style)
	}
	p.line("}")
	return p.err
}

func dotNode(n GraphNode) string {
	lines := []string{"A " + n.At[0], "B " + n.At[1], "lock " + n.Lock}
	style := ""
	switch {
	case n.Race != "" || n.Deadlock:
		what := "deadlock"
		if n.Race != "" {
			what = "race on " + n.Race
		}
		lines = append(lines, what)
		style = ", shape=octagon, color=red, penwidth=2"
	case n.End:
		style = ", peripheries=2"
	}
	style += when(n.Initial, ", style=bold")
	for i, l := range lines {
		lines[i] = dotEscape(l) + `\l`
	}
	return fmt.Sprintf(`label="%s"%s`, strings.Join(lines, ""), style)
}

func dotQuote(s string) string { return `"` + dotEscape(s) + `"` }

func dotEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(Visible(s))
}
