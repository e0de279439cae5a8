package text

import "strconv"

// ShortNames makes n names: the letters, then the first letter with a number.
func ShortNames(letters string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = ShortName(letters, i)
	}
	return list
}

// ShortName makes the i-th name of ShortNames.
func ShortName(letters string, i int) string {
	if i < len(letters) {
		return letters[i : i+1]
	}
	return letters[:1] + strconv.Itoa(i)
}
