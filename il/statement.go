package il

// This file has one function for each fact about the form of statements. A new kind of statement
// needs a case in each; code elsewhere asks these functions instead of switching itself.

// Def returns the variable that s assigns, if it assigns one. Assignments in the blocks inside s do
// not count.
func Def(s Stmt) (name string, ok bool) {
	switch s := s.(type) {
	case *Copy:
		return s.Dst, true
	case *Load:
		return s.Dst, true
	case *New:
		return s.Dst, true
	case nil, *Skip, *Store, *Lock, *Unlock, *If, *While, *Call, *Move, *NewAt, *Synchronized:
		return "", false
	default:
		panic(Unknown(s))
	}
}

// EachExpr visits the expressions of s, in text order: the variables and paths that it evaluates,
// and the path of a cell that it assigns. The blocks inside are left out.
func EachExpr(s Stmt, visit func(Expr)) {
	switch s := s.(type) {
	case nil, *Skip, *New, *Lock, *Unlock, *If, *While, *Synchronized:
	case *Copy:
		visit(Expr{Root: s.Src, At: s.SrcAt})
	case *Load:
		visit(s.Src)
	case *Store:
		visit(s.Dst)
		visit(Expr{Root: s.Src, At: s.SrcAt})
	case *Call:
		for _, e := range s.Args {
			visit(e)
		}
	case *Move:
		visit(s.Dst)
		visit(s.Src)
	case *NewAt:
		visit(s.Dst)
	default:
		panic(Unknown(s))
	}
}

// AccessOf returns the access of a statement or command of Figure 4, if it is a load or a store.
func AccessOf(n Node) (Access, bool) {
	switch n := n.(type) {
	case *Load:
		return Access{Site{n.At, Read}, n.Src}, true
	case *Store:
		return Access{Site{n.At, Write}, n.Dst}, true
	default:
		return Access{}, false
	}
}

// AccessesOf lists the accesses of a statement as written, in the order in which it makes them:
// sugar can be a read and a write.
func AccessesOf(s Stmt) []Access {
	switch s := s.(type) {
	case *Move:
		return []Access{{Site{s.At, Read}, s.Src}, {Site{s.At, Write}, s.Dst}}
	case *NewAt:
		return []Access{{Site{s.At, Write}, s.Dst}}
	}
	if a, ok := AccessOf(s); ok {
		return []Access{a}
	}
	return nil
}

// inside returns Blocks as the first n elements of an array, which allocates nothing.
func inside(s Stmt) (blocks [2]*Block, n int) {
	switch s := s.(type) {
	case *If:
		return [2]*Block{s.Then, s.Else}, 2
	case *While:
		return [2]*Block{s.Body}, 1
	case *Synchronized:
		return [2]*Block{s.Body}, 1
	default:
		return blocks, 0
	}
}

// mapInside is Map for the blocks inside a statement. It returns s itself if none of them changes.
func mapInside(s Stmt, change func(Stmt) ([]Stmt, bool)) (now Stmt, changed bool) {
	switch s := s.(type) {
	case *If:
		if then, els := Map(s.Then, change), Map(s.Else, change); then != s.Then || els != s.Else {
			return &If{At: s.At, Then: then, Else: els}, true
		}
	case *While:
		if body := Map(s.Body, change); body != s.Body {
			return &While{At: s.At, Body: body}, true
		}
	case *Synchronized:
		if body := Map(s.Body, change); body != s.Body {
			return &Synchronized{At: s.At, LockRef: s.LockRef, Body: body}, true
		}
	}
	return s, false
}

// A Copier copies the parts of a statement for Rebuild.
type Copier interface {
	Pos(Pos) Pos
	Variable(name string) string
	Expr(Expr) Expr // a path, or an argument of a call
	Block(*Block) *Block
	Method(name string) string
}

