package report

import (
	"cmp"
	"fmt"
	"io"

	"wobbly/internal/text"
	"wobbly/witness"
)

// Crosscheck is the comparison of RacerDX with the oracle on one file.
type Crosscheck struct {
	File  string
	Title string
	Pairs []CrosscheckPair
	Total CrosscheckTotal
}

// CrosscheckPair is one program C1 || C2.
type CrosscheckPair struct {
	Left     string `json:"left"`
	Right    string `json:"right"`
	Complete bool   `json:"complete"`
	States   uint64 `json:"states"`
	// Agreed has the races that are reported and real, Missed those that are real and not reported,
	// and Impossible those that are reported although no execution shows them.
	Agreed     []CrosscheckRace `json:"agreed"`
	Missed     []CrosscheckRace `json:"missed"`
	Impossible []CrosscheckRace `json:"impossible"`
	// Unknown has the reported races that were not found before the search was cut.
	Unknown []CrosscheckRace `json:"unknown"`
	Cut     string           `json:"cut,omitempty"`
	// Refused has the races that were found, but with a witness that the checker refuses.
	Refused []CrosscheckRace `json:"refused,omitempty"`
}

// CrosscheckRace is a pair of sites.
type CrosscheckRace struct {
	Sites
	// Reason is the reason why a race is missed: wobbly, local, fields, lock or limit.
	Reason  string           `json:"reason,omitempty"`
	Because string           `json:"because,omitempty"`
	Witness *witness.Witness `json:"witness,omitempty"`
}

// CrosscheckTotal counts pairs of sites.
type CrosscheckTotal struct {
	Programs uint64 `json:"programs"`
	Pairs    uint64 `json:"pairs"`
	// Cut counts the pairs whose search or list of reports was cut.
	Cut        uint64         `json:"cut"`
	Real       uint64         `json:"real"`
	Reported   uint64         `json:"reported"`
	Agreed     uint64         `json:"agreed"`
	Missed     []MissedTotal  `json:"missed"`
	Impossible uint64         `json:"impossible"`
	Unknown    uint64         `json:"unknown"`
	Refused    uint64         `json:"refused"`
	States     uint64         `json:"states"`
	Random     *CrosscheckRun `json:"random,omitempty"`

	// Interrupted says whether some pairs of the file were not compared to their ends.
	Interrupted bool `json:"interrupted,omitempty"`

	// Analysis is the name of the mode, empty for Figure 7.
	Analysis string `json:"analysis,omitempty"`
}

// MissedTotal is how many races are missed for a reason.
type MissedTotal struct {
	Reason string `json:"reason"`
	Races  uint64 `json:"races"`
}

// CrosscheckRun identifies the random programs of a crosscheck.
type CrosscheckRun struct {
	Seed uint64 `json:"seed"`
	// Programs is the number of programs that was asked for.
	Programs uint64 `json:"programs"`
	Small    bool   `json:"small"`
	// Generator is empty for the default, and with Small.
	Generator   string            `json:"drawing,omitempty"`
	MaxStates   int               `json:"max_states"`
	Failures    []CrosscheckFault `json:"failures"`
	Interrupted bool              `json:"interrupted,omitempty"`
}

// CrosscheckFault is a random program on which analysis and oracle contradict each other.
type CrosscheckFault struct {
	Seed    uint64 `json:"seed"`
	Reason  string `json:"reason"`
	Program string `json:"program"`
	Repeat  string `json:"repeat"`
}

// CrosscheckJSON prints the document of a file, or of random programs if d is nil, on one line.
func CrosscheckJSON(w io.Writer, d *Crosscheck, total CrosscheckTotal) error {
	doc := struct {
		Schema string           `json:"schema"`
		File   string           `json:"file,omitempty"`
		Pairs  []CrosscheckPair `json:"pairs"`
		Total  CrosscheckTotal  `json:"total"`
	}{Schema: CrosscheckSchema, Pairs: []CrosscheckPair{}, Total: total}
	if d != nil {
		doc.File, doc.Pairs = d.File, d.Pairs
	}
	return lineJSON(w, doc)
}

func (d *Crosscheck) text(p *page) {
	for i := range d.Pairs {
		p.crosschecked(d, &d.Pairs[i])
		p.line("")
	}
}

