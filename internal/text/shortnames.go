package text

import "strconv"

// ShortNames returns n names: the letters, which must be ASCII, then the first letter with numbers.
// With the letters "xy", they are x, y, x2, x3 and so on.
func ShortNames(letters string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = ShortName(letters, i)
	}
	return list
}

// ShortName returns the i-th name of ShortNames, counted from 0.
func ShortName(letters string, i int) string {
	if i < len(letters) {
		return letters[i : i+1]
	}
	return letters[:1] + strconv.Itoa(i)
}
