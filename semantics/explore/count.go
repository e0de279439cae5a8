package explore

import (
	"errors"
	"math/big"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore/machine"
)

// ErrCount is returned if counting interleavings would need tables that are too large.
var ErrCount = errors.New("there are too many control states to count the interleavings")

const (
	maxModes   = 1 << 18 // how many modes a thread may have
	maxPairs   = 1 << 22 // how many pairs of modes there may be
	maxMembers = 1 << 23 // how many control states all modes of a thread may have together
)

// Interleavings counts the complete interleavings of l || r with at most unroll iterations of each
// loop: the different sequences of steps, each a thread and a command, after which both threads
// have ended. Choices are not steps, so if * {} else {} counts once, and so do executions that
// differ only in their choices. The result is nil if the number is infinite: unroll is negative and
// a loop contains a command. The error is ErrUnroll or ErrCount.
//
// Which steps are enabled depends on lock levels and control, never on the heap, so no state is
// searched. A mode of a thread is the set of control states that a sequence of its commands may
// lead to. The number of paths to the end from a pair of modes is the sum over the pairs that one
// enabled step leads to, plus one if both threads may have ended.
func Interleavings(core *il.Core, p il.Pair, unroll int) (*big.Int, error) {
	g, err := machine.Compile(core, p, machine.Options{Unroll: unroll})
	if err != nil {
		return nil, err
	}
	// An infinite number is detected before there are too many pairs of modes.
	endless := unroll < 0 && core.HasLoop(p.Left, p.Right)
	d, err := modesOf(g, endless)
	if err != nil {
		return nil, err
	}
	var modes [2][]mode
	for i := range modes {
		finite := false
		if modes[i], finite = topological(d[i].modes); !finite {
			return nil, nil
		}
	}
	if len(modes[0]) > maxPairs/len(modes[1]) {
		return nil, ErrCount
	}
	return paths(modes[0], modes[1]), nil
}

// A mode is a set of control states of a thread.
type mode struct {
	control *machine.Control // one of the set; the others have the same lock level
	ends    bool             // whether the thread may have ended
	moves   []move
}

type move struct {
	from *machine.Control // a control state of the mode that executes the command
	to   int32            // the mode after it
}

// modesOf determinises the control of both threads, starting with the first mode, alternately, so
// that too many pairs are found early. If the number may be infinite (endless), it continues with
// one thread up to the bounds.
func modesOf(g *machine.Program, endless bool) (d [2]*determiniser, err error) {
	for i := range d {
		d[i] = &determiniser{g: g, i: i, index: map[string]int32{}}
		d[i].mode(g.Starts(i))
	}
	for k := 0; k < len(d[0].sets) || k < len(d[1].sets); k++ {
		for i := range d {
			if len(d[i].sets) > maxModes || d[i].members > maxMembers {
				return d, ErrCount
			}
			if k < len(d[i].sets) {
				d[i].expand(k)
			}
		}
		if !endless && len(d[0].sets) > maxPairs/len(d[1].sets) {
			return d, ErrCount
		}
	}
	return d, nil
}

// A determiniser turns sets of control states into modes.
type determiniser struct {
	g       *machine.Program
	i       int                  // the thread
	sets    [][]*machine.Control // by mode
	modes   []mode
	index   map[string]int32 // the modes, by the keys of their sets
	members int              // the size of all sets together
}

// mode returns the number of the mode of a set of control states.
func (d *determiniser) mode(set []*machine.Control) int32 {
	set, key := machine.SortedSet(slices.Clone(set))
	n, ok := d.index[key]
	if !ok {
		n = int32(len(d.sets))
		d.index[key] = n
		d.sets = append(d.sets, set)
		d.modes = append(d.modes, mode{})
		d.members += len(set)
	}
	return n
}

// expand finds the moves of a mode, one for each command of its control states.
func (d *determiniser) expand(k int) {
	m := mode{control: d.sets[k][0]}
	commands, by := d.g.ByCommand(d.sets[k])
	for _, command := range commands {
		if command == nil {
			m.ends = true
			continue
		}
		var after []*machine.Control
		for _, c := range by[command] {
			d.g.Expand(d.i, c)
			after = append(after, c.Next...)
		}
		m.moves = append(m.moves, move{from: by[command][0], to: d.mode(after)})
	}
	d.modes[k] = m
}

// topological renumbers modes so that moves lead to smaller numbers; the first mode becomes the
// last. It returns false if there is a cycle, so that the number of paths is infinite.
func topological(modes []mode) ([]mode, bool) {
	const (
		unseen int32 = -2
		open   int32 = -1 // on the stack
	)
	number := slice.Repeat(unseen, len(modes)) // the new number of each mode that is done
	var order []mode
	type visit struct {
		mode int32
		next int
	}
	stack := []visit{{mode: 0}}
	number[0] = open
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if m := &modes[v.mode]; v.next < len(m.moves) {
			to := m.moves[v.next].to
			v.next++
			switch number[to] {
			case open:
				return nil, false
			case unseen:
				number[to] = open
				stack = append(stack, visit{mode: to})
			}
			continue
		}
		m := modes[v.mode]
		for k := range m.moves {
			m.moves[k].to = number[m.moves[k].to]
		}
		number[v.mode] = int32(len(order))
		order = append(order, m)
		stack = stack[:len(stack)-1]
	}
	return order, true
}

// paths returns the number of complete interleavings from the last modes of a and b. It fills the
// table of all pairs, nearest to the end first, and reuses rows that are no longer needed.
func paths(a, b []mode) *big.Int {
	table := make([][]big.Int, len(a))
	unneeded := lastUses(a)
	var free [][]big.Int
	for k := range a {
		if n := len(free); n > 0 {
			table[k], free = free[n-1], free[:n-1]
		} else {
			table[k] = make([]big.Int, len(b))
		}
		row := table[k]
		for l := range b {
			sum := row[l].SetInt64(0)
			if a[k].ends && b[l].ends {
				sum.SetInt64(1)
			}
			for _, m := range a[k].moves {
				if m.from.Allowed(b[l].control) {
					sum.Add(sum, &table[m.to][l])
				}
			}
			for _, m := range b[l].moves {
				if m.from.Allowed(a[k].control) {
					sum.Add(sum, &row[m.to])
				}
			}
		}
		for _, to := range unneeded[k] {
			free = append(free, table[to])
			table[to] = nil
		}
	}
	return &table[len(a)-1][len(b)-1]
}

// lastUses lists, for each mode, those whose rows are not needed after it: no later one goes there.
func lastUses(modes []mode) [][]int32 {
	last := make([]int, len(modes))
	for k, m := range modes {
		for _, move := range m.moves {
			last[move.to] = k
		}
	}
	lists := make([][]int32, len(modes))
	for to, k := range last[:len(last)-1] {
		lists[max(k, to)] = append(lists[max(k, to)], int32(to))
	}
	return lists
}
