package enum

import (
	"slices"
	"strconv"

	"wobbly/il"
)

// names are all names that programs of some options can hold, by number.
type names struct {
	args    []string // formals of thread blocks
	formals []string // of methods
	locals  []string
	fields  []string
	methods []string

	declared []il.Formal // formals as declared
	sorted   [][]string  // sorted[k]: the first k fields in text order
}

func newNames(size int, o Options) *names {
	uses := size * max(2, o.Arity) // variables that statements can name
	n := &names{
		args:    make([]string, uses),
		formals: letters("abcde", o.Arity),
		locals:  letters("xyzuvw", size),
		fields:  letters("fghijk", size*o.Path*max(1, o.Arity)),
		methods: letters("mnpqrs", size),
	}
	for i := range n.args {
		n.args[i] = "arg" + strconv.Itoa(i+1)
	}
	for _, f := range n.formals {
		n.declared = append(n.declared, il.Formal{Name: f})
	}
	for k := range len(n.fields) + 1 {
		n.sorted = append(n.sorted, slices.Sorted(slices.Values(n.fields[:k])))
	}
	return n
}

// letters makes n names: the letters, then the first letter with a number.
func letters(alphabet string, n int) []string {
	list := make([]string, n)
	for i := range list {
		if i < len(alphabet) {
			list[i] = alphabet[i : i+1]
		} else {
			list[i] = alphabet[:1] + strconv.Itoa(i)
		}
	}
	return list
}
