package grading

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"wobbly/internal/text"
	"wobbly/lesson"
)

// Decode returns the text of a file: UTF-8 or UTF-16, with or without a byte order mark, or the
// Windows encoding of western Europe. Lines end with "\n", and DOS's final Ctrl+Z is dropped. A
// file that is not text is a fault.
func Decode(raw []byte) (string, error) {
	for _, f := range formats {
		if bytes.HasPrefix(raw, []byte(f.magic)) {
			return "", &Fault{Why: NotText, Text: "is " + f.name + "; hand in plain text"}
		}
	}
	plain, wide := text.Decode(raw)
	content := string(plain)
	switch {
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")):
		content = string(raw[3:])
	case !wide && !utf8.Valid(raw):
		var b strings.Builder
		for _, c := range raw {
			r, ok := windows1252[c]
			if !ok {
				r = rune(c)
			}
			b.WriteRune(r)
		}
		content = b.String()
	}
	if !utf8.ValidString(content) || strings.ContainsRune(content, 0) {
		return "", &Fault{Why: NotText, Text: "is not a text in UTF-8 or UTF-16"}
	}
	content = strings.TrimRight(content, "\x1a")
	return strings.ReplaceAll(strings.ReplaceAll(content, "\r\n", "\n"), "\r", "\n"), nil
}

// windows1252 has the characters of that encoding, other than those of Latin-1, that word
// processors put into what is typed. The others occur at most in comments, where they do no harm.
var windows1252 = map[byte]rune{
	0x85: '…', 0x91: '‘', 0x92: '’', 0x93: '“', 0x94: '”', 0x96: '–', 0x97: '—',
}

// formats are files that students hand in instead of plain text, by their first bytes.
var formats = []struct{ magic, name string }{
	{"%PDF-", "a PDF"}, {"{\\rtf", "rich text (RTF)"}, {"\xd0\xcf\x11\xe0", "an office document"},
	{"\x89PNG", "a picture"}, {"\xff\xd8\xff", "a picture"}, {"GIF8", "a picture"},
	{"Rar!", "an archive other than a zip"}, {"7z\xbc\xaf", "an archive other than a zip"},
	{"\x1f\x8b", "an archive other than a zip"},
}

// typography undoes what word processors and mail programs do to programs and schedules.
var typography = strings.NewReplacer(
	"\u00a0", " ", "\u2007", " ", "\u2009", " ", "\u202f", " ", "\u3000", " ", "\u2028", "\n",
	"\u2029", "\n",
	"\u00ad", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "",
	"‘", "'", "’", "'", "‚", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`,
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-", "…", "...",
)

// tidy removes additions of word processors from a solution, and quotation marks and comments from
// one that is not a program.
func tidy(t *lesson.Task, text string) string {
	text = plain(text)
	if t.Kind == lesson.Program {
		return text
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Trim(line, " \t\"'`")
		if strings.HasPrefix(line, "//") {
			continue
		}
		if t.Kind == lesson.Play {
			line = latin.Replace(strings.TrimRight(line, ". \"'`"))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// latin replaces the Cyrillic and Greek letters that look like the names of the threads.
var latin = strings.NewReplacer("А", "A", "В", "B", "Α", "A", "Β", "B")
