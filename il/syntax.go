package il

import (
	"fmt"
	"strings"
)

// Expr is an expression e of Figure 4: a variable, or an access path, which is a root variable
// followed by fields. Expressions are values: the field list may be shared between expressions and
// is never changed.
type Expr struct {
	Root   string
	Fields []string
	At     Pos // of the root
}

// Var returns the expression that is just a variable.
func Var(name string) Expr { return Expr{Root: name, At: NoPos} }

// Path returns the expression root.fields.
func Path(root string, fields ...string) Expr {
	return Expr{Root: root, Fields: fields, At: NoPos}
}

// IsVar reports whether e is a variable, not an access path.
func (e Expr) IsVar() bool { return len(e.Fields) == 0 }

// String prints e as in the source.
func (e Expr) String() string {
	switch len(e.Fields) {
	case 0:
		return e.Root
	case 1:
		return e.Root + "." + e.Fields[0]
	case 2:
		return e.Root + "." + e.Fields[0] + "." + e.Fields[1]
	}
	return e.Root + "." + strings.Join(e.Fields, ".")
}

// Equal compares roots and fields, not positions.
func (e Expr) Equal(o Expr) bool {
	return len(e.Fields) == len(o.Fields) && e.IsPrefixOf(o)
}

// IsPrefixOf is Definition 6.1's e ⪯ o: the same root, and the fields of e are the first ones of o.
func (e Expr) IsPrefixOf(o Expr) bool {
	if e.Root != o.Root || len(e.Fields) > len(o.Fields) {
		return false
	}
	for i, f := range e.Fields {
		if o.Fields[i] != f {
			return false
		}
	}
	return true
}

// Program is a whole file, its declarations in file order.
type Program struct {
	Source   *Source
	Decls    []Decl
	Comments []Comment // in file order
}

// Bodies lists the blocks of methods and threads, in file order.
func (p *Program) Bodies() []*Block {
	var all []*Block
	for _, s := range p.Sections() {
		all = append(all, s.Body)
	}
	return all
}

// Section is a method or a thread block as it is written.
type Section struct {
	Name    string // the method's name, or A or B
	At      Pos
	Private bool
	Body    *Block // nil if it could not be read
}

// Sections lists the methods and thread blocks, in file order.
func (p *Program) Sections() []Section {
	var all []Section
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *Method:
			all = append(all,
				Section{Name: d.Name, At: d.At, Private: d.Private, Body: d.Body})
		case *Parallel:
			for i, b := range d.Blocks {
				if b != nil {
					all = append(all, Section{Name: [...]string{"A", "B"}[i], At: b.At, Body: b})
				}
			}
		case *Init:
		default:
			panic(Unknown(d))
		}
	}
	return all
}

// Comment is a // or /* */ comment with its delimiters, without its line end.
type Comment struct {
	At   Pos
	Text string
}

// Decl is a top-level declaration: *Method, *Parallel or *Init.
type Decl interface {
	isDecl()
	// Pos is where the declaration begins.
	Pos() Pos
}

type (
	// Method is m(x1, ..., xn) { C }. The formals are the arg1 ... argn of the paper.
	Method struct {
		At      Pos // of "private" if it is there, else of the name
		NameAt  Pos
		Private bool // other methods call it, but it is in no pair
		Broken  bool // the body had syntax errors and is incomplete
		Name    string
		Formals []Formal
		Body    *Block
	}

	// Parallel is C1 || C2: thread A on the left, thread B on the right. The formals of both are
	// the variables of the shape arg1, arg2, ...
	Parallel struct {
		At     Pos
		Broken bool // a block had syntax errors and is incomplete
		Blocks [2]*Block
	}

	// Init is an initial state to step and explore from.
	Init struct {
		At, End  Pos
		Cells    []Cell
		Bindings []Binding
	}
)

// Formal is a formal parameter as it is declared.
type Formal struct {
	Name string
	At   Pos
}

// Cell is o1.f = o2 in an Init.
type Cell struct {
	At                   Pos // of Object
	Object, Field, Value string
	ValueAt              Pos
}

// Binding is A.x = o or B.x = o in an Init.
type Binding struct {
	At              Pos // of the thread's letter
	Thread          int // 0 for A, 1 for B
	Variable, Value string
	VariableAt      Pos
	ValueAt         Pos
}

func (*Method) isDecl()   {}
func (*Parallel) isDecl() {}
func (*Init) isDecl()     {}

func (d *Method) Pos() Pos   { return d.At }
func (d *Parallel) Pos() Pos { return d.At }
func (d *Init) Pos() Pos     { return d.At }

// Block is a compound statement C: its statements in order, between braces.
type Block struct {
	At, End Pos // of the opening and of the closing brace
	Stmts   []Stmt
}

// List returns the statements of b, or nil for an absent block.
func (b *Block) List() []Stmt {
	if b == nil {
		return nil
	}
	return b.Stmts
}

// Stmt is a statement. Its members are listed below and nowhere else; a type switch over it ends in
// a default that panics with Unknown.
type Stmt interface {
	isStmt()
	// Pos is the position of the statement's first character.
	Pos() Pos
}

