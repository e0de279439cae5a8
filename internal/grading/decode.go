package grading

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"wobbly/lesson"
)

// Decode returns the text of a file: UTF-8 or UTF-16, with or without a byte order mark, or the
// Windows encoding of western Europe. Lines end with "\n", and DOS's final Ctrl+Z is dropped. A
// file that is not text is a fault.
func Decode(raw []byte) (string, error) {
	for _, f := range formats {
		if bytes.HasPrefix(raw, []byte(f.magic)) {
			return "", &Fault{NotText, "is " + f.name + "; hand in plain text"}
		}
	}
	var text string
	switch order := utf16Order(raw); {
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")):
		text = string(raw[3:])
	case order != nil && len(raw)%2 == 0:
		units := make([]uint16, len(raw)/2)
		for i := range units {
			units[i] = order.Uint16(raw[2*i:])
		}
		text = strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
	case order == nil && !utf8.Valid(raw):
		known := map[byte]rune{
			0x85: '…', 0x91: '‘', 0x92: '’', 0x93: '“', 0x94: '”', 0x96: '–', 0x97: '—',
		}
		var b strings.Builder
		for _, c := range raw {
			r, ok := known[c]
			if !ok {
				r = rune(c)
			}
			b.WriteRune(r)
		}
		text = b.String()
	default:
		text = string(raw)
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", &Fault{NotText, "is not a text in UTF-8 or UTF-16"}
	}
	text = strings.TrimRight(text, "\x1a")
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), nil
}

// formats are files that students hand in instead of plain text, by their first bytes.
var formats = []struct{ magic, name string }{
	{"%PDF-", "a PDF"}, {"{\\rtf", "rich text (RTF)"}, {"\xd0\xcf\x11\xe0", "an office document"},
	{"\x89PNG", "a picture"}, {"\xff\xd8\xff", "a picture"}, {"GIF8", "a picture"},
	{"Rar!", "an archive other than a zip"}, {"7z\xbc\xaf", "an archive other than a zip"},
	{"\x1f\x8b", "an archive other than a zip"},
}

// utf16Order returns the byte order of a text in UTF-16, or nil. Without a byte order mark the text
// is UTF-16 if one byte of each of its first pairs is 0 and the other is not, as in ASCII.
func utf16Order(raw []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	var low, high int // pairs that look like ASCII with the low byte, or the high byte, first
	head := raw[:min(len(raw), 512)/2*2]
	for i := 0; i < len(head); i += 2 {
		switch {
		case head[i] != 0 && head[i+1] == 0:
			low++
		case head[i] == 0 && head[i+1] != 0:
			high++
		}
	}
	switch pairs := len(head) / 2; {
	case high == 0 && 10*low > 9*pairs:
		return binary.LittleEndian
	case low == 0 && 10*high > 9*pairs:
		return binary.BigEndian
	}
	return nil
}

// typography undoes what word processors and mail programs do to programs and schedules.
var typography = strings.NewReplacer(
	"\u00a0", " ", "\u2007", " ", "\u2009", " ", "\u202f", " ", "\u3000", " ", "\u2028", "\n",
	"\u2029", "\n",
	"\u00ad", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "",
	"‘", "'", "’", "'", "‚", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`,
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-", "…", "...",
)

// tidy removes additions of word processors and quotation marks from a solution.
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
