package explore

import (
	"slices"

	"wobbly/il"
)

// accesses is what commands may do to the fields of objects: those whose cells
// they read (on the way to an access and in arguments, too) and write, as sets
// of fields modulo 64, and whether there is a lock() among them.
type accesses struct {
	reads, writes uint64
	sites         uint64 // the loads and stores among them, as bits of Program.bits
	locks         bool
}

func (a accesses) union(b accesses) accesses {
	return accesses{a.reads | b.reads, a.writes | b.writes, a.sites | b.sites, a.locks || b.locks}
}

// conflicts tells whether one of a and b may write what the other may read or
// write.
func (a accesses) conflicts(b accesses) bool {
	return a.writes&(b.reads|b.writes) != 0 || b.writes&a.reads != 0
}

// futures computes, for the nodes of f, what a thread may do from there on in
// the unit, calls inside counted in full. Those of the callees must be there.
func (f *flow) futures(g *Program) {
	f.iterate(func(n *node) bool {
		all, free, thru := f.future(n, g)
		if all == n.all && free == n.free && thru == n.thru {
			return false
		}
		n.all, n.free, n.thru = all, free, thru
		return true
	})
}

// future is what n and the nodes after it may do, as far as it is known.
func (f *flow) future(n *node, g *Program) (all, free accesses, thru bool) {
	thru = n.stmt == nil
	for _, to := range n.targets() {
		if to != none {
			t := &f.nodes[to]
			all, free, thru = all.union(t.all), free.union(t.free), thru || t.thru
		}
	}
	if n.stmt == nil {
		return all, free, thru
	}
	own := g.touches(n.stmt)
	switch s := n.stmt.(type) {
	case *il.Lock:
		return all.union(own), accesses{}, false
	case *il.Call:
		callee := g.callee(s.Method)
		entry := &callee.nodes[callee.entry]
		if !entry.thru {
			free, thru = accesses{}, false
		}
		return all.union(own).union(entry.all), free.union(own).union(entry.free), thru
	default:
		return all.union(own), free.union(own), thru
	}
}

// touches is what one command does to cells: for a call, its push.
func (g *Program) touches(s il.Stmt) accesses {
	var a accesses
	bit := func(f string) uint64 {
		i, _ := slices.BinarySearch(g.fields, f)
		return 1 << (i % 64)
	}
	read := func(path []string) {
		for _, f := range path {
			a.reads |= bit(f)
		}
	}
	switch s := s.(type) {
	case *il.Skip, *il.If, *il.While, *il.Copy, *il.New, *il.Unlock:
	case *il.Lock:
		a.locks = true
	case *il.Load:
		read(s.Src.Fields)
		a.sites = 1 << g.bits[s]
	case *il.Store:
		last := len(s.Dst.Fields) - 1
		read(s.Dst.Fields[:last])
		a.writes = bit(s.Dst.Fields[last])
		a.sites = 1 << g.bits[s]
	case *il.Call:
		for _, e := range s.Args {
			read(e.Fields)
		}
	default:
		panic(il.Unknown(s))
	}
	return a
}
