package check

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
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

func (n blockName) String() string {
	return [...]string{"method body", "thread block", "then-branch", "else-branch", "loop body", "synchronized body"}[n]
}

// lockStack holds the lock() statements of the open blocks of a unit that no
// unlock() has matched yet, innermost last. WF-lock in these terms: an unlock()
// matches the last lock() of its own block (else min < 0), and at a block's end
// none of its own is left (else net > 0).
type lockStack struct {
	held []heldLock
	frame
}

// frame is the innermost open block.
type frame struct {
	base int // its own locks are held[base:]
	name blockName
}

type heldLock struct {
	at      il.Pos
	excused bool // named already by the error at an inner unlock()
}

// unmatchedUnlock reports an unlock() that no lock() of its block matches. If
// an outer block holds the lock, that lock() is the other half of the same
// mistake and gets no error of its own.
func (b *body) unmatchedUnlock(s *il.Unlock) {
	e := b.report(diag.UnmatchedUnlock, s.At, "unlock", fmt.Sprintf("unlock() without a lock() in the same %s", b.locks.name))
	e.Label = "no lock() of this block is held here"
	e.Fix = "remove it, or put the statements that need the lock into synchronized { ... }"
	e.Edits = b.withoutCall(s.At)
	if n := len(b.locks.held); n > 0 {
		outer := &b.locks.held[n-1]
		outer.excused = true
		note(e, outer.at, "lock", fmt.Sprintf("this lock() is outside the %s", b.locks.name))
		e.Fix, e.Edits = "release the lock in the block that took it, or use synchronized { ... }", nil
	}
}

// endLocks is WF-lock for the end of a block: net = 0.
func (b *body) endLocks(blk *il.Block) {
	for _, l := range b.locks.held[b.locks.base:] {
		if l.excused {
			continue
		}
		e := b.report(diag.LockHeldAtEnd, l.at, "lock", fmt.Sprintf("lock() is still held at the end of the %s", b.locks.name))
		e.Label = "no unlock() of this block matches it"
		e.Fix = "add unlock() before the closing brace, or use synchronized { ... }"
		e.Edits = b.unlockBefore(blk.End)
		note(e, blk.End, "}", fmt.Sprintf("the %s ends here", b.locks.name))
	}
}

// withoutCall takes away a lock() or unlock(), with the ";" behind it.
func (b *body) withoutCall(at il.Pos) []diag.Edit {
	text := b.text()
	if !within(at, text) {
		return nil
	}
	i := strings.IndexByte(text[at:], ')')
	if i < 0 {
		return nil
	}
	end := at + il.Pos(i) + 1
	if strings.HasPrefix(text[end:], ";") {
		end++
	}
	return []diag.Edit{{At: at, End: end}}
}

// unlockBefore puts an unlock() before a closing brace: on a line of its own if the
// brace has one.
func (b *body) unlockBefore(brace il.Pos) []diag.Edit {
	text := b.text()
	if !within(brace, text) {
		return nil
	}
	text = text[:brace]
	line := text[strings.LastIndexByte(text, '\n')+1:]
	put := "unlock(); "
	if strings.TrimSpace(line) == "" {
		put = "  unlock();\n" + line
	}
	return []diag.Edit{{At: brace, End: brace, Text: put}}
}

// text is the program's; a tree that was never written has none.
func (b *body) text() string {
	if b.program.Source == nil {
		return ""
	}
	return b.program.Source.Text
}

// within reports whether a position is one of a text. Trees that were changed have others.
func within(at il.Pos, text string) bool { return at >= 0 && int(at) < len(text) }
