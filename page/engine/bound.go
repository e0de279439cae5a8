package engine

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"wobbly/internal/service"
	"wobbly/semantics/explore"
)

// glance is how many milliseconds lie between two looks at the memory.
const glance = 50

// bounded is the context of a message. A worker of a browser has one thread, so that
// nobody could watch the memory while a search has it: whoever asks whether the context
// has ended looks at the memory too.
type bounded struct {
	context.Context
	cancel context.CancelCauseFunc
	h      *Handler
	mu     sync.Mutex
	last   int64
}

// bound makes the context of a message.
func (h *Handler) bound(ctx context.Context) *bounded {
	b := &bounded{h: h}
	b.Context, b.cancel = context.WithCancelCause(ctx)
	return b
}

// Err implements context.Context.
func (b *bounded) Err() error {
	if b.h.o.Memory != nil && b.mu.TryLock() { // else another goroutine looks already
		if now := b.h.now(); now-b.last >= glance {
			b.last = now
			b.watch()
		}
		b.mu.Unlock()
	}
	return b.Context.Err()
}

// watch ends the context if more memory is taken than there may be.
func (b *bounded) watch() {
	if o := b.h.o; o.Memory() > o.MaxMemory {
		b.cancel(explore.ErrMemory)
	}
}

// end ends the context with its message. Where the memory was full, it is made free, so
// that the next message has it.
func (b *bounded) end() {
	b.cancel(nil)
	if b.full() != nil {
		b.h.last = lastText{}
		runtime.GC()
	}
}

// full is the problem of a message that was given up for the memory; nil if it was not.
func (b *bounded) full() *problem {
	if context.Cause(b.Context) != explore.ErrMemory {
		return nil
	}
	return &problem{Code: "limit", Exit: service.ExitInconclusive, Fix: "a smaller bound, or the command wobbly, which has all memory of the machine",
		Message: fmt.Sprintf("this takes more than the %d MB of memory that the engine of the page may take", b.h.o.MaxMemory>>20)}
}
