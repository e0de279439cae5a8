package machine

import (
	"encoding/binary"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// An Opcode is the kind of a command.
type Opcode uint8

// The commands of Figure 5, and OpEnd for the end of a thread.
const (
	OpEnd Opcode = iota
	OpCopy
	OpLoad
	OpStore
	OpNew
	OpLock
	OpUnlock
	OpPush
	OpPop
)

// A Control is a control state of one thread: its stack of program points with the next command
// resolved, and the lock level. Goroutines share it. Only Program.Expand sets Next and Cut.
type Control struct {
	ID    int32    // the number among the control states of the thread, from 0
	Op    Opcode   // the kind of the next command
	Free  bool     // whether no lock is held before or after the command
	Idle  bool     // whether the variable that is written counts nowhere after the command
	Cut   bool     // whether a bound leaves out some of Next
	Stops bool     // whether, while the thread is here, the other one stops before its next lock()
	Lock  uint8    // for a lock() or unlock(): 1 + the slot of its lock
	Level il.Level // L before the command
	after il.Level // L' after it
	// Dst and Src are the registers written and read, or the root of that path.
	Dst, Src Address
	Path     []int32 // for a load or store: the numbers of the fields
	Site     int32   // for a load or store: an index of Program.Sites
	Args     []Argument
	Clear    []Address  // for a push: the registers that hold nothing yet but count as live
	Live     []Address  // the registers that count
	Next     []*Control // those after the command, one for each way to resolve the next choices

	// Effects are those of the command, Future those of all commands from here on, and UntilLock
	// those of the commands before the next lock().
	Effects, Future, UntilLock Effects

	frame
	node  int32
	rest  rest  // for a push
	from  int32 // the node from which Next is resolved
	ready bool  // whether Next is known
}

// A frame is an open call, or the unit of a thread.
type frame struct {
	unit   *unit
	base   Address  // where its registers begin
	Parent *Control // the push; nil in the unit of a thread
}

// An Argument is an actual argument of a push: a path, and the callee's register.
type Argument struct {
	Root Address
	Path []int32
	Dst  Address
}

// Access reports whether the next command is a load or store.
func (c *Control) Access() bool { return c.Op == OpLoad || c.Op == OpStore }

// Allowed reports whether Figure 6 allows a thread to execute c's command while the other is at d.
func (c *Control) Allowed(d *Control) bool { return c.Free || d.Level.Admits(c.Level, c.after) }

// MayWait reports whether the next command is a lock() that may have to wait.
func (c *Control) MayWait() bool { return c.Op == OpLock && c.Level.Takes(c.stmt()) }

// MayStick reports whether the next command may get stuck, whatever the other thread does: the
// unlock() of a lock that is not held. Legal programs contain none.
func (c *Control) MayStick() bool { return c.Op == OpUnlock && c.Level.Lacks(c.stmt()) }

// Root returns the root of the path of a load or store.
func (c *Control) Root() Address {
	if c.Op == OpStore {
		return c.Dst
	}
	return c.Src
}

// Conflict is the part of Definition 3.6 that does not depend on values: both threads are at loads
// or stores of the same field, at least one a store.
func Conflict(a, b *Control) bool {
	return a.Access() && b.Access() && (a.Op == OpStore || b.Op == OpStore) &&
		a.Path[len(a.Path)-1] == b.Path[len(b.Path)-1]
}

// Deadlock reports whether each of two threads waits for a lock that the other one holds.
func Deadlock(a, b *Control) bool {
	return a.MayWait() && b.MayWait() && !a.Allowed(b) && !b.Allowed(a)
}

// SortedSet sorts the control states of a thread in place and returns them without duplicates, and
// a key of the set among those of the thread.
func SortedSet(list []*Control) (set []*Control, key string) {
	slice.Sort(list, func(c, d *Control) int { return int(c.ID) - int(d.ID) })
	set = slices.Compact(list)
	var bytes []byte
	for _, c := range set {
		bytes = binary.AppendUvarint(bytes, uint64(c.ID))
	}
	return set, string(bytes)
}

// ByCommand groups control states by their next commands, nil at the end of the thread. The
// commands are in the order in which they first occur.
func (p *Program) ByCommand(list []*Control) (commands []il.Command, by map[il.Command][]*Control) {
	return slice.Group(list, func(c *Control) (il.Command, *Control) { return p.Command(c), c })
}

// Frame returns the push of the call whose frame has register r of c, or nil.
func (c *Control) Frame(r Address) *Control {
	for c.Parent != nil && r < c.base {
		c = c.Parent
	}
	return c.Parent
}

// stmt returns the statement at the program point, nil at the end of a unit.
func (c *Control) stmt() il.Stmt { return c.unit.Nodes[c.node].Stmt }

func (c *Control) call() *il.Call { return c.stmt().(*il.Call) }

// inner returns the beginning of a callee's frame.
func (c *Control) inner() Address { return c.base + c.unit.frame }

// A rest has the registers and effects that count after an open call, in its frame and lower ones.
type rest struct {
	live []Address
	after
}

// below returns what counts in c's frame from node n on and, because control reaches the end of the
// unit, after the call.
func (c *Control) below(n int32) rest {
	r := rest{c.unit.liveAt(n, c.base), c.unit.after[n]}
	if c.Parent == nil {
		return r
	}
	outer := &c.Parent.rest
	r.live = append(r.live, outer.live...)
	r.future = r.future.union(outer.future)
	if r.lockless {
		r.untilLock = r.untilLock.union(outer.untilLock)
	}
	return r
}

// decode resolves the next command of c, a control state of t.
func (p *Program) decode(t *thread, c *Control) {
	r := c.below(c.node)
	c.Live, c.Future, c.UntilLock = r.live, r.future, r.untilLock
	stmt := c.stmt()
	c.after = c.Level.After(stmt)
	c.Stops = c.Level.Held() && len(p.core.Locks) == 0
	c.Free = c.after == c.Level && !c.Level.Held()
	if stmt == nil {
		if c.Parent != nil {
			c.Op = OpPop
		}
		return
	}
	c.Effects = p.effects(stmt)
	register := func(x string) Address { return c.unit.register(x, c.base) }
	if x, ok := il.Def(stmt); ok {
		c.Dst = register(x)
	}
	switch s := stmt.(type) {
	case *il.Copy:
		c.Op, c.Src, c.Idle = OpCopy, register(s.Src), c.unit.idle(c.node)
	case *il.Load:
		c.Op, c.Src, c.Path = OpLoad, register(s.Src.Root), p.Path(s.Src)
		c.Idle, c.Site = c.unit.idle(c.node), t.site(s)
	case *il.Store:
		c.Op, c.Dst, c.Src, c.Path = OpStore, register(s.Dst.Root), register(s.Src), p.Path(s.Dst)
		c.Site = t.site(s)
	case *il.New:
		c.Op = OpNew
	case *il.Lock:
		c.Op, c.Lock = OpLock, uint8(1+s.Slot)
		if len(p.core.Locks) > 0 {
			c.Site = t.site(s)
		}
	case *il.Unlock:
		c.Op, c.Lock = OpUnlock, uint8(1+s.Slot)
	case *il.Call:
		c.Op = OpPush
		callee, base := p.callee(s), c.inner()
		for k, e := range s.Args {
			c.Args = append(c.Args,
				Argument{Root: register(e.Root), Path: p.Path(e), Dst: base + Address(k)})
		}
		for _, r := range callee.liveAt(callee.Entry, base) {
			if r >= base+Address(len(s.Args)) {
				c.Clear = append(c.Clear, r)
			}
		}
		c.rest = c.below(c.unit.Nodes[c.node].Next)
	default:
		panic(il.Unknown(s))
	}
}

// site returns the index of a statement in sites, to which it adds it the first time.
func (t *thread) site(s il.Stmt) int32 {
	n, ok := t.siteOf[s]
	if !ok {
		n = int32(len(t.sites))
		t.sites = append(t.sites, s)
		t.siteOf[s] = n
	}
	return n
}
