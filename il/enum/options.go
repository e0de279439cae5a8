package enum

import (
	"errors"
	"fmt"
	"strconv"
)

// Options defines a universe of programs. Without Path and Arity it would be infinite. The other
// bounds and the switches make it smaller, so that larger sizes are feasible.
type Options struct {
	// Least and Size are the numbers of statements of the smallest and of the largest programs.
	Least, Size int
	// Path bounds the fields of an expression; 0 leaves loads and stores out.
	Path int
	// Arity bounds the formals of a method.
	Arity int

	// The largest numbers of names; 0 is no bound except for the size.
	Fields  int // of a program
	Formals int // of a thread block
	Locals  int // of a unit

	// What is left out.
	NoLocks    bool // lock() and unlock()
	NoBranches bool // if
	NoLoops    bool // while
	NoCalls    bool // calls, and so methods
}

// Default returns the universe of all programs of up to size statements, with paths of up to two
// fields and methods of up to two formals.
func Default(size int) Options { return Options{Size: size, Path: 2, Arity: 2} }

// The largest options. No machine gets near them.
const (
	maxSize  = 32
	maxPath  = 8
	maxArity = 8

	maxNames = maxSize * maxPath * maxArity
)

// Errors of Programs, as values for errors.Is.
var (
	errOptions = errors.New("options out of range")
	ErrShard   = errors.New("no such shard")
	errCursor  = errors.New("the cursor names no program of this universe")
)

func (o Options) check() error {
	for _, b := range o.bounds() {
		if b.value < 0 || b.value > b.limit {
			return fmt.Errorf("%w: %s %d is not from 0 to %d", errOptions, b.name, b.value, b.limit)
		}
	}
	if o.Least > o.Size {
		return fmt.Errorf("%w: least size %d is above size %d", errOptions, o.Least, o.Size)
	}
	return nil
}

// bound is one of the numbers in Options.
type bound struct {
	name   string
	letter byte // in a cursor; 0 for sizes, which are not part of the class
	value  int
	limit  int
	always bool // the class names it even if it is 0
}

func (o Options) bounds() []bound {
	return []bound{
		{"least size", 0, o.Least, maxSize, true},
		{"size", 0, o.Size, maxSize, true},
		{"path length", 'p', o.Path, maxPath, true},
		{"arity", 'a', o.Arity, maxArity, true},
		{"fields", 'f', o.Fields, maxNames, false},
		{"formals of a thread", 't', o.Formals, maxNames, false},
		{"locals of a unit", 'v', o.Locals, maxNames, false},
	}
}

// String states the universe in words: "all programs of 0 to 3 statements, path length at most 2,
// arity at most 2, no locks".
func (o Options) String() string {
	s := fmt.Sprintf("all programs of %d to %d statements", o.Least, o.Size)
	for _, b := range o.bounds() {
		if b.letter != 0 && (b.always || b.value > 0) {
			s += fmt.Sprintf(", %s at most %d", b.name, b.value)
		}
	}
	for _, f := range o.features() {
		if f.absent {
			s += ", no " + f.name
		}
	}
	return s
}

// feature is a part of the language that a switch leaves out.
type feature struct {
	name   string
	letter byte // in a cursor
	absent bool
}

// features lists what the switches leave out.
func (o Options) features() [4]feature {
	return [4]feature{
		{"locks", 'l', o.NoLocks}, {"branches", 'b', o.NoBranches},
		{"loops", 'w', o.NoLoops}, {"calls", 'c', o.NoCalls},
	}
}

// class returns a short name of the universe apart from its sizes: "p2a2lbwc".
func (o Options) class() string {
	var s []byte
	for _, b := range o.bounds() {
		if b.letter != 0 && (b.always || b.value > 0) {
			s = strconv.AppendInt(append(s, b.letter), int64(b.value), 10)
		}
	}
	for _, f := range o.features() {
		if !f.absent {
			s = append(s, f.letter)
		}
	}
	return string(s)
}

// Shard is one of Of parts of a stream, counted from 0. The parts are disjoint and complete; their
// sizes vary at random. The zero value is the whole stream.
type Shard struct{ Index, Of int }

func (s Shard) check() error {
	if s == (Shard{}) || 0 <= s.Index && s.Index < s.Of {
		return nil
	}
	return fmt.Errorf("%w: %d of %d", ErrShard, s.Index, s.Of)
}

// has reports whether a prefix of choices belongs to the shard.
func (s Shard) has(choices []uint32) bool {
	if s.Of <= 1 {
		return true
	}
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a, by choices instead of bytes
	h := uint64(offset)
	for _, c := range choices {
		h = (h ^ uint64(c)) * prime
	}
	h ^= h >> 32 // the low bits of a product depend only on the low bits of its factors
	return h%uint64(s.Of) == uint64(s.Index)
}
