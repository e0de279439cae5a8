package promela

import (
	"strconv"

	"wobbly/il"
	"wobbly/internal/text"
)

// names gives out names that Promela admits, each once.
type names struct{ taken map[string]bool }

func newNames() *names { return &names{map[string]bool{}} }

// fresh is prefix and the IL name, with what Promela does not admit in names
// replaced, and numbered where two would be the same. The prefix, which ends in
// "_", keeps it apart from the words of Promela.
func (n *names) fresh(prefix, name string) string {
	base := prefix + text.ASCII(name)
	made := base
	for i := 2; n.taken[made]; i++ {
		made = base + "_" + strconv.Itoa(i)
	}
	n.taken[made] = true
	return made
}

// variables lists those of u: the formals, then the locals as the text runs.
func variables(u *il.Unit) []string {
	var list []string
	seen := map[string]bool{}
	add := func(x string, _ il.Pos) {
		if !seen[x] {
			seen[x] = true
			list = append(list, x)
		}
	}
	for _, x := range u.Formals {
		add(x, il.NoPos)
	}
	il.Walk(u.Body, func(s il.Stmt) { il.EachVar(s, add) })
	return list
}