func (p *page) crosschecked(d *Crosscheck, x *CrosscheckPair) {
	n := len(x.Agreed) + len(x.Missed)
	words := fmt.Sprintf("%s, %s reports %d",
		text.Count(n, "real race"), d.Title, len(x.Agreed)+len(x.Impossible)+len(x.Unknown))
	words += when(!x.Complete, "; cut (%s), there may be more", x.Cut)
	p.line("%s %s.", p.heading(d.File, x.Left, x.Right), words)
	for _, part := range []struct {
		list []CrosscheckRace
		word string
		role role
	}{
		{x.Agreed, "reported", good}, {x.Missed, "missed", plain},
		{x.Unknown, "unknown", plain}, {x.Impossible, "IMPOSSIBLE", alarm},
		{x.Refused, "REFUSED", alarm},
	} {
		for _, r := range part.list {
			p.line("  %s  %s", p.paint(part.role, pad(part.word, len("IMPOSSIBLE"))), r.Sites)
			if r.Because != "" {
				p.prose(14, "%s", reasons[r.Reason].before+r.Because)
			}
			if r.Witness != nil {
				p.prose(14, "%s", "Witness: "+turns(r.Witness.Steps)+".")
			}
		}
	}
}

// reasons are the reasons why races are missed: the beginning of a sentence, and the form in a
// table.
var reasons = map[string]struct{ before, inTable string }{
	"wobbly": {"Filtered: ", "filtered, a prefix is wobbly"},
	"local":  {"Never recorded: ", "never recorded, rooted at a local"},
	"fields": {"Other paths: ", "the paths have other fields"},
	"lock":   {"Locked: ", "both under one lock"},
	"limit":  {"Not known: ", "not known, a limit left reports out"},
}

// SummarizeCrosscheck prints the totals of the analysis with a title, as a table and a last line.
func SummarizeCrosscheck(title string, t CrosscheckTotal) Printed {
	return func(p *page) {
		rows := [][]string{
			{"real races", fmt.Sprint(t.Real), ""},
			{"reported", fmt.Sprint(t.Agreed), share(t.Agreed, t.Real)},
		}
		for _, m := range t.Missed {
			if m.Races > 0 {
				rows = append(rows, []string{
					"missed: " + cmp.Or(reasons[m.Reason].inTable, m.Reason),
					fmt.Sprint(m.Races), share(m.Races, t.Real),
				})
			}
		}
		rows = append(rows, []string{"reported, impossible", fmt.Sprint(t.Impossible), ""})
		if t.Unknown > 0 {
			rows = append(rows, []string{"reported, unknown", fmt.Sprint(t.Unknown), ""})
		}
		p.block(0, table(alignFrom(1, rows)))
		if r := t.Random; r != nil {
			for _, f := range r.Failures {
				p.line("%s %s", p.paint(alarm, fmt.Sprintf("seed %d:", f.Seed)), f.Reason)
				p.lines(2, text.Lines(f.Program))
				p.spaced("  Repeat: %s", f.Repeat)
			}
		}
		p.prose(0, "%s", summaryOf(title, t))
	}
}

func summaryOf(title string, t CrosscheckTotal) string {
	what := fmt.Sprintf("%s, %s", text.Count(t.Programs, "program"), text.Count(t.Pairs, "pair"))
	if r := t.Random; r != nil {
		what = fmt.Sprintf("%s%s from seed %d, %s",
			text.Count(t.Programs, "random program"), ofGenerator(r.Generator), r.Seed,
			text.Count(t.Pairs, "pair"))
	}
	cut := "no search was cut"
	switch {
	case t.Cut > 0 && t.Random != nil:
		are := "are"
		if t.Cut == 1 {
			are = "is"
		}
		cut = fmt.Sprintf("%s of more than %d states %s left out of all counts",
			text.Count(t.Cut, "pair"), t.Random.MaxStates, are)
	case t.Cut > 0:
		cut = fmt.Sprintf("%d cut", t.Cut)
	}
	words := fmt.Sprintf("%s: %s reports %d of %d real races and %s; %s.",
		what, title, t.Agreed, t.Real, text.Count(t.Impossible, "impossible one"), cut)
	words += when(t.Refused > 0, " The checker refused %d witnesses of the oracle.", t.Refused)
	return words + interruptedWords(t.Random != nil && t.Random.Interrupted)
}

// ofGenerator names a generator of random programs in a sentence. It is empty if the name is.
func ofGenerator(name string) string { return when(name != "", " of the generator %s", name) }
