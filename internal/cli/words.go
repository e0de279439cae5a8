package cli

import "strings"

// shellWord writes a file name or value as a word for a POSIX shell.
func shellWord(s string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./,:+@%", r)
	}
	if strings.HasPrefix(s, "-") {
		s = "./" + s // no flag
	}
	if s != "" && strings.TrimFunc(s, safe) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// similar is the name nearest to what was typed, empty where none is near.
func similar(typed string, names []string) string {
	best, nearest := "", 1+len(typed)/3
	for _, n := range names {
		if d := distance(typed, n); d <= nearest && (best == "" || d < nearest) {
			best, nearest = n, d
		}
	}
	return best
}

// distance is the number of characters to insert, delete or replace that turn
// one word into the other.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range s {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range t {
			cost := diagonal
			if x != y {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(t)]
}
