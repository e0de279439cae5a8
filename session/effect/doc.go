// Package effect describes the effects of a step of package semantics, as a value (Effects) and in
// words, and names objects (Names). Sessions, screens and pictures use its words.
package effect
