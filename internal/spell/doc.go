// Package spell finds the word that a misspelt one most likely means, for the
// question "did you mean …?" of all error messages. What counts as near is the
// caller's: a misspelt keyword of the language is nearer than a flag.
package spell
