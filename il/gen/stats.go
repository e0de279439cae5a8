package gen

import (
	"slices"

	"wobbly/il"
)

// Stats counts what a program holds. A compound statement counts as one
// statement besides those inside it.
type Stats struct {
	Methods, Private, Threads int // Threads is 2 for C1 || C2
	Formals, ArgNames         int // declared formals, and those of the shape argN
	Statements                int
	Depth                     int // of nested blocks, a unit's own not counted
	Locks                     int // lock() statements
	Syncs, Branches, Loops    int
	Calls, PrefixArgs         int // PrefixArgs: pairs of arguments, one a proper prefix of the other
	DupArgs                   int // pairs of equal arguments
	Copies, News, Skips       int
	Loads, Stores             int // including the halves of π := π' and the write of π := new()
	Sugar                     int // all but synchronized
	Reassigned                int // assignments to formals
	LongestPath               int // fields of an expression
	Fields, Variables         int // different names; of a variable once per unit
}

// Measure counts what p holds.
func Measure(p *il.Program) Stats {
	m := measure{fields: map[string]bool{}}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *il.Method:
			m.method(d)
		case *il.Parallel:
			m.Threads = 2
			m.unit(d.Blocks[0], nil, true)
			m.unit(d.Blocks[1], nil, true)
		case *il.Init:
		default:
			panic(il.Unknown(d))
		}
	}
	m.Fields = len(m.fields)
	return m.Stats
}

// measure counts; the rest is about the unit at hand.
type measure struct {
	Stats
	fields  map[string]bool
	formals []string
	thread  bool
}

func (m *measure) method(d *il.Method) {
	m.Methods++
	m.Formals += len(d.Formals)
	if d.Private {
		m.Private++
	}
	names := make([]string, len(d.Formals))
	for i, f := range d.Formals {
		names[i] = f.Name
		if il.IsFormalName(f.Name) {
			m.ArgNames++
		}
	}
	m.unit(d.Body, names, false)
}

func (m *measure) unit(b *il.Block, formals []string, thread bool) {
	m.formals, m.thread = formals, thread
	vars := map[string]bool{}
	for _, f := range formals {
		vars[f] = true
	}
	il.Walk(b, func(s il.Stmt) {
		m.Statements++
		m.stmt(s)
		il.EachVar(s, func(name string, _ il.Pos) { vars[name] = true })
		il.EachField(s, func(f string) { m.fields[f] = true })
	})
	m.Variables += len(vars)
	m.Depth = max(m.Depth, depth(b)-1)
}

// depth is how many blocks deep b is, itself counted.
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

func (m *measure) isFormal(name string) bool {
	if m.thread {
		return il.IsFormalName(name)
	}
	return slices.Contains(m.formals, name)
}

// assign counts an assignment to a variable.
func (m *measure) assign(name string) {
	if m.isFormal(name) {
		m.Reassigned++
	}
}

func (m *measure) path(e il.Expr) { m.LongestPath = max(m.LongestPath, len(e.Fields)) }

func (m *measure) stmt(s il.Stmt) {
	switch s := s.(type) {
	case *il.Skip:
		m.Skips++
	case *il.Copy:
		m.Copies++
		m.assign(s.Dst)
	case *il.Load:
		m.Loads++
		m.assign(s.Dst)
		m.path(s.Src)
	case *il.Store:
		m.Stores++
		m.path(s.Dst)
		if !m.thread && m.isFormal(s.Src) {
			m.Sugar++
		}
	case *il.New:
		m.News++
		m.assign(s.Dst)
	case *il.Lock:
		m.Locks++
	case *il.Unlock:
	case *il.If:
		m.Branches++
		if s.Else == nil {
			m.Sugar++
		}
	case *il.While:
		m.Loops++
	case *il.Call:
		m.call(s)
	case *il.Move:
		m.Loads++
		m.Stores++
		m.Sugar++
		m.path(s.Dst)
		m.path(s.Src)
	case *il.NewAt:
		m.Stores++
		m.Sugar++
		m.path(s.Dst)
	case *il.Synchronized:
		m.Syncs++
	default:
		panic(il.Unknown(s))
	}
}

func (m *measure) call(s *il.Call) {
	m.Calls++
	for i, e := range s.Args {
		m.path(e)
		for _, o := range s.Args[:i] {
			switch {
			case e.Equal(o):
				m.DupArgs++
			case e.IsPrefixOf(o) || o.IsPrefixOf(e):
				m.PrefixArgs++
			}
		}
	}
}
