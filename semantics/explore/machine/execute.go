package machine

// Outcomes of Execute other than an address.
const (
	Done  Address = -1 // executed
	Stuck Address = -2 // no rule applies; no legal program comes to this
)

// Execute executes the command of thread i, which is not at its end, but leaves
// its control where it is: At says where it goes on. It returns Done, or Stuck,
// or, in a lazy machine, the address whose initial value has to be picked first
// (Define) before it is tried again; in the last two cases nothing has changed.
// Whether the lock lets it happen is for Enabled to say.
func (m *Machine) Execute(i int) Address {
	c := m.At[i]
	switch c.Op {
	case OpCopy:
		v := m.mem[c.Src]
		if v == 0 {
			return m.unlessIdle(c, c.Src)
		}
		m.set(c.Dst, v)
	case OpLoad:
		at, need := m.address(c.Src, c.Path)
		if need == Done && m.mem[at] == 0 {
			return m.unlessIdle(c, at)
		}
		if need != Done {
			return m.missing(need)
		}
		m.set(c.Dst, m.mem[at])
	case OpStore:
		at, need := m.address(c.Dst, c.Path)
		if need == Done && m.mem[c.Src] == 0 {
			need = c.Src
		}
		if need != Done {
			return m.missing(need)
		}
		m.set(at, m.mem[c.Src])
	case OpNew:
		m.count[i]++
		m.set(c.Dst, m.allocate(origin(i, m.count[i])))
	case OpUnlock:
		if c.Level == 0 {
			return Stuck
		}
	case OpPush:
		return m.push(c)
	case OpLock, OpPop:
	default:
		panic("machine: a thread goes on behind its end")
	}
	return Done
}

// push executes the push of c. The registers of the new frame are not those
// that the arguments are read from.
func (m *Machine) push(c *Control) Address {
	for k := range c.Args {
		a := &c.Args[k]
		at, need := m.address(a.Root, a.Path)
		if need == Done && m.mem[at] == 0 {
			need = at
		}
		if need != Done {
			return m.missing(need)
		}
	}
	for k := range c.Args {
		a := &c.Args[k]
		at, _ := m.address(a.Root, a.Path)
		m.set(a.Dst, m.mem[at])
	}
	for _, r := range c.Clear {
		m.set(r, 0)
	}
	return Done
}

// address is ⌊root.path⌋ of Definition 3.1, or, as need, the first address on the
// way that holds nothing.
func (m *Machine) address(root Address, path []int32) (at, need Address) {
	at = root
	for _, f := range path {
		v := m.mem[at]
		if v == 0 {
			return 0, at
		}
		at = m.Cell(v, f)
	}
	return at, Done
}

// missing is what Execute returns where an address holds nothing: initial values
// are formals of the two units and cells.
func (m *Machine) missing(at Address) Address {
	if !m.lazy || at < m.g.heap && !m.g.isFormal(at) {
		return Stuck
	}
	return at
}

// unlessIdle is missing, but Done where the value would go to a variable that
// counts nowhere: whatever the initial value is, it need not be picked.
func (m *Machine) unlessIdle(c *Control, at Address) Address {
	need := m.missing(at)
	if need != Stuck && c.Idle {
		return Done
	}
	return need
}

// isFormal tells whether a register is a formal of one of the two units.
func (g *Program) isFormal(r Address) bool {
	for i := range g.threads {
		t := &g.threads[i]
		if r >= t.base && r < t.base+Address(len(t.unit.Formals)) {
			return true
		}
	}
	return false
}

// Target is the cell that thread i, which stands before a load or store, is about
// to access; need is Done, or the first address on the way there that holds
// nothing. The cell itself need not hold anything.
func (m *Machine) Target(i int) (at, need Address) {
	c := m.At[i]
	return m.address(c.Root(), c.Path)
}

// Meeting tells whether the two threads, which stand before loads or stores, are
// about to access one cell. Need is as for Execute: Done, Stuck, or the address
// whose initial value decides.
func (m *Machine) Meeting() (same bool, need Address) {
	a, need := m.Target(0)
	if need == Done {
		var b Address
		if b, need = m.Target(1); need == Done {
			return a == b, Done
		}
	}
	return false, m.missing(need)
}
