package il

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"strconv"
)

// A Level is the lock state at a program point: how often lock() has been called without its
// unlock(), counted from the entry of a block, method or thread. The zero Level holds nothing.
//
// Levels are compared and combined only by their methods, so that the rest of the project
// does not depend on IL having a single lock.
type Level struct{ depth int }

// AppendKey appends bytes that identify l, always as many, for keys of states.
func (l Level) AppendKey(key []byte) []byte {
	return binary.LittleEndian.AppendUint32(key, uint32(l.depth))
}

// LevelOf returns the level with a code: with code n, the lock has been taken n times.
func LevelOf(code int) Level { return Level{code} }

// Code returns the number from which LevelOf makes l again, for packed encodings. The zero
// Level has code 0.
func (l Level) Code() int { return l.depth }

// Depth returns how often the lock is held, for output. It is negative where a program that
// violates A2 releases more than it takes.
func (l Level) Depth() int { return l.depth }

// Held reports whether the lock is held.
func (l Level) Held() bool { return l.depth > 0 }

// Acquire returns the level after lock().
func (l Level) Acquire() Level { return Level{l.depth + 1} }

// Release returns the level after unlock(). It does not check that the lock was held.
func (l Level) Release() Level { return Level{l.depth - 1} }

// Takes reports whether n is the lock() of a lock that is not held at l, for which a thread may
// have to wait.
func (l Level) Takes(n Node) bool { return Acquires(n) && !l.Held() }

// Frees reports whether n is the unlock() after which its lock is no longer held.
func (l Level) Frees(n Node) bool { return Releases(n) && l.Held() && !l.After(n).Held() }

// Lacks reports whether n is the unlock() of a lock that is not held at l, where n is stuck.
func (l Level) Lacks(n Node) bool { return Releases(n) && !l.Held() }

// After returns the level after a statement or command n: Acquire, Release, or l itself.
func (l Level) After(n Node) Level {
	switch {
	case Acquires(n):
		return l.Acquire()
	case Releases(n):
		return l.Release()
	default:
		return l
	}
}

// Plus returns the level of a point at level m in a method called at level l: add(L, L') of
// Figure 7.
func (l Level) Plus(m Level) Level { return Level{l.depth + m.depth} }

// Minus returns the level m for which o.Plus(m) is l, and whether there is one.
func (l Level) Minus(o Level) (m Level, ok bool) {
	return Level{l.depth - o.depth}, l.depth >= o.depth
}

// Capped returns l counted no further than limit, the L-hat of Figure 7. Zero means no limit.
func (l Level) Capped(limit int) Level {
	if limit > 0 {
		l.depth = min(l.depth, limit)
	}
	return l
}

// Locks returns the locks that are held at l, without how often.
func (l Level) Locks() Level { return l.Capped(1) }

// Excludes reports whether two threads cannot be at l and m at the same time, because both
// would hold the lock.
func (l Level) Excludes(m Level) bool { return l.Held() && m.Held() }

// Admits is the premise of Figure 6: a thread at l lets the other one go from one level to the
// next, since the two hold no lock together before or after the step.
func (l Level) Admits(from, to Level) bool { return !l.Excludes(from) && !l.Excludes(to) }

// Equal reports whether l and m are the same level. It is for go-cmp; other code uses ==.
func (l Level) Equal(m Level) bool { return l == m }

// Compare orders levels by depth.
func (l Level) Compare(m Level) int { return cmp.Compare(l.depth, m.depth) }

// Max returns the higher of two levels, their join in Definition 4.3.
func (l Level) Max(m Level) Level { return Level{max(l.depth, m.depth)} }

// Min returns the lower of two levels.
func (l Level) Min(m Level) Level { return Level{min(l.depth, m.depth)} }

// String prints the depth.
func (l Level) String() string { return strconv.Itoa(l.depth) }

// Format prints the depth, with %d as well as with %v.
func (l Level) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), l.depth)
}
