package driver

import "wobbly/internal/poll"

// Tries bounds the tries to pick initial values for which two accesses meet: there are as many ways
// as there are partitions of the addresses that matter.
type Tries struct {
	Poll     *poll.Context
	Max      uint64
	Exceeded bool // Max was met since Begin
	made     uint64
}

// Begin forgets earlier tries.
func (t *Tries) Begin() { t.made, t.Exceeded = 0, false }

// More reports whether another try may be made.
func (t *Tries) More() bool {
	t.made++
	t.Exceeded = t.made > t.Max
	return !t.Exceeded && !t.Poll.Step()
}
