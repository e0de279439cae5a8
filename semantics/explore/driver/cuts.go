package driver

import (
	"context"
	"errors"

	"wobbly/internal/poll"
)

// Cuts is a set of reasons why a search is not complete.
type Cuts uint16

// The reasons, in the order in which a result prefers them.
const (
	CutInterrupt Cuts = 1 << iota // the context was cancelled
	CutTimeout                    // the context's deadline passed
	CutMemory                     // the context's cause is ErrMemory
	CutStates                     // Options.MaxStates
	CutStateSize                  // a state is too large, or has too many successors
	CutSwitches                   // a bound on switches between the threads
	CutUnroll                     // a bound on iterations of loops
	CutAliases                    // a bound on the aliases of initial states
	CutSampling                   // random runs are a sample
)

// ErrMemory is the cause with which a context is cancelled when memory runs out.
var ErrMemory = errors.New("there is no more memory")

// Ended returns why ctx ends a search; 0 if it is not done.
func Ended(ctx context.Context) Cuts {
	switch err := ctx.Err(); {
	case err == nil:
		return 0
	case errors.Is(err, context.DeadlineExceeded):
		return CutTimeout
	case errors.Is(context.Cause(ctx), ErrMemory):
		return CutMemory
	default:
		return CutInterrupt
	}
}

// Tries bounds the attempts to pick initial values for which two accesses meet. There are as many
// ways as partitions of the addresses that matter.
type Tries struct {
	Poll     *poll.Context
	Max      uint64
	Exceeded bool // Max was met since Begin
	made     uint64
}

// Begin resets the counter.
func (t *Tries) Begin() { t.made, t.Exceeded = 0, false }

// More reports whether another try may be made.
func (t *Tries) More() bool {
	t.made++
	t.Exceeded = t.made > t.Max
	return !t.Exceeded && !t.Poll.Step()
}
