package predict

import (
	"slices"

	"wobbly/dynamic/hb"
)

// A Method is a way to predict races.
type Method struct {
	Name string // the name on the command line
	Cite string // the paper
	Doc  string // a sentence of one line in a legend

	// printedOnly is set if there is no variant with prefixes.
	printedOnly bool
	// sound is set if with prefixes each race is one by Definition 3.6.
	sound bool
	// races yields the races of a trace, by their second access, and then from the nearest to the
	// farthest first one. It reports whether a limit left some out.
	races func(v *view, yield func(hb.Race) bool) (cut bool)
	// reorder returns a correct reordering that ends before the accesses of a race that the method
	// yields, if the method is sound for the view.
	reorder func(v *view, r hb.Race) ([]int, bool)
	// edges returns the edges between the threads, if the method has a single order.
	edges func(v *view) []hb.Edge
}

var (
	methodHB = Method{
		Name:        "hb",
		Cite:        "Lamport's happens-before (package hb)",
		Doc:         "Reports what program order and locks leave open; sure of the first.",
		printedOnly: true, races: happensBefore, edges: lockEdges,
	}
	methodSHB = Method{
		Name:  "shb",
		Cite:  "Mathur, Kini, Viswanathan: What happens after the first race? (OOPSLA 2018)",
		Doc:   "The same, with each read after the write that it reads from.",
		sound: true, races: shb, reorder: inTraceOrder, edges: readEdges,
	}
	methodWCP = Method{
		Name:  "wcp",
		Cite:  "Kini, Mathur, Viswanathan: Dynamic race prediction in linear time (PLDI 2017)",
		Doc:   "Orders critical sections only if they conflict; sure of the first.",
		races: wcp, edges: weakEdges,
	}
	methodSyncP = Method{
		Name: "syncp",
		Cite: "Mathur, Pavlogiannis, Viswanathan: Optimal prediction of " +
			"synchronization-preserving races (POPL 2021)",
		Doc:   "Reorders steps, but keeps the order of critical sections.",
		sound: true, races: syncp, reorder: inTraceOrder,
	}
	methodM2 = Method{
		Name: "m2",
		Cite: "Pavlogiannis: Fast, sound, and effectively complete dynamic race " +
			"prediction (POPL 2020)",
		Doc:   "Reorders critical sections too; complete for two threads.",
		sound: true, races: m2, reorder: linearized,
	}
	Maximal = Method{
		Name:  "maximal",
		Cite:  "maximal causal models (Şerbănuţă, Chen, Roşu, RV 2012)",
		Doc:   "Tries all reorderings, one after the other: what m2 is compared with.",
		sound: true, races: maximal, reorder: searched,
	}
)

func Methods() []Method {
	return []Method{methodHB, methodSHB, methodWCP, methodSyncP, methodM2, Maximal}
}

// A Predictor is a method with the reads that it takes into account.
type Predictor struct {
	Method
	Variant Variant
}

// Predictors lists the methods with the given names, in the order of Methods, each in those of the
// given variants that it has. Nil selects all.
func Predictors(methods []string, variants []Variant) (all []Predictor) {
	for _, m := range Methods() {
		if methods != nil && !slices.Contains(methods, m.Name) {
			continue
		}
		for _, v := range Variants {
			if (variants == nil || slices.Contains(variants, v)) &&
				!(m.printedOnly && v == prefixes) {
				all = append(all, Predictor{m, v})
			}
		}
	}
	return all
}

// Sound reports whether each predicted race is one by Definition 3.6, and has a witness.
func (p Predictor) Sound() bool { return p.sound && p.Variant == prefixes }

// Races visits the races predicted from a trace, by their second access, and then from the nearest
// to the farthest first one, until visit returns false. It reports whether a limit left some out.
func (p Predictor) Races(t *Trace, visit func(hb.Race) bool) (cut bool) {
	return p.races(t.views[p.Variant], visit)
}

// Reports groups the races by sites. It reports whether a limit left some out.
func (p Predictor) Reports(t *Trace) (reports []hb.Report, cut bool) {
	x := t.Execution
	reports = hb.BySites(x.Pair, x.Events,
		func(yield func(hb.Race) bool) { cut = p.Races(t, yield) })
	return reports, cut
}

// Reorder returns a correct reordering of the trace, as indexes of its events, that ends before the
// accesses of a race that p predicts. The methods hb and wcp have none. For M2 and Maximal, r may
// be any two accesses.
func (p Predictor) Reorder(t *Trace, r hb.Race) (order []int, ok bool) {
	if p.reorder == nil {
		return nil, false
	}
	return p.reorder(t.views[p.Variant], r)
}

// inTraceOrder returns the events before the accesses in their threads, in the order of the trace.
func inTraceOrder(v *view, r hb.Race) (list []int, ok bool) {
	for _, i := range [2]int{r.First, r.Second} {
		t := v.events[i].Thread
		list = append(list, v.chains[t][:v.position[i]]...)
	}
	slices.Sort(list)
	return list, true
}

func linearized(v *view, r hb.Race) ([]int, bool) {
	o := newOrder(v, r.First, r.Second)
	if !v.feasible(r.First, r.Second) || !o.close() {
		return nil, false
	}
	return o.linearize(), true
}

func searched(v *view, r hb.Race) ([]int, bool) {
	found, _ := reorderings(v)
	if x := found[r]; x != nil {
		return x.path(v), true
	}
	return nil, false
}

// Variant determines the reads that an event records.
type Variant uint8

const (
	// printed is the variant of the papers: an access records only the cell that it accesses.
	printed Variant = iota
	// prefixes also records the cells of the proper prefixes of an access's path, and of the paths
	// of a call's arguments. Reorderings keep these reads too.
	prefixes
)

var Variants = [2]Variant{printed, prefixes}

func (v Variant) String() string { return [...]string{"printed", "prefixes"}[v] }
