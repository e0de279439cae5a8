package machine

// Outcomes of Execute other than an address.
const (
	Done  Address = -1 // the command was executed
	Stuck Address = -2 // no rule applies; this never happens in a legal program
)

// Execute executes the command of thread i; the caller then sets At to one of Next. It returns
// Done, or Stuck, or, in a lazy machine, the address whose initial value must be picked (Define)
// before the next attempt. In the last two cases nothing has changed. Enabled says whether the lock
// allows the command.
func (m *Machine) Execute(i int) Address {
	c := m.At[i]
	switch c.Op {
	case OpCopy, OpLoad:
		at, need := m.address(c.Src, c.Path)
		switch {
		case need != Done:
			return m.missing(need)
		case m.mem[at] != 0:
			m.set(c.Dst, m.mem[at])
		case m.missing(at) == Stuck || !c.Idle: // a value that nothing reads need not be picked
			return m.missing(at)
		}
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
		if c.MayStick() {
			return Stuck
		}
	case OpPush:
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
		for k := range c.Args { // the arguments are not read from registers of the new frame
			a := &c.Args[k]
			at, _ := m.address(a.Root, a.Path)
			m.set(a.Dst, m.mem[at])
		}
		for _, r := range c.Clear {
			m.set(r, 0)
		}
	case OpLock, OpPop:
	default:
		panic("machine: a thread at its end has no command")
	}
	return Done
}

// address returns ⌊root.path⌋ of Definition 3.1 or, as need, the first address on the path without
// a value.
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

// missing returns the outcome of Execute for an address without a value: only formals of the two
// units and cells have initial values.
func (m *Machine) missing(at Address) Address {
	if !m.lazy {
		return Stuck
	}
	if at >= m.g.heap {
		return at
	}
	for i := range m.g.threads {
		t := &m.g.threads[i]
		if at >= t.base && at < t.base+Address(len(t.unit.Formals)) {
			return at
		}
	}
	return Stuck
}

// Target returns the cell that thread i, which is at a load or store, is about to access. need is
// Done, or the first address on the path without a value. The cell itself may have no value.
func (m *Machine) Target(i int) (at, need Address) {
	c := m.At[i]
	return m.address(c.Root(), c.Path)
}

// Meeting reports whether the two threads, which are at loads or stores, are about to access the
// same cell. need is Done, Stuck, or the address whose initial value decides.
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
