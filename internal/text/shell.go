package text

import (
	"fmt"
	"runtime"
	"strings"
)

// ShellWord writes a file name or value as a word for the shell that is usual here.
func ShellWord(s string) string {
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
	switch s = noFlag(s); {
	case plainWord(s, "_-./,:+@%"):
		return s
	case FirstObeyed(s) >= 0: // as bash, zsh and ksh know it
		return "$'" + shellEscapes(s) + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// shellEscapes is a text of which every byte that is no plain character is an escape.
func shellEscapes(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < ' ' || c >= 0x7f || c == '\\' || c == '\'' {
			fmt.Fprintf(&b, `\x%02x`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// windowsWord is a word for PowerShell, to which a comma makes a list, and for cmd, which knows
// no single quotes. What cmd has no way to write is for PowerShell alone.
func windowsWord(s string) string {
	s = noFlag(s)
	switch {
	case plainWord(s, `_-./\:+`):
		return s
	case !strings.ContainsAny(s, "\"$`\u201c\u201d\u201e"):
		end := strings.TrimRight(s, `\`)
		return `"` + s + s[len(end):] + `"` // in programs \" is a quotation mark, and \\" a backslash and the end
	default:
		return PowerShellQuote(s)
	}
}

// PowerShellQuote is a text in single quotes for PowerShell, which takes curly ones for them too.
func PowerShellQuote(s string) string {
	return "'" + strings.NewReplacer("'", "''", "\u2018", "\u2018\u2018", "\u2019", "\u2019\u2019").Replace(s) + "'"
}
