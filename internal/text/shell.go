package text

import (
	"fmt"
	"runtime"
	"strings"
)

// ShellWord quotes a file name or value as one word for the usual shell of this operating system.
// One that begins with a hyphen is prefixed with "./".
func ShellWord(s string) string {
	if runtime.GOOS == "windows" {
		return windowsWord(s)
	}
	return posixWord(s)
}

// plainWord reports whether a word is not empty and has only ASCII letters, digits and the given
// signs.
func plainWord(s, signs string) bool {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune(signs, r)
	}
	return s != "" && strings.TrimFunc(s, safe) == ""
}

// noFlag prefixes a word that begins with a hyphen, so that commands do not parse it as a flag.
func noFlag(s string) string {
	if strings.HasPrefix(s, "-") {
		return "./" + s
	}
	return s
}

// posixWord quotes a word for a POSIX shell.
func posixWord(s string) string {
	s = noFlag(s)
	switch {
	case plainWord(s, "_-./,:+@%"):
		return s
	case FirstObeyed(s) >= 0: // bash, zsh and ksh have this form
		var b strings.Builder
		for _, c := range []byte(s) {
			if c < ' ' || c >= 0x7f || c == '\\' || c == '\'' {
				fmt.Fprintf(&b, `\x%02x`, c)
			} else {
				b.WriteByte(c)
			}
		}
		return "$'" + b.String() + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// windowsWord quotes a word so that PowerShell and cmd both read it: in PowerShell a comma makes a
// list, and cmd has no single quotes. A word that has no form for both is quoted for PowerShell.
func windowsWord(s string) string {
	s = noFlag(s)
	switch {
	case plainWord(s, `_-./\:+`):
		return s
	case !strings.ContainsAny(s, "\"$`\u201c\u201d\u201e"):
		end := strings.TrimRight(s, `\`)
		// Programs read \" as a quotation mark, and \\" as a backslash and the end.
		return `"` + s + s[len(end):] + `"`
	default:
		return PowerShellQuote(s)
	}
}

// PowerShellQuote puts a text in single quotes for PowerShell, which also accepts curly single
// quotes as delimiters.
func PowerShellQuote(s string) string {
	double := strings.NewReplacer("'", "''", "\u2018", "\u2018\u2018", "\u2019", "\u2019\u2019")
	return "'" + double.Replace(s) + "'"
}
