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
	return Map(b, l.stmt)
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

// stmt is the statements that the sugar s stands for, and whether it is sugar.
// The blocks inside are lowered already.
func (l *lowering) stmt(s Stmt) ([]Stmt, bool) {
	switch s := s.(type) {
	case *Store: // inside a method π := arg
		if l.isFormal(s.Src) {
			t := l.temp()
			return []Stmt{
				&Copy{At: s.At, Dst: t, Src: s.Src, SrcAt: s.SrcAt},
				&Store{At: s.At, Dst: s.Dst, Src: t, SrcAt: s.SrcAt},
			}, true
		}
	case *Move:
		t := l.temp()
		return []Stmt{
			&Load{At: s.At, Dst: t, Src: s.Src},
			&Store{At: s.At, Dst: s.Dst, Src: t, SrcAt: s.Src.At},
		}, true
	case *NewAt:
		t := l.temp()
		return []Stmt{
			&New{At: s.At, Dst: t},
			&Store{At: s.At, Dst: s.Dst, Src: t, SrcAt: s.At},
		}, true
	case *Synchronized:
		return slices.Concat([]Stmt{&Lock{At: s.At}}, s.Body.List(), []Stmt{&Unlock{At: s.Body.End}}), true
	case *Skip, Command, *If, *While, *Call:
	default:
		panic(Unknown(s))
	}
	return nil, false
}
