package dpor

// wakeup is a wakeup tree: runs of thread B, each of which ends with the first
// step that the sleeping next command of A depends on. Runs part where B
// chooses differently.
type wakeup struct {
	step *point // the next step of B
	next []*wakeup
}

// child is the subtree behind the next step p, which is added if it is new.
func (w *wakeup) child(p *point) *wakeup {
	for _, v := range w.next {
		if v.step == p {
			return v
		}
	}
	v := &wakeup{step: p}
	w.next = append(w.next, v)
	return v
}
