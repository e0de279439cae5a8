package check

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/slice"
)

// blockName says which part of a unit a block is.
type blockName uint8

const (
	methodBody blockName = iota
	threadBlock
	thenBranch
	elseBranch
	loopBody
	synchronizedBody
)

func (b blockName) String() string {
	return [...]string{
		"method body", "thread block", "then-branch", "else-branch", "loop body",
		"synchronized body",
	}[b]
}

// lockStack has the unmatched lock() statements of the open blocks of a method, innermost last. In
// these terms, WF-lock says: an unlock() matches the last lock() of its own block (else min < 0),
// and no lock() of a block is left at its end (else net > 0).
type lockStack struct {
	held []heldLock
	frame
}

// frame is the innermost open block.
type frame struct {
	base int // its own locks are held[base:]
	name blockName
}

// heldLock is an unmatched lock() statement.
type heldLock struct {
	at      il.Pos
	name    string // empty for the unnamed lock
	excused bool   // the error at an inner unlock() mentions it already
}

// noteLock adds a lock to the names of the program, unless it is the unnamed one.
func (b *body) noteLock(name string) {
	if name != "" {
		b.checker.locks.add(name)
	}
}

// unlock checks an unlock(), which must match the last lock() of this block, and removes that.
func (b *body) unlock(s *il.Unlock) {
	b.noteLock(s.Lock)
	own := b.locks.held[b.locks.base:]
	n := len(own) - 1
	for n >= 0 && own[n].name != s.Lock {
		n--
	}
	switch {
	case n < 0 && len(own) > 0 && !b.holds(s.Lock):
		b.otherLock(s, own[len(own)-1].name)
		n = len(own) - 1
	case n < 0:
		b.unmatchedUnlock(s)
		return
	case n < len(own)-1:
		b.notNested(s, own[len(own)-1])
	}
	b.locks.held = slice.Delete(b.locks.held, b.locks.base+n)
}

// holds reports whether this block or one around it holds a lock.
func (b *body) holds(name string) bool {
	return slices.ContainsFunc(b.locks.held, func(l heldLock) bool { return l.name == name })
}

// otherLock reports an unlock() that names another lock than the last lock() of its block.
func (b *body) otherLock(s *il.Unlock, held string) {
	e := b.report(diag.UnmatchedUnlock, s.At, "unlock",
		fmt.Sprintf("unlock(%s) where lock(%s) was taken last", s.Lock, held))
	e.Label = fmt.Sprintf("%s is not held here", lockName(s.Lock))
	e.Fix = fmt.Sprintf("write unlock(%s)", held)
	e.Edits = b.replaceCall(s.At, "unlock("+held+")")
}

// notNested reports an unlock() of a lock that is not the one taken last.
func (b *body) notNested(s *il.Unlock, last heldLock) {
	e := b.report(diag.NotNested, s.At, "unlock",
		fmt.Sprintf("%s is released before %s, which was taken after it", lockName(s.Lock),
			lockName(last.name)))
	e.Label = "locks are released in the opposite order"
	e.Fix = fmt.Sprintf("release %s first, or nest synchronized blocks", lockName(last.name))
	note(e, last.at, "lock", fmt.Sprintf("%s is taken here and still held", lockName(last.name)))
}

// lockName returns how messages call a lock.
func lockName(name string) string {
	if name == "" {
		return "the unnamed lock"
	}
	return "lock " + name
}

// unmatchedUnlock reports an unlock() that no lock() of its block matches. If an outer block holds
// the lock, its lock() is part of the same mistake and gets no error of its own.
func (b *body) unmatchedUnlock(s *il.Unlock) {
	e := b.report(diag.UnmatchedUnlock, s.At, "unlock",
		fmt.Sprintf("unlock(%s) without a lock(%[1]s) in the same %s", s.Lock, b.locks.name))
	e.Label = fmt.Sprintf("no lock(%s) of this block is held here", s.Lock)
	e.Fix = "remove it, or put the statements that need the lock into synchronized { ... }"
	e.Edits = b.replaceCall(s.At, "")
	if len(e.Edits) > 0 && strings.HasPrefix(b.text()[e.Edits[0].End:], ";") {
		e.Edits[0].End++
	}
	for n := len(b.locks.held) - 1; n >= 0; n-- {
		outer := &b.locks.held[n]
		if outer.name != s.Lock {
			continue
		}
		outer.excused = true
		note(e, outer.at, "lock",
			fmt.Sprintf("this lock(%s) is outside the %s", s.Lock, b.locks.name))
		e.Fix = "release the lock in the block that took it, or use synchronized { ... }"
		e.Edits = nil
		return
	}
}

// replaceCall returns the edit that replaces the lock() or unlock() at a position, none if the text
// has no such call there.
func (b *body) replaceCall(at il.Pos, replacement string) []diag.Edit {
	text := b.text()
	if !within(at, text) {
		return nil
	}
	i := strings.IndexByte(text[at:], ')')
	if i < 0 {
		return nil
	}
	return []diag.Edit{{At: at, End: at + il.Pos(i) + 1, Text: replacement}}
}

// unlockBefore returns the edit that inserts an unlock() of a lock before a closing brace, on a
// line of its own if the brace has one.
func (b *body) unlockBefore(brace il.Pos, lock string) []diag.Edit {
	text := b.text()
	if !within(brace, text) {
		return nil
	}
	text = text[:brace]
	line := text[strings.LastIndexByte(text, '\n')+1:]
	insertion := "unlock(" + lock + "); "
	if strings.TrimSpace(line) == "" {
		insertion = "  unlock(" + lock + ");\n" + line
	}
	return []diag.Edit{{At: brace, End: brace, Text: insertion}}
}

// text returns the program's text; generated trees have none.
func (b *body) text() string {
	if b.program.Source == nil {
		return ""
	}
	return b.program.Source.Text
}

// within reports whether a position is inside a text. Changed trees have positions outside.
func within(at il.Pos, text string) bool { return at >= 0 && int(at) < len(text) }
