package promela

import "wobbly/il"

// sizes holds of each unit what its flat form needs.
type sizes map[*il.Unit]size

// size is what one execution of a unit needs at most, calls included.
type size struct {
	commands int    // of the inlined text, pushes and pops included; at most maxTransitions+1
	news     int    // executions of new(), at most unbounded
	loop     il.Pos // where news is unbounded: a loop that allocates
}

// unbounded stands for every number of objects that no model can hold.
const unbounded = 1 << 20

// measure visits callees before callers, so that it does not descend into
// calls: inlining may be exponential.
func measure(core *il.Core) sizes {
	all := sizes{}
	for _, u := range core.Order {
		all[u] = all.block(core, u.Body)
	}
	return all
}

func (all sizes) block(core *il.Core, b *il.Block) size {
	var z size
	for _, s := range b.List() {
		z = z.then(all.stmt(core, s))
	}
	return z
}

func (all sizes) stmt(core *il.Core, s il.Stmt) size {
	switch s := s.(type) {
	case *il.Skip:
		return size{}
	case *il.New:
		return size{commands: 1, news: 1}
	case il.Command:
		return size{commands: 1}
	case *il.If:
		return all.block(core, s.Then).or(all.block(core, s.Else))
	case *il.While:
		z := all.block(core, s.Body)
		if z.news > 0 {
			z.news, z.loop = unbounded, s.At
		}
		return z
	case *il.Call:
		return size{commands: 2}.then(all[core.Methods[s.Method]])
	default:
		panic(il.Unknown(s))
	}
}

// then is the size of y behind z.
func (z size) then(y size) size {
	if z.news < unbounded {
		z.loop = y.loop
	}
	z.news = min(z.news+y.news, unbounded)
	z.commands = min(z.commands+y.commands, maxTransitions+1)
	return z
}

func (z size) or(y size) size {
	if z.news < unbounded {
		z.loop = y.loop
	}
	z.news = max(z.news, y.news)
	z.commands = min(z.commands+y.commands, maxTransitions+1)
	return z
}
