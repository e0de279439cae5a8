package verified

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Program is one program C1 || C2 of a file in the notation of proof/main.ml.
type Program struct {
	core     *il.Core
	pair     il.Pair
	methods  map[string]int  // the number of each method by its name, callees first
	apart    bool            // whether load and store of one statement have different sites
	sites    map[il.Site]int // the number of each site
	at       []il.Pos        // the position of each site by its number
	commands map[il.Pos][]occurrence
	locals   map[*il.Unit]map[string]int // the number of each local by its name
	names    map[*il.Unit][]string       // the name of each local by its number
	branches []string                    // each if and while: its site and its text
	branch   map[string]il.Pos           // the position of each if and while by its text
	text     string                      // the program in the notation
}

// An occurrence is a command in a unit.
type occurrence struct {
	unit    *il.Unit
	command il.Stmt
}

// Encode writes the program of a pair of units.
func Encode(core *il.Core, pair il.Pair) *Program {
	p := newProgram(core, pair)
	p.encode(core.Order)
	return p
}

// encodeReachable leaves out the methods, and so perhaps the fields, that neither thread uses. Each
// access has a site of its own.
func encodeReachable(core *il.Core, pair il.Pair) *Program {
	reached := core.Reachable(pair.Left, pair.Right)
	order := slice.Filter(core.Order, func(u *il.Unit) bool { return slices.Contains(reached, u) })
	p := newProgram(core, pair)
	p.apart = true
	p.encode(order)
	return p
}

// newProgram returns the program of a pair of units without its text.
func newProgram(core *il.Core, pair il.Pair) *Program {
	return &Program{
		core: core, pair: pair, methods: map[string]int{}, sites: map[il.Site]int{},
		commands: map[il.Pos][]occurrence{}, branch: map[string]il.Pos{},
		locals: map[*il.Unit]map[string]int{}, names: map[*il.Unit][]string{},
	}
}

// encode writes p.text, with the methods of order, which has callees first.
func (p *Program) encode(order []*il.Unit) {
	var b strings.Builder
	for _, u := range order {
		if !u.Thread {
			p.methods[u.Name] = len(p.methods)
		}
	}
	fmt.Fprint(&b, len(p.methods))
	for _, u := range order {
		if !u.Thread {
			fmt.Fprintf(&b, " %d %s", len(u.Formals), p.body(u))
		}
	}
	fmt.Fprintf(&b, " %s %s %d", p.body(p.pair.Left), p.body(p.pair.Right), p.formals())
	var named []string // the sites of named locks, each with its lock
	for site, at := range p.at {
		for _, o := range p.commands[at] {
			if slot := il.SlotOf(o.command); slot != 0 {
				named = append(named, fmt.Sprintf(" %d %d", site, slot))
				break
			}
		}
	}
	fmt.Fprintf(&b, " %d%s", len(named), strings.Join(named, ""))
	p.text = b.String()
}

// formals returns the number of formals that each thread block has in the notation.
func (p *Program) formals() int { return max(len(p.pair.Left.Formals), len(p.pair.Right.Formals)) }

func (p *Program) body(u *il.Unit) string {
	if p.locals[u] == nil {
		p.locals[u] = map[string]int{}
	}
	return p.block(u, u.Body)
}

// block writes a block of a unit: pairs of a statement and the rest, ending with a skip.
func (p *Program) block(u *il.Unit, b *il.Block) string {
	s := "K"
	for _, stmt := range slices.Backward(b.List()) {
		s = "S " + p.stmt(u, stmt) + " " + s
	}
	return s
}

func (p *Program) stmt(u *il.Unit, s il.Stmt) string {
	switch s := s.(type) {
	case *il.Skip:
		return "K"
	case *il.If:
		return p.choice(s, "I ", p.block(u, s.Then)+" "+p.block(u, s.Else))
	case *il.While:
		return p.choice(s, "W ", p.block(u, s.Body))
	case *il.Call:
		p.occurs(u, s)
		return fmt.Sprintf("C %d %d %s", p.site(s.Pos()), p.methods[s.Method],
			p.exprs(u, s.Args))
	default:
		p.occurs(u, s)
		site := p.site(s.Pos())
		if a, ok := il.AccessOf(s); ok && p.apart {
			site = p.siteOf(a.Site)
		}
		return fmt.Sprintf("D %d %s", site, p.command(u, s))
	}
}

// occurs adds a command of a unit.
func (p *Program) occurs(u *il.Unit, s il.Stmt) {
	here := occurrence{unit: u, command: s}
	if !slices.Contains(p.commands[s.Pos()], here) {
		p.commands[s.Pos()] = append(p.commands[s.Pos()], here)
	}
}

// choice writes an if or a while: its kind and its blocks. The notation identifies a choice by its
// text. Two equal ones, which have no command inside, are distinguished by skips, which take no
// step.
func (p *Program) choice(s il.Stmt, kind, blocks string) string {
	text := kind + blocks
	for at, used := p.branch[text]; used && at != s.Pos(); at, used = p.branch[text] {
		blocks = "S K " + blocks
		text = kind + blocks
	}
	if _, known := p.branch[text]; !known {
		p.branch[text] = s.Pos()
		p.branches = append(p.branches, fmt.Sprintf("%d %s", p.site(s.Pos()), text))
	}
	return text
}

// command writes a simple command of a unit.
func (p *Program) command(u *il.Unit, s il.Stmt) string {
	switch s := s.(type) {
	case *il.Copy:
		return "m " + p.variable(u, s.Dst) + " " + p.variable(u, s.Src)
	case *il.Load:
		return "l " + p.variable(u, s.Dst) + " " + p.expr(u, s.Src)
	case *il.Store:
		return "s " + p.expr(u, s.Dst) + " " + p.variable(u, s.Src)
	case *il.New:
		return "n " + p.variable(u, s.Dst)
	case *il.Lock:
		return "k"
	case *il.Unlock:
		return "u"
	default:
		panic(il.Unknown(s))
	}
}

func (p *Program) site(at il.Pos) int { return p.siteOf(il.Site{At: at}) }

// siteOf returns the number of a site. A new site gets the next one.
func (p *Program) siteOf(s il.Site) int {
	if _, ok := p.sites[s]; !ok {
		p.sites[s] = len(p.at)
		p.at = append(p.at, s.At)
	}
	return p.sites[s]
}

// variable writes a variable of a unit. A new local gets the next number.
func (p *Program) variable(u *il.Unit, name string) string {
	if i := u.Formal(name); i >= 0 {
		return "A" + strconv.Itoa(i)
	}
	locals := p.locals[u]
	if _, ok := locals[name]; !ok {
		locals[name] = len(locals)
		p.names[u] = append(p.names[u], name)
	}
	return "L" + strconv.Itoa(locals[name])
}

// expr writes an expression of a unit: its root, the number of fields and the fields.
func (p *Program) expr(u *il.Unit, x il.Expr) string {
	s := fmt.Sprintf("%s %d", p.variable(u, x.Root), len(x.Fields))
	for _, f := range x.Fields {
		s += " " + strconv.Itoa(p.field(f))
	}
	return s
}

// exprs writes the number of some expressions, and them.
func (p *Program) exprs(u *il.Unit, all []il.Expr) string {
	s := strconv.Itoa(len(all))
	for _, e := range all {
		s += " " + p.expr(u, e)
	}
	return s
}

// field returns the number of a field, or -1 if the program has none of that name.
func (p *Program) field(name string) int { return slices.Index(p.core.Fields, name) }
