package il

import (
	"slices"
	"strconv"
)

// Lower replaces the sugar of a block by core statements of Figure 4, with
// fresh locals t'1, t'2, ... that no source can write. Inside a method, whose
// formals are given, π := arg is lowered too, so that methods are in ANF
// (Definition 5.12); a thread block passes no formals. What sugar becomes
// keeps the position of what it came from. Blocks without sugar are shared
// with the source tree, which stays as it was.
func Lower(b *Block, formals []string) *Block {
	l := lowering{formals: formals}
	if len(formals) > fewFormals {
		l.table = make(map[string]bool, len(formals))
		for _, f := range formals {
			l.table[f] = true
		}
	}
	return l.block(b)
}

// fewFormals are quicker searched than put in a table.
const fewFormals = 16

type lowering struct {
	formals []string
	table   map[string]bool // the same, where they are more than a few
	fresh   int
}

func (l *lowering) isFormal(name string) bool {
	if l.table != nil {
		return l.table[name]
	}
	return slices.Contains(l.formals, name)
}

func (l *lowering) temp() string {
	l.fresh++
	return "t'" + strconv.Itoa(l.fresh)
}

// block lowers b and returns b itself where nothing changes.
func (l *lowering) block(b *Block) *Block {
	if b == nil {
		return nil
	}
	var out []Stmt
	changed := false
	for i, s := range b.Stmts {
		n := l.inPlace(s)
		if n != s && !changed {
			changed, out = true, slices.Clone(b.Stmts[:i])
		}
		switch {
		case n == nil:
			out = l.expand(out, s)
		case changed:
			out = append(out, n)
		}
	}
	if !changed {
		return b
	}
	return &Block{At: b.At, End: b.End, Stmts: out}
}

// inPlace lowers a statement that stays one statement: s itself where it holds
// no sugar. It is nil for sugar that becomes several (expand).
func (l *lowering) inPlace(s Stmt) Stmt {
	switch s := s.(type) {
	case *Skip, *Copy, *Load, *New, *Lock, *Unlock, *Call:
		return s
	case *Store:
		if l.isFormal(s.Src) {
			return nil
		}
		return s
	case *If:
		then, els := l.block(s.Then), l.block(s.Else)
		if then == s.Then && els == s.Else {
			return s
		}
		return &If{At: s.At, Then: then, Else: els}
	case *While:
		body := l.block(s.Body)
		if body == s.Body {
			return s
		}
		return &While{At: s.At, Body: body}
	case *Move, *NewAt, *Synchronized:
		return nil
	default:
		panic(Unknown(s))
	}
}

// expand appends to out the statements that the sugar s stands for.
func (l *lowering) expand(out []Stmt, s Stmt) []Stmt {
	switch s := s.(type) {
	case *Store: // π := arg
		t := l.temp()
		return append(out,
			&Copy{At: s.At, Dst: t, Src: s.Src, SrcAt: s.SrcAt},
			&Store{At: s.At, Dst: s.Dst, Src: t, SrcAt: s.SrcAt})
	case *Move:
		t := l.temp()
		return append(out,
			&Load{At: s.At, Dst: t, Src: s.Src},
			&Store{At: s.At, Dst: s.Dst, Src: t, SrcAt: s.Src.At})
	case *NewAt:
		t := l.temp()
		return append(out,
			&New{At: s.At, Dst: t},
			&Store{At: s.At, Dst: s.Dst, Src: t, SrcAt: s.At})
	case *Synchronized:
		out = append(out, &Lock{At: s.At})
		out = append(out, l.block(s.Body).List()...)
		return append(out, &Unlock{At: s.Body.End})
	default:
		panic(Unknown(s))
	}
}
