package driver

import (
	"context"
	"errors"
)

// Cuts is a set of reasons why a search is not complete.
type Cuts uint8

// The reasons, those first that a result names first.
const (
	CutInterrupt Cuts = 1 << iota // the context was cancelled
	CutTimeout                    // the context's deadline passed
	CutMemory                     // the context's cause is ErrMemory
	CutStates                     // Options.MaxStates
	CutStateSize                  // a state is too large, or has too many successors
	CutSwitches                   // a bound on switches between the threads
	CutUnroll                     // a bound on rounds of loops
	CutSampling                   // random runs are a sample
)

// ErrMemory is the cause with which a context is cancelled when memory runs out.
var ErrMemory = errors.New("there is no more memory")

// Ended is the reason that a context gives to end a search; 0 while it is not done.
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
