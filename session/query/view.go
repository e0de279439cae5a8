package query

import "wobbly/semantics"

// View is a state as expressions see it: a configuration, and of the history
// that led there what they can ask for. A View is never changed.
type View struct {
	Config   semantics.Config
	Focus    semantics.Tid // whose variables stand without a thread
	Steps    [2]int        // of A and of B so far
	Switches int           // steps by another thread than the step before
	Last     semantics.Tid // who made the last step; means nothing before the first
	Before   *View         // the state before the last step or choice; nil before the first
}

// Begin is the view of an initial configuration, with A in focus.
func Begin(k semantics.Config) View { return View{Config: k} }

// Stepped is the view after a step of thread i that led to k.
func (v *View) Stepped(i semantics.Tid, k semantics.Config) View {
	w := *v
	w.Config, w.Last, w.Before = k, i, v
	w.Steps[i]++
	if v.moved() && v.Last != i {
		w.Switches++
	}
	return w
}

// Chosen is the view after a choice that led to k, which is no step.
func (v *View) Chosen(k semantics.Config) View {
	w := *v
	w.Config, w.Before = k, v
	return w
}

// Focused is the view with another thread in focus.
func (v *View) Focused(i semantics.Tid) View {
	w := *v
	w.Focus = i
	return w
}

// moved tells whether a step was made.
func (v *View) moved() bool { return v.Steps[semantics.A]+v.Steps[semantics.B] > 0 }
