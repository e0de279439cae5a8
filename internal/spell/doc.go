// Package spell finds the word that a misspelt one most likely means, for the question "did you
// mean …?" of error messages. The caller decides how many slips it allows.
package spell
