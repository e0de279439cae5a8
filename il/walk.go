package il

// Walk visits the statements of b and of the blocks inside, in text order.
func Walk(b *Block, visit func(Stmt)) {
	for _, s := range b.List() {
		visit(s)
		switch s := s.(type) {
		case *If:
			Walk(s.Then, visit)
			Walk(s.Else, visit)
		case *While:
			Walk(s.Body, visit)
		case *Synchronized:
			Walk(s.Body, visit)
		}
	}
}

// EachVar visits the variables that s itself names, blocks inside left out,
// in text order.
func EachVar(s Stmt, visit func(name string, at Pos)) {
	switch s := s.(type) {
	case *Skip, *Lock, *Unlock, *If, *While, *Synchronized:
	case *Copy:
		visit(s.Dst, s.At)
		visit(s.Src, s.SrcAt)
	case *Load:
		visit(s.Dst, s.At)
		visit(s.Src.Root, s.Src.At)
	case *Store:
		visit(s.Dst.Root, s.At)
		visit(s.Src, s.SrcAt)
	case *New:
		visit(s.Dst, s.At)
	case *Call:
		for _, e := range s.Args {
			visit(e.Root, e.At)
		}
	case *Move:
		visit(s.Dst.Root, s.At)
		visit(s.Src.Root, s.Src.At)
	case *NewAt:
		visit(s.Dst.Root, s.At)
	default:
		panic(Unknown(s))
	}
}

// EachField visits the fields that s itself names.
func EachField(s Stmt, visit func(field string)) {
	each := func(fields []string) {
		for _, f := range fields {
			visit(f)
		}
	}
	switch s := s.(type) {
	case *Skip, *Lock, *Unlock, *If, *While, *Synchronized, *Copy, *New:
	case *Load:
		each(s.Src.Fields)
	case *Store:
		each(s.Dst.Fields)
	case *Call:
		for _, e := range s.Args {
			each(e.Fields)
		}
	case *Move:
		each(s.Dst.Fields)
		each(s.Src.Fields)
	case *NewAt:
		each(s.Dst.Fields)
	default:
		panic(Unknown(s))
	}
}
