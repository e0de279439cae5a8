package flat

// A note has a bit for each thread that moves from a state, as bit i for thread i, and
// keeps.
const (
	movesA uint8 = 1 << iota
	movesB
	keeps // something is known of an initial object that nothing leads to
	usual = movesA | movesB
)

// noted are notes of n states, the usual ones where there are none.
func noted(notes []uint8, n int) []uint8 {
	if len(notes) > 0 {
		return notes
	}
	for range n {
		notes = append(notes, usual)
	}
	return notes
}

// note adds the note of the next state. Those before it may have none.
func (b *bucket) note(note uint8) {
	b.notes = append(noted(b.notes, b.count-b.before), note)
	if note&movesA == 0 {
		b.asleep++
	}
}
