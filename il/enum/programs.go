package enum

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
)

// Program is a program of a stream. It and its core are valid only until the next program, because
// the stream reuses the memory.
type Program struct {
	Core *il.Core
	Size int // the number of statements
	w    *walker
}

// Cursor returns the cursor that names the program.
func (p *Program) Cursor() Cursor { return cursor(p.w.o, p.Size, p.w.choices) }

// Programs returns the stream of all programs of a universe, or of one shard, in a fixed order:
// smaller programs first. It begins after the program that from names, which may belong to another
// shard. The error wraps errOptions, ErrShard or errCursor. A stream may be used more than once,
// and several streams at the same time.
func Programs(o Options, shard Shard, from Cursor) (iter.Seq[*Program], error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := shard.check(); err != nil {
		return nil, err
	}
	first, choices := o.Least, []uint32(nil)
	if from != "" {
		var err error
		if first, choices, err = from.locate(o); err != nil {
			return nil, err
		}
	}
	return func(yield func(*Program) bool) {
		from := choices
		for size := first; size <= o.Size; size++ {
			w := newWalker(o, size, shard)
			p := &Program{Core: &w.tree.core, Size: size, w: w}
			w.from, w.yield = from, func() bool { return yield(p) }
			if !w.run() {
				return
			}
			from = nil
		}
	}, nil
}

// locate returns the size of the program that c names and the choices that lead to it. The error is
// errCursor if the universe has no such program.
func (c Cursor) locate(o Options) (size int, choices []uint32, err error) {
	size, choices, err = c.parse(o)
	if err != nil {
		return 0, nil, err
	}
	w := newWalker(o, size, Shard{})
	w.from, w.yield = choices, func() bool { return false }
	w.run()
	if !w.met {
		return 0, nil, errCursor
	}
	return size, choices, nil
}

// Placed returns a copy of a core that remains valid and whose positions are those of its text. It
// gets them by printing the core, parsing the text and checking it. Nothing else changes.
func Placed(core *il.Core) *il.Core {
	p, errs := parse.File(il.NewSource(core.Source.Name, il.Format(core.Program)))
	if len(errs) == 0 {
		var placed *il.Core
		if placed, errs = check.Program(p, check.Options{Strict: true}); len(errs) == 0 {
			return placed
		}
	}
	panic("wobbly: an enumerated program is not legal: " + errs[0].Message)
}

// Cursor names a program of a universe by the choices that lead to it: "p2a2lbwc/3/1.7.2.1". Each
// choice is the number, from 1, of an alternative. The empty cursor is before the first program.
type Cursor string

func cursor(o Options, size int, choices []uint32) Cursor {
	b := fmt.Appendf(nil, "%s/%d/", o.class(), size)
	for i, c := range choices {
		if i > 0 {
			b = append(b, '.')
		}
		b = strconv.AppendUint(b, uint64(c), 10)
	}
	return Cursor(b)
}

// parse returns the inverse of cursor. It does not check that the choices lead to a program.
func (c Cursor) parse(o Options) (size int, choices []uint32, err error) {
	class, rest, _ := strings.Cut(string(c), "/")
	number, list, _ := strings.Cut(rest, "/")
	if class != o.class() {
		return 0, nil, fmt.Errorf("%w: it is of class %q, not %q", errCursor, class, o.class())
	}
	size, err = strconv.Atoi(number)
	if err != nil || size < o.Least || size > o.Size {
		return 0, nil,
			fmt.Errorf("%w: the size %q is not from %d to %d", errCursor, number, o.Least, o.Size)
	}
	for text := range strings.SplitSeq(list, ".") {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil || n == 0 {
			return 0, nil, fmt.Errorf("%w: the choice %q is not a positive number", errCursor, text)
		}
		choices = append(choices, uint32(n))
	}
	if cursor(o, size, choices) != c {
		return 0, nil, fmt.Errorf("%w: it is not in the form in which wobbly prints it", errCursor)
	}
	return size, choices, nil
}
