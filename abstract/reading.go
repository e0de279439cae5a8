package abstract

import "wobbly/il"

// A Reading is a literal reading of the paper, or of its first implementation, that the corrected
// analysis does not follow. All are off by default.
type Reading uint16

// The readings. Readings has a text for each.
const (
	ReadingG18      Reading = 1 << iota // [[C;c]]# applies c before C
	ReadingG19                          // no fml after substitution
	ReadingG26                          // WB in both directions
	ReadingG29                          // exec records accesses at the initial level
	ReadingBareDrop                     // applying a summary drops bare formals from W
	ReadingOneSided                     // only the first access need be stable
)

// Readings lists every reading with its name, its text, and its effect, in the order of the
// constants.
var Readings = []struct {
	Reading    Reading
	Name, Text string
	change     func(*rules)
}{
	{ReadingG18, "G18", "sequencing as printed: in C; c the command c is analysed before C",
		func(r *rules) { r.sequence = lastFirst }},
	{ReadingG19, "G19", "no filter to formals after a summary's formals were replaced by actuals",
		func(r *rules) { r.fmlCall = everyExpr }},
	{ReadingG26, "G26", "WB(e1 ... en) in both directions, as Lemma 5.13 has it",
		func(r *rules) {
			r.begins = func(e, o il.Expr) bool { return e.IsPrefixOf(o) || o.IsPrefixOf(e) }
		}},
	{ReadingG29, "G29", "exec records an access at the lock level its trace began with",
		func(r *rules) { r.alongTraces = func(first, _ il.Level) il.Level { return first } }},
	{ReadingBareDrop, "bare-formals",
		"applying a summary forgets that a formal itself was touched (Infer, 2018)",
		func(r *rules) {
			r.substitute = func(e Expr, theta map[string]Expr) (Expr, bool) {
				return e.Subst(theta), e.Len() > 0
			}
		}},
	{ReadingOneSided, "one-sided", "only the left access of a pair need be stable (Infer, 2018)",
		func(r *rules) { r.right = anyPath }},
}

// lastFirst returns the order of [[C; c]]# as printed: the commands of a block, the last one first,
// followed by all other statements.
func lastFirst(stmts []il.Stmt) []il.Stmt {
	var simple, compound []il.Stmt
	for _, s := range stmts {
		if _, call := s.(*il.Call); call || il.IsChoice(s) {
			compound = append(compound, s)
		} else {
			simple = append([]il.Stmt{s}, simple...)
		}
	}
	return append(simple, compound...)
}

// ParseReadings reads names of readings, separated by commas, as one set.
func ParseReadings(s string) (Reading, error) {
	var names []string
	for _, r := range Readings {
		names = append(names, r.Name)
	}
	return parseNames[Reading]("reading", s, names)
}
