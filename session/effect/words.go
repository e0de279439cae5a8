package effect

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Did describes the execution of the command c, which had the effects e, without the thread, as in
// "reads o1.f (b.f) into x: x = o2".
func (n *Names) Did(c il.Command, e Effects) string {
	switch c := c.(type) {
	case *il.Copy:
		if il.IsTemporary(c.Dst) {
			return fmt.Sprintf("evaluates %s, which is %s", c.Src, n.Of(e.Local.New))
		}
		return fmt.Sprintf("copies %s into %s: %s", c.Src, c.Dst, n.local(e.Local))
	case *il.Load:
		if il.IsTemporary(c.Dst) {
			return fmt.Sprintf("reads %s (%s), which holds %s", n.Cell(*e.Access), c.Src,
				n.Of(e.Local.New))
		}
		return fmt.Sprintf("reads %s (%s) into %s: %s", n.Cell(*e.Access), c.Src, c.Dst,
			n.local(e.Local))
	case *il.Store:
		return fmt.Sprintf("writes %s into %s (%s), which held %s",
			n.Of(e.Cell.New), n.Cell(e.Cell.Cell), c.Dst, n.held(e.Cell))
	case *il.New:
		if il.IsTemporary(c.Dst) {
			return "makes the object " + n.Of(e.New)
		}
		return fmt.Sprintf("makes the object %s: %s", n.Of(e.New), n.local(e.Local))
	case *il.Lock:
		again := ""
		if !e.Lock.Old.Takes(c) {
			again = " again"
		}
		return fmt.Sprintf("takes %s%s: depth %s", c.Words(), again, e.Lock.depths())
	case *il.Unlock:
		if !e.Lock.Old.Frees(c) {
			return fmt.Sprintf("unlocks once and keeps %s: depth %s", c.Words(), e.Lock.depths())
		}
		return fmt.Sprintf("gives %s back: depth %s", c.Words(), e.Lock.depths())
	case il.Push:
		return "enters " + n.entered(e.Pushed)
	case il.Pop:
		return fmt.Sprintf("leaves %s and is back in %s", c.Callee.Name, e.Back.Name)
	default:
		panic(il.Unknown(c))
	}
}

// depths returns the depths of the lock that was taken or released, as in "0 -> 1".
func (c *LockChange) depths() string {
	return fmt.Sprintf("%d -> %d", c.Old.DepthOf(c.Slot), c.New.DepthOf(c.Slot))
}

// held returns the old value of a cell, or "it already" if it was the same.
func (n *Names) held(c *CellChange) string {
	if c.Old == c.New {
		return "it already"
	}
	return n.Of(c.Old)
}

// local returns the new value of a variable, as in "x = o2", and the old one.
func (n *Names) local(c *LocalChange) string {
	text := c.Name + " = " + n.Of(c.New)
	switch {
	case !c.HadValue:
		return text
	case c.Old == c.New:
		return text + " as before"
	default:
		return text + ", no longer " + n.Of(c.Old)
	}
}

// entered returns a unit with its arguments, as in "m(b = o1)".
func (n *Names) entered(f *Frame) string {
	args := slice.Map(f.Unit.Formals,
		func(x string) string { return x + " = " + n.Of(f.Vars.At(x)) })
	return f.Unit.Name + "(" + strings.Join(args, ", ") + ")"
}

// Will describes the next step of a thread that can take one, without the thread, as in "read o1.f
// (b.f) into x".
func (n *Names) Will(k semantics.Config, i semantics.Tid) string {
	level := k.Threads[i].L
	c, _ := k.Command(i)
	switch c := c.(type) {
	case *il.Copy:
		if il.IsTemporary(c.Dst) {
			return "evaluate " + c.Src
		}
		return fmt.Sprintf("copy %s into %s", c.Src, c.Dst)
	case *il.Load:
		if il.IsTemporary(c.Dst) {
			return fmt.Sprintf("read %s (%s)", n.next(k, i), c.Src)
		}
		return fmt.Sprintf("read %s (%s) into %s", n.next(k, i), c.Src, c.Dst)
	case *il.Store:
		return fmt.Sprintf("write %s into %s (%s)", n.Of(k.Threads[i].S.Top.At(c.Src)),
			n.next(k, i), c.Dst)
	case *il.New:
		if il.IsTemporary(c.Dst) {
			return "make an object"
		}
		return "make an object and put it into " + c.Dst
	case *il.Lock:
		if level.Takes(c) {
			return "take " + c.Words()
		}
		return "take " + c.Words() + " again"
	case *il.Unlock:
		if level.Frees(c) {
			return "give " + c.Words() + " back"
		}
		return "unlock once and keep " + c.Words()
	case il.Push:
		return "enter " + il.Text(c.Call)
	case il.Pop:
		return "leave " + c.Callee.Name
	default:
		panic(il.Unknown(c))
	}
}

// next names the cell that the next command of a thread loads or stores.
func (n *Names) next(k semantics.Config, i semantics.Tid) string {
	a, _ := semantics.NextAccess(k, i)
	return n.Cell(a.Cell)
}

// InSource is like Brief, but gives only the values of variables that lowering has added.
func (n *Names) InSource(e Effects) string {
	if e.Local == nil || !il.IsTemporary(e.Local.Name) {
		return n.Brief(e)
	}
	switch value := n.Of(e.Local.New); {
	case e.Access != nil:
		return "reads " + n.Cell(*e.Access) + "=" + value
	case e.New != semantics.Nil:
		return "makes " + value
	default:
		return "value " + value
	}
}

// Brief describes effects in a few words for trace files, as in "depth 0->1" or "reads o1.f, x=o2".
// It is empty if there are none.
func (n *Names) Brief(e Effects) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if e.Access != nil && !e.Wrote {
		add("reads %s", n.Cell(*e.Access))
	}
	if e.Cell != nil {
		add("writes %s=%s", n.Cell(e.Cell.Cell), n.Of(e.Cell.New))
	}
	if e.New != semantics.Nil {
		add("makes %s", n.Of(e.New))
	}
	if e.Local != nil {
		add("%s=%s", e.Local.Name, n.Of(e.Local.New))
	}
	if e.Lock != nil {
		add("depth %s", strings.ReplaceAll(e.Lock.depths(), " ", ""))
	}
	if e.Pushed != nil {
		add("enters %s", strings.ReplaceAll(n.entered(e.Pushed), " = ", "="))
	}
	if e.Popped != nil {
		add("leaves %s", e.Popped.Unit.Name)
	}
	return strings.Join(parts, ", ")
}
