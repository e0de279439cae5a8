package il

import "strings"

// signs are the tokens between the names of a statement. Names do not contain them.
var signs = []string{":=", ".", "(", ")", ",", "*"}

// SameText reports whether two texts are the same statement or expression up to white space: "x :=
// b.f" and "x:=b . f". It is the only way to compare a statement written elsewhere with Text.
func SameText(a, b string) bool { return a == b || Tidy(a) == Tidy(b) }

// Tidy returns the text of a statement or expression in the layout of Text, in one pass. It keeps
// all names and signs of any other text.
func Tidy(text string) string {
	var b strings.Builder
	last := ""
	for {
		token, rest := cutToken(text)
		if token == "" {
			return b.String()
		}
		if last != "" && spaced(last, token) {
			b.WriteByte(' ')
		}
		b.WriteString(token)
		last, text = token, rest
	}
}

// spaced reports whether Text has a blank between two tokens.
func spaced(x, y string) bool {
	switch {
	case x == ":=" || y == ":=" || x == "," || x == "synchronized":
		return true
	case x == "*" || y == "*":
		return signOf(x) == "" || signOf(y) == "" || x == y
	default:
		return signOf(x) == "" && signOf(y) == ""
	}
}

// GoesOn reports whether a statement continues from one text to the next: the first ends with a
// sign that cannot end a statement, or the second begins with one that cannot begin a statement.
func GoesOn(before, after string) bool {
	for _, s := range signs {
		if s != ")" && strings.HasSuffix(before, s) || strings.HasPrefix(after, s) {
			return true
		}
	}
	return false
}

// cutToken returns the first name or sign of a text, and the rest; both are empty at the end.
func cutToken(text string) (token, rest string) {
	text = strings.TrimLeft(text, blanks)
	if s := signOf(text); s != "" {
		return s, text[len(s):]
	}
	i := 0
	for i < len(text) && !strings.Contains(blanks, text[i:i+1]) && signOf(text[i:]) == "" {
		i++
	}
	return text[:i], text[i:]
}

// blanks are the characters of white space.
const blanks = " \t\r\n"

// signOf returns the sign that a text begins with, or "".
func signOf(text string) string {
	for _, s := range signs {
		if strings.HasPrefix(text, s) {
			return s
		}
	}
	return ""
}
