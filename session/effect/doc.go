// Package effect says what a step of package semantics did to a state, or will do, as a value
// (Effects) and in words, and gives objects their names (Names). Sessions, screens and
// pictures all use its words.
//
// It compares and describes the two configurations around a step, or the one before it. It
// makes no step, and has no deviations from the paper.
package effect
