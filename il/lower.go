package il

import (
	"slices"
	"strconv"
	"strings"
)

// Lower replaces the sugar of a block by core statements of Figure 4, with fresh locals t'1, t'2,
// ... that cannot occur in a source. Inside a method, whose formals are given, it also lowers π :=
// arg, so that methods are in ANF (Definition 5.12); for a thread block, pass no formals. The
// result of lowering has the position of the sugar. Blocks without sugar are shared with the source
// tree, which is not changed.
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

// fewFormals is the largest number of formals that are searched as a list.
const fewFormals = 16

type lowering struct {
	formals []string
	table   map[string]bool // the formals, if they are more than fewFormals
	fresh   int             // the number of fresh locals so far
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

// stmt returns the statements that the sugar s stands for, and reports whether it is sugar. Its
// blocks are lowered already.
func (l *lowering) stmt(s Stmt) ([]Stmt, bool) {
	switch s := s.(type) {
	case *Store: // inside a method π := arg
		if l.isFormal(s.Src) {
			value := &Copy{At: s.At, Dst: l.temp(), Src: s.Src, SrcAt: s.SrcAt}
			return split(value, &Store{At: s.At, Dst: s.Dst, Src: value.Dst, SrcAt: s.SrcAt})
		}
	case *Move:
		value := &Load{At: s.At, Dst: l.temp(), Src: s.Src}
		return split(value, &Store{At: s.At, Dst: s.Dst, Src: value.Dst, SrcAt: s.Src.At})
	case *NewAt:
		value := &New{At: s.At, Dst: l.temp()}
		return split(value, &Store{At: s.At, Dst: s.Dst, Src: value.Dst, SrcAt: s.At})
	case *Synchronized:
		lock, unlock := &Lock{s.At, s.LockRef}, &Unlock{s.Body.End, s.LockRef}
		return slices.Concat([]Stmt{lock}, s.Body.List(), []Stmt{unlock}), true
	case *Skip, Command, *If, *While, *Call:
	default:
		panic(Unknown(s))
	}
	return nil, false
}

// split returns two statements: one that assigns a value to a fresh local, and the store of that
// local.
func split(value Stmt, store *Store) ([]Stmt, bool) {
	store.Value = value
	return []Stmt{value, store}, true
}

// IsTemporary reports whether a variable was made by lowering: "t'1". No source can write one.
func IsTemporary(name string) bool { return strings.Contains(name, "'") }

// SourceText returns a statement in the words of the source: Text, unless lowering has split a
// statement in two. Then the first is the expression that it evaluates, and the second the whole
// statement. For b.f := c.g these are "c.g" and "b.f := c.g".
func SourceText(s Stmt) string {
	switch s := s.(type) {
	case *Copy:
		if IsTemporary(s.Dst) {
			return s.Src
		}
	case *Load:
		if IsTemporary(s.Dst) {
			return s.Src.String()
		}
	case *New:
		if IsTemporary(s.Dst) {
			return "new()"
		}
	case *Store:
		if s.Value != nil {
			return s.Dst.String() + " := " + SourceText(s.Value)
		}
	}
	return Text(s)
}

// WithSlots returns a copy of a lowered block of a program that names locks, in which statements
// about a named lock have its slot, 1 + its index in locks. It returns b itself if no statement
// changes.
func WithSlots(b *Block, locks []string) *Block {
	return Map(b, func(s Stmt) ([]Stmt, bool) {
		l, ok := LockOf(s)
		slot := 1 + slices.Index(locks, l.Lock)
		if !ok || l.Among && l.Slot == slot {
			return nil, false
		}
		l.Slot, l.Among = slot, true
		if Acquires(s) {
			return []Stmt{&Lock{s.Pos(), l}}, true
		}
		return []Stmt{&Unlock{s.Pos(), l}}, true
	})
}
