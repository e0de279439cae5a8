package symbol

import (
	"cmp"
	"slices"
	"sort"

	"wobbly/il"
	"wobbly/il/parse"
)

// Of returns the symbol table of a program.
func Of(p *il.Program) *Table {
	b := &builder{text: p.Source.Text, symbols: map[key]*Symbol{}}
	for t := range parse.Tokens(b.text) {
		if t.Kind != parse.CommentToken {
			b.tokens = append(b.tokens, t)
		}
	}
	for _, d := range p.Decls {
		b.addUnits(d)
	}
	for _, d := range p.Decls {
		if init, ok := d.(*il.Init); ok {
			b.init(init)
		}
	}
	for i := range b.table.Units {
		b.addUnit(i)
	}
	all := b.table.all
	// Of several occurrences at one place, the first one stays.
	sort.SliceStable(all, func(i, j int) bool { return all[i].At < all[j].At })
	b.table.all = slices.CompactFunc(all, func(x, y Occurrence) bool { return x.At == y.At })
	return &b.table
}

// key identifies a symbol: by its kind and name and, if it is a variable, by its unit.
type key struct {
	kind Kind // parameters are Local too
	unit int  // or wholeFile
	name string
}

// wholeFile is the unit of the names of methods, fields, objects and locks.
const wholeFile = -1

type builder struct {
	text    string
	tokens  []parse.Token // without comments
	symbols map[key]*Symbol
	table   Table
}

func (b *builder) addUnits(d il.Decl) {
	switch d := d.(type) {
	case *il.Method:
		b.table.Units = append(b.table.Units, Unit{
			Name: d.Name, Method: d, At: d.NameAt, From: d.At, Body: d.Body, Formals: d.Formals,
		})
	case *il.Parallel:
		for i, body := range d.Blocks {
			u := Unit{
				Name: [...]string{"A", "B"}[i], Thread: true, At: d.At, From: d.At, Body: body,
			}
			if body != nil {
				u.At, u.From = body.At, body.At
			}
			b.table.Units = append(b.table.Units, u)
		}
	case *il.Init:
	default:
		panic(il.Unknown(d))
	}
}

// symbol returns the symbol of a name of the whole file.
func (b *builder) symbol(kind Kind, name string) *Symbol {
	return b.intern(key{kind: kind, unit: wholeFile, name: name}, kind)
}

func (b *builder) variable(unit int, name string) *Symbol {
	kind := Local
	if b.isFormal(unit, name) {
		kind = Formal
	}
	s := b.intern(key{kind: Local, unit: unit, name: name}, kind)
	if len(s.Units) == 0 {
		s.Units = []int{unit}
	}
	return s
}

// intern returns the symbol of a key, which it creates if necessary.
func (b *builder) intern(k key, kind Kind) *Symbol {
	s := b.symbols[k]
	if s == nil {
		s = &Symbol{Kind: kind, Name: k.name}
		b.symbols[k] = s
	}
	return s
}

// isFormal reports whether a name is that of a formal in a unit. A thread block may use arg1, arg2
// and so on.
func (b *builder) isFormal(unit int, name string) bool {
	u := &b.table.Units[unit]
	if u.Thread {
		return il.IsFormalName(name)
	}
	return slices.ContainsFunc(u.Formals, func(f il.Formal) bool { return f.Name == name })
}

// addOccurrence records that s is named at a position, unless the source has another text there.
func (b *builder) addOccurrence(at il.Pos, s *Symbol, role Role) {
	if at >= 0 && int(at)+len(s.Name) <= len(b.text) && b.text[at:int(at)+len(s.Name)] == s.Name {
		b.table.all = append(b.table.all, Occurrence{
			At: at, End: at + il.Pos(len(s.Name)), Symbol: s, Role: role,
		})
	}
}

func (b *builder) addUnit(i int) {
	u := &b.table.Units[i]
	if u.Method != nil {
		b.addOccurrence(u.At, b.symbol(Method, u.Name), Declares)
	}
	for _, f := range u.Formals {
		b.addOccurrence(f.At, b.variable(i, f.Name), Declares)
	}
	il.Walk(u.Body, func(s il.Stmt) { b.stmt(i, s) })
}

// stmt adds the names of a statement, except those in the blocks inside it.
func (b *builder) stmt(unit int, s il.Stmt) {
	if c, ok := s.(*il.Call); ok {
		b.addOccurrence(c.At, b.symbol(Method, c.Method), Reads)
	}
	if l, ok := il.LockOf(s); ok && l.Lock != "" {
		b.addOccurrence(l.LockAt, b.symbol(Lock, l.Lock), Reads)
	}
	if x, ok := il.Def(s); ok {
		b.addOccurrence(s.Pos(), b.variable(unit, x), Writes)
	}
	writes := il.NoPos // the path of the cell that it writes
	for _, a := range il.AccessesOf(s) {
		if a.Kind == il.Write {
			writes = s.Pos()
		}
	}
	il.EachExpr(s, func(e il.Expr) {
		b.addOccurrence(e.At, b.variable(unit, e.Root), Reads)
		if e.IsVar() {
			return
		}
		for i, at := range b.path(e.At, len(e.Fields)) {
			role := Reads
			if e.At == writes && i == len(e.Fields)-1 {
				role = Writes
			}
			b.addOccurrence(at, b.symbol(Field, e.Fields[i]), role)
		}
	})
}

// path lists the positions of the fields of a path that begins at a position. There are fewer if the
// text ends before.
func (b *builder) path(at il.Pos, fields int) []il.Pos {
	byPos := func(t parse.Token, at il.Pos) int { return cmp.Compare(t.At, at) }
	i, found := slices.BinarySearchFunc(b.tokens, at, byPos)
	if !found {
		return nil
	}
	var all []il.Pos
	for range fields {
		i += 2 // past the dot
		if i >= len(b.tokens) {
			break
		}
		all = append(all, b.tokens[i].At)
	}
	return all
}

func (b *builder) init(d *il.Init) {
	for _, c := range d.Cells {
		b.addOccurrence(c.At, b.symbol(Object, c.Object), Reads)
		for _, at := range b.path(c.At, 1) {
			b.addOccurrence(at, b.symbol(Field, c.Field), Writes)
		}
		b.addOccurrence(c.ValueAt, b.symbol(Object, c.Value), Reads)
	}
	for _, x := range d.Bindings {
		if s := b.bound(x); s != nil {
			b.addOccurrence(x.VariableAt, s, Writes)
		}
		b.addOccurrence(x.ValueAt, b.symbol(Object, x.Value), Reads)
	}
}

// bound returns the symbol of the variable that a binding names. It is one symbol for all methods
// that the thread may run and that have such a parameter: bound merges theirs. It is nil if no
// method has one.
func (b *builder) bound(x il.Binding) *Symbol {
	var units []int
	threads := slices.ContainsFunc(b.table.Units, func(u Unit) bool { return u.Thread })
	for i, u := range b.table.Units {
		mayRun := !threads || u.Thread && u.Name == [...]string{"A", "B"}[x.Thread]
		if mayRun && b.isFormal(i, x.Variable) {
			units = append(units, i)
		}
	}
	if len(units) == 0 {
		return nil
	}
	s := b.variable(units[0], x.Variable)
	s.Units = units
	for _, i := range units {
		b.symbols[key{kind: Local, unit: i, name: x.Variable}] = s
	}
	return s
}
