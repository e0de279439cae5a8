package gen

import (
	"slices"

	"wobbly/il"
)

// Stats has the numbers of the parts of a program. A compound statement counts as one in addition
// to those inside it.
type Stats struct {
	Methods, Private       int
	Threads                int // 2 for C1 || C2, otherwise 0
	Formals                int // declared
	ArgNames               int // declared formals of the shape argN
	Statements             int
	Depth                  int // the nesting of blocks; the body of a unit has depth 0
	Locks                  int // lock() statements
	Syncs, Branches, Loops int

	Calls               int
	PrefixArgs          int // pairs of arguments, one a proper prefix of the other
	DupArgs             int // pairs of equal arguments
	Copies, News, Skips int
	Loads, Stores       int // including the halves of π := π' and the write of π := new()
	Sugar               int // except synchronized
	Reassigned          int // assignments to formals
	LongestPath         int // the most fields of an expression
	Fields              int // distinct names
	Variables           int // distinct names in each unit, summed
}

// Measure counts the parts of p.
func Measure(p *il.Program) Stats {
	var m Stats
	fields := map[string]bool{}
	for _, u := range unitsOf(p) {
		vars := map[string]bool{}
		for _, f := range u.formals {
			vars[f] = true
			if il.IsFormalName(f) {
				m.ArgNames++
			}
		}
		m.Formals += len(u.formals)
		if u.thread {
			m.Threads++
		} else {
			m.Methods++
			if u.method.Private {
				m.Private++
			}
		}
		il.Walk(u.block, func(s il.Stmt) {
			m.stmt(s, u)
			il.EachVar(s, func(name string, _ il.Pos) { vars[name] = true })
			il.EachField(s, func(f string) { fields[f] = true })
		})
		m.Variables += len(vars)
		m.Depth = max(m.Depth, depth(u.block)-1)
	}
	m.Fields = len(fields)
	return m
}

// depth returns the nesting depth of blocks in b, including b.
func depth(b *il.Block) int {
	if b == nil {
		return 0
	}
	inner := 0
	for _, s := range b.Stmts {
		for _, block := range il.Blocks(s) {
			inner = max(inner, depth(block))
		}
	}
	return inner + 1
}

// stmt counts a statement of unit u, without those inside it.
func (m *Stats) stmt(s il.Stmt, u unit) {
	m.Statements++
	if x, ok := il.Def(s); ok && u.isFormal(x) {
		m.Reassigned++
	}
	il.EachExpr(s, func(e il.Expr) { m.LongestPath = max(m.LongestPath, len(e.Fields)) })
	for _, a := range il.AccessesOf(s) {
		if a.Kind == il.Write {
			m.Stores++
		} else {
			m.Loads++
		}
	}
	switch s := s.(type) {
	case *il.Skip:
		m.Skips++
	case *il.Copy:
		m.Copies++
	case *il.Store:
		if !u.thread && u.isFormal(s.Src) {
			m.Sugar++
		}
	case *il.New:
		m.News++
	case *il.Lock:
		m.Locks++
	case *il.If:
		m.Branches++
		if s.Else == nil {
			m.Sugar++
		}
	case *il.While:
		m.Loops++
	case *il.Call:
		m.Calls++
		for i, e := range s.Args {
			for _, o := range s.Args[:i] {
				switch {
				case e.Equal(o):
					m.DupArgs++
				case e.IsPrefixOf(o) || o.IsPrefixOf(e):
					m.PrefixArgs++
				}
			}
		}
	case *il.Move, *il.NewAt:
		m.Sugar++
	case *il.Synchronized:
		m.Syncs++
	}
}

// cost returns the size of p for lexicographic comparison: statements, names, and complexity. Every
// accepted edit reduces it, so shrinking ends.
//
// Names are those of methods, threads, variables and fields. An assigned formal counts as another
// name at each assignment, because the reader has to distinguish its values.
func cost(p *il.Program) []int {
	m := Measure(p)
	weight := 0
	for _, u := range unitsOf(p) {
		weight += len(u.formals)
		il.Walk(u.block, func(s il.Stmt) { weight += weigh(s, u) })
	}
	for _, d := range p.Decls {
		if _, ok := d.(*il.Init); ok {
			weight++
		}
	}
	names := m.Methods + m.Threads + m.Fields + m.Variables + m.Reassigned
	return []int{m.Statements, names, weight + m.Private}
}

// weigh returns the complexity of s, without nested blocks.
func weigh(s il.Stmt, u unit) int {
	switch s := s.(type) {
	case *il.Skip:
		return 0
	case *il.Store:
		n := 2 + len(s.Dst.Fields)
		if slices.Contains(u.formals, s.Src) { // sugar
			n++
		}
		return n
	case *il.NewAt:
		return 4 + len(s.Dst.Fields)
	case *il.Move:
		return 4 + len(s.Dst.Fields) + len(s.Src.Fields)
	case *il.If:
		if s.Else == nil {
			return 1
		}
		return 2
	case *il.While:
		return 3
	default:
		n := 1
		if x, ok := il.Def(s); ok && u.isFormal(x) {
			n++
		}
		il.EachExpr(s, func(e il.Expr) { n += 1 + len(e.Fields) })
		return n
	}
}