// Simple commands c of Figure 4.
type (
	// Skip is skip.
	Skip struct{ At Pos }

	// Copy is x := y.
	Copy struct {
		At    Pos
		Dst   string
		Src   string
		SrcAt Pos
	}

	// Load is x := π, a read of the path's cell.
	Load struct {
		At  Pos
		Dst string
		Src Expr
	}

	// Store is π := x, a write of the path's cell. Inside a method a formal as x is sugar (not in
	// ANF, Definition 5.12).
	Store struct {
		At    Pos
		Dst   Expr
		Src   string
		SrcAt Pos
		// Value is the statement that gave Src its value if lowering made Src, else nil.
		Value Stmt
	}

	// New is x := new().
	New struct {
		At  Pos
		Dst string
	}

	// Lock is lock(), which takes the unnamed lock, or lock(m).
	Lock struct {
		At Pos
		LockRef
	}

	// Unlock is unlock() or unlock(m).
	Unlock struct {
		At Pos
		LockRef
	}
)

// A LockRef names the lock of a statement. Locks are global and need no declaration; their names
// are a name space of their own.
type LockRef struct {
	Lock   string // the name, empty for the unnamed lock
	LockAt Pos    // of the name
	Slot   int    // set by WithSlots: 0 for the unnamed lock, else 1 + its index in Core.Locks
	Among  bool   // set by WithSlots: the program names locks
}

// LockOf returns the lock that a statement takes or releases, if it does. The unnamed lock has the
// empty name.
func LockOf(s Stmt) (LockRef, bool) {
	switch s := s.(type) {
	case *Lock:
		return s.LockRef, true
	case *Unlock:
		return s.LockRef, true
	case *Synchronized:
		return s.LockRef, true
	default:
		return LockRef{}, false
	}
}

// SlotOf returns the slot of the lock that n takes or releases; see Level.
func SlotOf(n Node) int {
	switch n := n.(type) {
	case *Lock:
		return n.Slot
	case *Unlock:
		return n.Slot
	default:
		return 0
	}
}

// Compound statements of Figure 4.
type (
	// If is if * then C1 else C2. A nil Else is sugar for else { skip } in source and simply no
	// statements after lowering.
	If struct {
		At         Pos
		Then, Else *Block
	}

	// While is while * do C.
	While struct {
		At   Pos
		Body *Block
	}

	// Call is m(e1, ..., en).
	Call struct {
		At     Pos
		Method string
		Args   []Expr
	}
)

// Sugar, gone after Lower.
type (
	// Move is π := π', lowered to t := π'; π := t.
	Move struct {
		At       Pos
		Dst, Src Expr
	}

	// NewAt is π := new(), lowered to t := new(); π := t.
	NewAt struct {
		At  Pos
		Dst Expr
	}

	// Synchronized is synchronized { C } or synchronized (m) { C }, lowered to lock(); C;
	// unlock() of the same lock, the lock at the keyword and the unlock at the closing brace.
	Synchronized struct {
		At Pos
		LockRef
		Body *Block
	}
)

// AllStmts has one member of each kind of Stmt, so that a test can compare every type switch with
// it.
var AllStmts = []Stmt{
	&Skip{}, &Copy{}, &Load{}, &Store{}, &New{}, &Lock{}, &Unlock{},
	&If{}, &While{}, &Call{}, &Move{}, &NewAt{}, &Synchronized{},
}

func (*Skip) isStmt()         {}
func (*Copy) isStmt()         {}
func (*Load) isStmt()         {}
func (*Store) isStmt()        {}
func (*New) isStmt()          {}
func (*Lock) isStmt()         {}
func (*Unlock) isStmt()       {}
func (*If) isStmt()           {}
func (*While) isStmt()        {}
func (*Call) isStmt()         {}
func (*Move) isStmt()         {}
func (*NewAt) isStmt()        {}
func (*Synchronized) isStmt() {}

func (s *Skip) Pos() Pos         { return s.At }
func (s *Copy) Pos() Pos         { return s.At }
func (s *Load) Pos() Pos         { return s.At }
func (s *Store) Pos() Pos        { return s.At }
func (s *New) Pos() Pos          { return s.At }
func (s *Lock) Pos() Pos         { return s.At }
func (s *Unlock) Pos() Pos       { return s.At }
func (s *If) Pos() Pos           { return s.At }
func (s *While) Pos() Pos        { return s.At }
func (s *Call) Pos() Pos         { return s.At }
func (s *Move) Pos() Pos         { return s.At }
func (s *NewAt) Pos() Pos        { return s.At }
func (s *Synchronized) Pos() Pos { return s.At }

// Unknown returns the panic message in the default branch of a switch over a sealed sum. Reaching
// it is a bug.
func Unknown(v any) string { return fmt.Sprintf("wobbly: no case for %T", v) }

// IsFormalName reports whether a variable of a thread block is a formal: its name has the shape
// arg1, arg2, ... (no leading zero).
func IsFormalName(name string) bool {
	_, ok := FormalIndex(name)
	return ok
}

// FormalIndex returns the i of arg_i, and whether the name has that shape.
func FormalIndex(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "arg")
	if !ok || digits == "" || digits[0] == '0' || len(digits) > 9 {
		return 0, false
	}
	n := 0
	for _, d := range []byte(digits) {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = n*10 + int(d-'0')
	}
	return n, true
}

// Words names the lock in a sentence: "lock m", "the unnamed lock", or "the lock" if the program
// has no other.
func (l LockRef) Words() string {
	switch {
	case l.Lock != "":
		return "lock " + l.Lock
	case l.Among:
		return "the unnamed lock"
	default:
		return "the lock"
	}
}
