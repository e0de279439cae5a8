package il

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// AccessKind distinguishes reads from writes.
type AccessKind uint8

// The two kinds of access of Definition 3.6.
const (
	Read  AccessKind = iota // a load, x := π
	Write                   // a store, π := x
)

func (k AccessKind) other() AccessKind { return Read + Write - k }

// String returns "read" or "write".
func (k AccessKind) String() string {
	if k == Write {
		return "write"
	}
	return "read"
}

// Core is a legal program made ready for semantics and analyses: every unit lowered to the
// statements of Figure 4, methods in call order. Package check makes it; it is never changed
// afterwards.
//
// A program whose violation of A2, A3 or A5 package check tolerates has a core too, but results
// that rely on these assumptions do not apply to it. If it is Recursive, Order is the finishing
// order of a depth-first search over the calls, from the units in file order: a callee comes before
// its caller unless the call closes a cycle.
type Core struct {
	Source  *Source
	Program *Program // as written
	Units   []*Unit  // in file order: methods, and the two blocks of C1 || C2
	Order   []*Unit  // the same, callees before callers (A5)
	Methods map[string]*Unit
	Fields  []string // Field: every field name of the file, sorted
	Locks   []string // the names of the locks, sorted, without the unnamed one
	Threads [2]*Unit // the blocks of C1 || C2, nil if the file is a class
	Init    *Init    // nil if the file has none

	Recursive bool // some call closes a cycle, which violates A5

	facts *facts // nil unless sealed
}

// Unit is a method body or a thread block.
type Unit struct {
	Index   int    // in Core.Units
	Name    string // the method's name, or A or B
	At      Pos    // where its declaration begins
	Thread  bool   // a block of C1 || C2
	Private bool
	Formals []string // in order; of a thread block those that occur in it, by number
	Body    *Block   // core statements only
}

// IsUnitOfPairs reports whether the file's programs are built from u: a non-private method of a
// class, or a block of C1 || C2.
func (c *Core) IsUnitOfPairs(u *Unit) bool {
	if c.Threads[0] != nil {
		return u.Thread
	}
	return !u.Private
}

// Formal returns the index of a variable among the formals of u, or -1.
func (u *Unit) Formal(name string) int {
	if u.Thread && !IsFormalName(name) {
		return -1
	}
	return slices.Index(u.Formals, name)
}

// Variables lists the variables of u: its formals in order, then the others in the order in which
// they occur in the text.
func (u *Unit) Variables() []string {
	all := slices.Clone(u.Formals)
	seen := make(map[string]bool, len(all))
	for _, x := range all {
		seen[x] = true
	}
	Walk(u.Body, func(s Stmt) {
		EachVar(s, func(x string, _ Pos) {
			if !seen[x] {
				seen[x] = true
				all = append(all, x)
			}
		})
	})
	return all
}

// WrittenVariables lists the variables of u that a program can write, as Variables does: without
// those that lowering made.
func (u *Unit) WrittenVariables() []string { return slices.DeleteFunc(u.Variables(), IsTemporary) }

// Pair is a program C1 || C2 of the file.
type Pair struct{ Left, Right *Unit }

// Pairs lists the programs that the file stands for: the blocks of C1 || C2, or all unordered pairs
// of the non-private methods, each with itself too.
func (c *Core) Pairs() []Pair {
	if c.Threads[0] != nil {
		return []Pair{{c.Threads[0], c.Threads[1]}}
	}
	var pairs []Pair
	for i, l := range c.Units {
		if l.Private {
			continue
		}
		for _, r := range c.Units[i:] {
			if !r.Private {
				pairs = append(pairs, Pair{l, r})
			}
		}
	}
	return pairs
}

// PairsOf returns the given pair alone, or all Pairs if it is nil.
func (c *Core) PairsOf(only *Pair) []Pair {
	if only != nil {
		return []Pair{*only}
	}
	return c.Pairs()
}

// FormalsOf returns the formals of a thread block: the names of the shape argN that occur in it, in
// the order of their numbers.
func FormalsOf(b *Block) []string {
	seen := map[string]bool{}
	Walk(b, func(s Stmt) {
		EachVar(s, func(name string, _ Pos) {
			if IsFormalName(name) {
				seen[name] = true
			}
		})
	})
	names := make([]string, 0, len(seen))
	for n := range seen {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		a, _ := FormalIndex(names[i])
		b, _ := FormalIndex(names[j])
		return a < b
	})
	return names
}

