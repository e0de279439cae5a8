package cli

import (
	"runtime"
	"strings"
)

// shellWord writes a file name or value as a word for the shell that is usual here.
func shellWord(s string) string {
	if runtime.GOOS == "windows" {
		return windowsWord(s)
	}
	return posixWord(s)
}

// plainWord tells whether a word has none but ASCII letters, digits, and some signs.
func plainWord(s, signs string) bool {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(signs, r)
	}
	return s != "" && strings.TrimFunc(s, safe) == ""
}

// noFlag is a word that no command takes for a flag.
func noFlag(s string) string {
	if strings.HasPrefix(s, "-") {
		return "./" + s
	}
	return s
}

// posixWord is a word for a POSIX shell.
func posixWord(s string) string {
	if s = noFlag(s); plainWord(s, "_-./,:+@%") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// windowsWord is a word for PowerShell, to which a comma makes a list, and for cmd, which knows
// no single quotes. What cmd has no way to write is for PowerShell alone.
func windowsWord(s string) string {
	s = noFlag(s)
	switch {
	case plainWord(s, `_-./\:+`):
		return s
	case !strings.ContainsAny(s, "\"$`%\u201c\u201d\u201e"):
		end := strings.TrimRight(s, `\`)
		return `"` + s + s[len(end):] + `"` // in programs \" is a quotation mark, and \\" a backslash and the end
	default:
		return powershellQuote(s)
	}
}

// powershellQuote is a text in single quotes for PowerShell, which takes curly ones for them too.
func powershellQuote(s string) string {
	return "'" + strings.NewReplacer("'", "''", "\u2018", "\u2018\u2018", "\u2019", "\u2019\u2019").Replace(s) + "'"
}
