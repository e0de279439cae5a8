package engine

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"wobbly/internal/ask"
)

// memoryInterval is the time between two checks of the memory in use, in milliseconds.
const memoryInterval = 50

// bounded is the context of a message. A browser's worker has one thread, so no other goroutine can
// watch the memory during a search. Instead Err, which every search polls, also checks the memory.
type bounded struct {
	context.Context
	cancel context.CancelCauseFunc
	h      *Handler
	mu     sync.Mutex
	last   int64 // when the memory was last checked, in milliseconds of the clock
}

func (h *Handler) bound(ctx context.Context) *bounded {
	b := &bounded{h: h}
	b.Context, b.cancel = context.WithCancelCause(ctx)
	return b
}

// Err returns why the context has ended, or nil. At most every memoryInterval it also checks the
// memory in use, and ends the context if that is too much.
func (b *bounded) Err() error {
	if b.h.o.Memory != nil && b.mu.TryLock() { // otherwise another goroutine is checking
		if now := b.h.now(); now-b.last >= memoryInterval {
			b.last = now
			if o := b.h.o; o.Memory() > o.MaxMemory {
				b.cancel(ask.ErrMemory)
			}
		}
		b.mu.Unlock()
	}
	return b.Context.Err()
}

// end ends the context when its message is answered. If memory was full, it frees as much as it can
// for the next message.
func (b *bounded) end() {
	b.cancel(nil)
	if b.problem() != nil {
		b.h.last, b.h.versions, b.h.searched = lastText{}, ask.Versions{}, searched{}
		runtime.GC()
	}
}

// problem returns the problem of a message that ended because the memory was full, or nil.
func (b *bounded) problem() *problem {
	if context.Cause(b.Context) != ask.ErrMemory {
		return nil
	}
	return &problem{
		Code: "limit", Exit: ask.ExitInconclusive,
		Fix: "a smaller bound, or the command wobbly, which has all memory of the machine",
		Message: fmt.Sprintf("this takes more than the %d MB of memory that the engine of the "+
			"page may take", b.h.o.MaxMemory>>20),
	}
}
