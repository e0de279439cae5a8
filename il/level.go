package il

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"strconv"
)

// A Level is the lock state at a program point: how often each lock has been taken without being
// released, counted from the entry of a block, method or thread. The zero Level holds nothing.
//
// Other packages compare and combine levels only by their methods. depth counts the unnamed lock,
// that of the paper. named counts the locks with names, eight bits for each, by their slots; see
// Lower. A program has at most MaxLocks of them, each taken at most MaxDepth times at once.
type Level struct {
	depth int
	named uint64
}

// The limits of a program that names locks. Package check enforces them.
const (
	MaxLocks = 8   // the largest number of named locks
	MaxDepth = 255 // the largest depth of a named lock
)

// namedMark in the key of a depth means that the named locks follow. Depths are far smaller.
const namedMark = 1 << 30

// AppendKey appends bytes that identify l, for keys of states. No key is the beginning of another.
func (l Level) AppendKey(key []byte) []byte {
	if l.named == 0 {
		return binary.LittleEndian.AppendUint32(key, uint32(l.depth))
	}
	key = binary.LittleEndian.AppendUint32(key, uint32(l.depth)^namedMark)
	return binary.LittleEndian.AppendUint64(key, l.named)
}

// LevelOf returns the level with a code: with code n, the unnamed lock has been taken n times.
func LevelOf(code int) Level { return Level{depth: code} }

// Code returns the argument for which LevelOf returns l, for packed encodings. The zero Level has
// code 0. It panics if l holds a named lock.
func (l Level) Code() int {
	if l.named != 0 {
		panic("il: a level with named locks has no code")
	}
	return l.depth
}

// Depth returns how often the unnamed lock is held, for output. It is negative where a program that
// violates A2 releases more than it takes.
func (l Level) Depth() int { return l.depth }

// DepthOf returns how often the lock in a slot is held: slot 0 is the unnamed lock.
func (l Level) DepthOf(slot int) int {
	if slot == 0 {
		return l.depth
	}
	return int(l.named >> lane(slot) & MaxDepth)
}

// With returns l with another depth of the lock in a slot, at most MaxDepth for a named lock.
func (l Level) With(slot, depth int) Level { return l.changed(slot, depth-l.DepthOf(slot)) }

// lane returns the position of a slot in the bits of named.
func lane(slot int) int { return 8 * (slot - 1) }

// Held reports whether any lock is held.
func (l Level) Held() bool { return l.depth > 0 || l.named != 0 }

// Acquire returns the level after lock() of the unnamed lock.
func (l Level) Acquire() Level { return l.changed(0, 1) }

// Release returns the level after unlock() of the unnamed lock. It does not check that the lock was
// held.
func (l Level) Release() Level { return l.changed(0, -1) }

// changed returns l with the depth of the lock in a slot changed by a difference.
func (l Level) changed(slot, by int) Level {
	if slot == 0 {
		l.depth += by
	} else {
		l.named += uint64(by) << lane(slot)
	}
	return l
}

// Takes reports whether n is the lock() of a lock that is not held at l. The thread may have to
// wait for it.
func (l Level) Takes(n Node) bool { return Acquires(n) && l.DepthOf(SlotOf(n)) <= 0 }

// Frees reports whether n is the unlock() after which its lock is no longer held.
func (l Level) Frees(n Node) bool { return Releases(n) && l.DepthOf(SlotOf(n)) == 1 }

// Lacks reports whether n is the unlock() of a lock that is not held at l, where n is stuck.
func (l Level) Lacks(n Node) bool { return Releases(n) && l.DepthOf(SlotOf(n)) <= 0 }

// After returns the level after a statement or command n. An unlock() of a named lock must not come
// at depth 0, where no program that package check accepts has one.
func (l Level) After(n Node) Level {
	switch n := n.(type) {
	case *Lock:
		return l.changed(n.Slot, 1)
	case *Unlock:
		return l.changed(n.Slot, -1)
	default:
		return l
	}
}

// Plus returns the level of a point at level m in a method called at level l: add(L, L') of
// Figure 7.
func (l Level) Plus(m Level) Level { return Level{l.depth + m.depth, l.named + m.named} }

// Minus returns the level m for which o.Plus(m) is l, if there is one.
func (l Level) Minus(o Level) (m Level, ok bool) {
	return Level{l.depth - o.depth, l.named - o.named}, l.Min(o) == o
}

// Capped returns l with each lock counted no further than limit, the L-hat of Figure 7. Zero means
// no limit.
func (l Level) Capped(limit int) Level {
	if limit > 0 {
		l.depth = min(l.depth, limit)
		l.named = lanes(l.named, 0, func(n, _ uint64) uint64 { return min(n, uint64(limit)) })
	}
	return l
}

// Locks returns the locks that are held at l, each with depth 1.
func (l Level) Locks() Level { return l.Capped(1) }

// Excludes reports whether two threads cannot be at l and m at the same time because both would
// hold the same lock.
func (l Level) Excludes(m Level) bool {
	return l.depth > 0 && m.depth > 0 || l.named != 0 && l.Min(m).named != 0
}

// Admits is the premise of Figure 6: a thread at l lets the other one go from one level to the
// next, because they have no lock in common before or after the step.
func (l Level) Admits(from, to Level) bool { return !l.Excludes(from) && !l.Excludes(to) }

// Equal reports whether l and m are the same level. It is for go-cmp; other code uses ==.
func (l Level) Equal(m Level) bool { return l == m }

// Compare orders levels by the depth of the unnamed lock, then by the named ones.
func (l Level) Compare(m Level) int {
	return cmp.Or(cmp.Compare(l.depth, m.depth), cmp.Compare(l.named, m.named))
}

// Max returns the higher of two levels, lock by lock: their join in Definition 4.3.
func (l Level) Max(m Level) Level {
	return Level{max(l.depth, m.depth), lanes(l.named, m.named, larger)}
}

// Min returns the lower of two levels, lock by lock.
func (l Level) Min(m Level) Level {
	return Level{min(l.depth, m.depth), lanes(l.named, m.named, smaller)}
}

// larger and smaller are max and min as functions, which builtins are not.

func larger(a, b uint64) uint64  { return max(a, b) }
func smaller(a, b uint64) uint64 { return min(a, b) }

// lanes combines the depths of named locks, one by one.
func lanes(l, m uint64, combine func(a, b uint64) uint64) (all uint64) {
	if l|m == 0 {
		return 0
	}
	for slot := 1; slot <= MaxLocks; slot++ {
		all |= combine(l>>lane(slot)&MaxDepth, m>>lane(slot)&MaxDepth) << lane(slot)
	}
	return all
}

// String returns the depth of the unnamed lock, and "slot:depth" for each other.
func (l Level) String() string {
	text := strconv.Itoa(l.depth)
	for slot := 1; l.named != 0 && slot <= MaxLocks; slot++ {
		if n := l.DepthOf(slot); n > 0 {
			text += fmt.Sprintf(" %d:%d", slot, n)
		}
	}
	return text
}

// Format prints what String returns, with %d as well as with %v and %s.
func (l Level) Format(f fmt.State, verb rune) {
	if l.named != 0 || verb == 's' {
		fmt.Fprint(f, l.String())
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), l.depth)
}
