package enum

import (
	"fmt"
	"strconv"
	"strings"
)

// Cursor names a program of a universe by the choices that lead to it:
// "p2a2lbwc/3/1.7.2.1". Of each choice it holds the number, from 1, among the
// alternatives that were open there. The empty cursor stands before the first
// program.
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

// parse is the inverse of cursor. It does not know whether the choices lead to
// a program.
func (c Cursor) parse(o Options) (size int, choices []uint32, err error) {
	class, rest, _ := strings.Cut(string(c), "/")
	number, list, _ := strings.Cut(rest, "/")
	if class != o.class() {
		return 0, nil, fmt.Errorf("%w: it is of class %q, not %q", errCursor, class, o.class())
	}
	size, err = strconv.Atoi(number)
	if err != nil || size < o.Least || size > o.Size {
		return 0, nil, fmt.Errorf("%w: %q is no size from %d to %d", errCursor, number, o.Least, o.Size)
	}
	for text := range strings.SplitSeq(list, ".") {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil || n == 0 {
			return 0, nil, fmt.Errorf("%w: %q is no choice", errCursor, text)
		}
		choices = append(choices, uint32(n))
	}
	if cursor(o, size, choices) != c {
		return 0, nil, fmt.Errorf("%w: it is not written as it is printed", errCursor)
	}
	return size, choices, nil
}
