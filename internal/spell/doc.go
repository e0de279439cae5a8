// Package spell finds the word that a misspelt one most likely means, for the question "did you
// mean …?" of error messages. It counts slips: a missing, additional or wrong character, or two
// neighbours swapped. Compose makes words comparable whose accents are encoded differently.
package spell
