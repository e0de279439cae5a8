// Package effect says what a step of package semantics did to a state, or will
// do, as a value (Effects) and in words, and gives objects their names (Names).
// It is the one home of these words: a session, the screens and the pictures
// all take them from here.
//
// It transcribes no figure: the two configurations around a step, or the one
// before it, are compared and described. There are no deviations from the paper,
// and no step is made here.
package effect
