package check

import (
	"maps"
	"slices"

	"wobbly/internal/recent"
)

// names is a set of names. A few are searched as a list.
type names struct {
	few    []string
	many   map[string]struct{}    // all of them; nil while there are no more than fewNames
	recent recent.Table[struct{}] // some of many
}

// fewNames is the largest number of names that are searched as a list.
const fewNames = 8

func (n *names) add(name string) {
	if n.many == nil {
		if slices.Contains(n.few, name) {
			return
		}
		if len(n.few) < fewNames {
			n.few = append(n.few, name)
			return
		}
		n.many = map[string]struct{}{}
		for _, x := range n.few {
			n.many[x] = struct{}{}
		}
	}
	if _, known := n.recent.At(name); !known {
		n.many[name] = struct{}{}
	}
}

// list returns the names, sorted.
func (n *names) list() []string {
	all := append(make([]string, 0, max(len(n.few), len(n.many))), n.few...)
	if n.many != nil {
		all = slices.AppendSeq(all[:0], maps.Keys(n.many))
	}
	slices.Sort(all)
	return all
}
