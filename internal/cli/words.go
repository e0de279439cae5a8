package cli

import (
	"slices"
	"strings"

	"wobbly/internal/spell"
)

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
	return spell.Nearest(typed, 1+len(typed)/3, slices.Values(names))
}
