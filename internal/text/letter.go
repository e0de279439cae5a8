package text

// Letter is the letter by which item i of a short list is chosen, from 0: a, b, c. The
// list has at most 26.
func Letter(i int) string { return string(rune('a' + i)) }

// OfLetter is the item of a list of n that a letter chooses, and whether it chooses one.
func OfLetter(s string, n int) (i int, ok bool) {
	if len(s) != 1 {
		return 0, false
	}
	i = int(s[0]) - 'a'
	return i, 0 <= i && i < n
}