// Rebuild returns a copy of s that is made of copies of its parts. These are made in text order.
func Rebuild(s Stmt, c Copier) Stmt {
	switch s := s.(type) {
	case *Skip:
		return &Skip{At: c.Pos(s.At)}
	case *Copy:
		return &Copy{
			At: c.Pos(s.At), Dst: c.Variable(s.Dst), Src: c.Variable(s.Src), SrcAt: c.Pos(s.SrcAt),
		}
	case *Load:
		return &Load{At: c.Pos(s.At), Dst: c.Variable(s.Dst), Src: c.Expr(s.Src)}
	case *Store:
		return &Store{
			At: c.Pos(s.At), Dst: c.Expr(s.Dst), Src: c.Variable(s.Src), SrcAt: c.Pos(s.SrcAt),
		}
	case *New:
		return &New{At: c.Pos(s.At), Dst: c.Variable(s.Dst)}
	case *Lock:
		return &Lock{At: c.Pos(s.At), LockRef: s.LockRef.rebuild(c)}
	case *Unlock:
		return &Unlock{At: c.Pos(s.At), LockRef: s.LockRef.rebuild(c)}
	case *If:
		return &If{At: c.Pos(s.At), Then: c.Block(s.Then), Else: c.Block(s.Else)}
	case *While:
		return &While{At: c.Pos(s.At), Body: c.Block(s.Body)}
	case *Call:
		n := &Call{At: c.Pos(s.At), Method: c.Method(s.Method)}
		for _, e := range s.Args {
			n.Args = append(n.Args, c.Expr(e))
		}
		return n
	case *Move:
		return &Move{At: c.Pos(s.At), Dst: c.Expr(s.Dst), Src: c.Expr(s.Src)}
	case *NewAt:
		return &NewAt{At: c.Pos(s.At), Dst: c.Expr(s.Dst)}
	case *Synchronized:
		return &Synchronized{At: c.Pos(s.At), LockRef: s.LockRef.rebuild(c), Body: c.Block(s.Body)}
	default:
		panic(Unknown(s))
	}
}

func (l LockRef) rebuild(c Copier) LockRef {
	if l.Lock != "" {
		l.LockAt = c.Pos(l.LockAt)
	}
	return l
}

// head prints a simple statement, or a compound one up to its first block.
func (p *printer) head(s Stmt) {
	switch s := s.(type) {
	case *Skip:
		p.at(&s.At, "skip")
	case *Copy:
		p.at(&s.At, s.Dst)
		p.write(" := ")
		p.at(&s.SrcAt, s.Src)
	case *Load:
		p.at(&s.At, s.Dst)
		p.write(" := ")
		p.expr(&s.Src)
	case *Store:
		p.at(&s.At, "")
		p.expr(&s.Dst)
		p.write(" := ")
		p.at(&s.SrcAt, s.Src)
	case *New:
		p.at(&s.At, s.Dst)
		p.write(" := new()")
	case *Lock:
		p.at(&s.At, "lock(")
		p.lock(&s.LockRef)
		p.write(")")
	case *Unlock:
		p.at(&s.At, "unlock(")
		p.lock(&s.LockRef)
		p.write(")")
	case *If:
		p.at(&s.At, "if *")
	case *While:
		p.at(&s.At, "while *")
	case *Call:
		p.at(&s.At, s.Method)
		p.args(s.Args)
	case *Move:
		p.at(&s.At, "")
		p.expr(&s.Dst)
		p.write(" := ")
		p.expr(&s.Src)
	case *NewAt:
		p.at(&s.At, "")
		p.expr(&s.Dst)
		p.write(" := new()")
	case *Synchronized:
		p.at(&s.At, "synchronized")
		if s.Lock != "" {
			p.write(" (")
			p.lock(&s.LockRef)
			p.write(")")
		}
	default:
		panic(Unknown(s))
	}
}

func (p *printer) lock(l *LockRef) {
	if l.Lock != "" {
		p.at(&l.LockAt, l.Lock)
	}
}

func (p *printer) args(args []Expr) {
	p.write("(")
	for i := range args {
		p.comma(i)
		p.expr(&args[i])
	}
	p.write(")")
}

func (p *printer) expr(e *Expr) {
	p.at(&e.At, e.Root)
	for _, f := range e.Fields {
		p.write(".")
		p.write(f)
	}
}