// Site is a load or a store of a program: its position and its kind. Lowering can put a load and a
// store at one position (a.f := b.g).
type Site struct {
	At   Pos
	Kind AccessKind
}

// SiteOf returns the site of a statement or command, if it is a load or a store.
func SiteOf(n Node) (Site, bool) {
	a, ok := AccessOf(n)
	return a.Site, ok
}

// Compare orders sites by position, with a load before a store at the same position.
func (s Site) Compare(o Site) int {
	return cmp.Or(cmp.Compare(s.At, o.At), cmp.Compare(s.Kind, o.Kind))
}

// Sites is a pair of sites, the left unit's and the right unit's.
type Sites [2]Site

// Compare orders pairs of sites, the left ones first.
func (s Sites) Compare(o Sites) int {
	return cmp.Or(s[0].Compare(o[0]), s[1].Compare(o[1]))
}

// Sites returns the pair of a site of the left method and one of the right method. If both threads
// run the same method they can be exchanged, so the pair is unordered: the lesser site comes first.
func (p Pair) Sites(left, right Site) Sites {
	if p.Left == p.Right && left.Compare(right) > 0 {
		left, right = right, left
	}
	return Sites{left, right}
}

// LockName returns the name of the lock in a slot, empty for the unnamed lock.
func (c *Core) LockName(slot int) string {
	if slot == 0 {
		return ""
	}
	return c.Locks[slot-1]
}

// LocksTaken lists the locks that statements of the program take: the unnamed one first, then those
// with names, sorted. A program without locks has the unnamed one.
func (c *Core) LocksTaken() []LockRef {
	var all []LockRef
	takesUnnamed := func(s Stmt) bool { return Acquires(s) && SlotOf(s) == 0 }
	inUnit := func(u *Unit) bool { return Any(u.Body, takesUnnamed) }
	if len(c.Locks) == 0 || slices.ContainsFunc(c.Order, inUnit) {
		all = append(all, LockRef{Among: len(c.Locks) > 0})
	}
	for i, name := range c.Locks {
		all = append(all, LockRef{Lock: name, Slot: i + 1, Among: true})
	}
	return all
}

// LevelWith returns the level at which the named locks are held with the given depths.
func (c *Core) LevelWith(held map[string]int) (l Level) {
	for slot := range len(c.Locks) + 1 {
		l = l.With(slot, held[c.LockName(slot)])
	}
	return l
}

// LevelText lists the locks that are held at l with their depths: "x2" if the program names no
// lock, and otherwise "first, second x2". It is empty if no lock is held.
func (c *Core) LevelText(l Level) string {
	if len(c.Locks) == 0 {
		if l.depth == 0 {
			return ""
		}
		return "x" + l.String()
	}
	var held []string
	for slot := range len(c.Locks) + 1 {
		name := cmp.Or(c.LockName(slot), "unnamed")
		switch n := l.DepthOf(slot); {
		case n == 1:
			held = append(held, name)
		case n > 1:
			held = append(held, name+" x"+strconv.Itoa(n))
		}
	}
	return strings.Join(held, ", ")
}

// Written returns l as outputs show an L: "1" for the unnamed lock or, if the program names locks,
// those held, "m, n x2" or "none".
func (c *Core) Written(l Level) string {
	if len(c.Locks) == 0 {
		return l.String()
	}
	return cmp.Or(c.LevelText(l), "none")
}

// HeldNames returns the names of the locks that are held at l, "" for the unnamed one. It is nil if
// the program names no lock.
func (c *Core) HeldNames(l Level) []string {
	if len(c.Locks) == 0 {
		return nil
	}
	names := []string{}
	for slot := range len(c.Locks) + 1 {
		if l.DepthOf(slot) > 0 {
			names = append(names, c.LockName(slot))
		}
	}
	return names
}

// A NamedLocksError is the error of a program that names locks in a part of wobbly, called What,
// that supports only the unnamed one.
type NamedLocksError struct{ What string }

func (e *NamedLocksError) Error() string {
	return e.What + " knows only the unnamed lock, and this program names locks"
}

// OneLock returns a *NamedLocksError if the program names locks. what is the part of wobbly that does
// not support them, the subject of the message.
func (c *Core) OneLock(what string) error {
	if len(c.Locks) == 0 {
		return nil
	}
	return &NamedLocksError{what}
}
