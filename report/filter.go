package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"wobbly/internal/text"
)

// asciiFor maps characters to ASCII replacements: the notation of the paper, punctuation, and the
// characters that screens draw with.
var asciiFor = map[string]string{
	// Greek letters of the notation.
	"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "eps", "ζ": "zeta", "η": "eta",
	"θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "π": "pi", "ρ": "rho",
	"σ": "sigma", "τ": "tau", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma",
	"Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi",
	"Ω": "Omega",
	// Sets, relations and logic.
	"∈": "in", "∉": "not in", "∅": "{}", "∪": "union", "∩": "intersect", "⋃": "union",
	"⋂": "intersect", "⊆": "subset of", "⊂": "strict subset of", "⊇": "superset of", "∖": `\`,
	"∧": "and", "∨": "or", "¬": "not", "∀": "for all", "∃": "there is", "⟹": "==>", "⟸": "<==",
	"⟺": "<==>", "⇒": "=>", "⇔": "<=>", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "≡": "==",
	"≺": "prefix of", "⊀": "not prefix of", "⪯": "prefix or equal of", "≼": "before or equal",
	"⊑": "below or equal", "⊏": "below", "⊔": "join", "⊓": "meet", "⊥": "bottom", "⊤": "top",
	"∥": "||", "∣": "|", "∘": "o", "∎": "[]", "∞": "infinite", "↦": "|->", "⟨": "<", "⟩": ">",
	"⌊": "[", "⌋": "]", "⌈": "[", "⌉": "]", "⟦": "[[", "⟧": "]]", "♯": "#", "ℓ": "l", "𝒟": "D",
	"𝒯": "T", "ℱ": "F", "𝒲": "W", "ℒ": "L", "𝒜": "A",
	// Numbers and marks at letters.
	"−": "-", "±": "+-", "×": "x", "·": ".", "′": "'", "″": "''", "⁺": "+", "₀": "0", "₁": "1",
	"₂": "2", "₃": "3", "\u0302": "^", "\u0304": "_", "ŝ": "s^", "ĉ": "c^", "ē": "e_", "ü": "ue",
	"č": "c", "ć": "c",
	// Punctuation.
	"…": "...", "–": "-", "—": "-", "‘": "'", "’": "'", "“": `"`, "”": `"`, "•": "*", "\u00a0": " ",
	// Characters that screens draw with.
	"─": "-", "━": "-", "│": "|", "┃": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+",
	"┤": "+", "┬": "+", "┴": "+", "┼": "+", "┏": "+", "┓": "+", "┗": "+", "┛": "+", "┣": "+",
	"┫": "+", "┳": "+", "┻": "+", "╋": "+", "═": "=", "║": "=", "←": "<", "→": ">", "↑": "^",
	"↓": "v", "▲": "^", "▼": "v", "█": "#", "░": ".",
}

// InASCII returns a text in ASCII. It replaces each character by its transcription, or by a
// question mark for each of its cells. A word that replaces a sign is separated from letters and
// digits next to it: "x∈W" becomes "x in W". Letters in a word of another script are not signs.
func InASCII(s string) string {
	if text.IsASCII(s) {
		return s
	}
	var b strings.Builder
	var all []string
	for g := displaywidth.StringGraphemes(s); g.Next(); {
		all = append(all, g.Value())
	}
	apart := false // whether the last sign became a word
	for i, g := range all {
		s, word := asciiOf(g, i > 0 && foreign(all[i-1]) || i+1 < len(all) && foreign(all[i+1]))
		if (apart || word) && b.Len() > 0 && wordy(b.String()[b.Len()-1:]) && wordy(s) {
			b.WriteByte(' ')
		}
		b.WriteString(s)
		apart = word
	}
	return b.String()
}

// asciiOf returns the replacement of a character, and whether it is a word instead of a sign.
// inWord is set if the character is next to a letter beyond ASCII.
func asciiOf(g string, inWord bool) (s string, word bool) {
	if text.IsASCII(g) {
		return g, false
	}
	if s, ok := asciiFor[g]; ok && !(inWord && foreign(g)) {
		r, _ := utf8.DecodeRuneInString(g)
		return s, unicode.Is(unicode.Sm, r) && wordy(s)
	}
	// A letter with marks keeps the marks of the notation and loses accents.
	if _, n := utf8.DecodeRuneInString(g); n < len(g) {
		base, _ := asciiOf(g[:n], inWord)
		for _, mark := range g[n:] {
			base += asciiFor[string(mark)]
		}
		if !strings.HasPrefix(base, "?") {
			return base, false
		}
	}
	return strings.Repeat("?", displaywidth.String(g)), false
}

// foreign reports whether a character is a letter beyond ASCII.
func foreign(g string) bool {
	r, _ := utf8.DecodeRuneInString(g)
	return r >= utf8.RuneSelf && unicode.IsLetter(r)
}

// wordy reports whether a text begins with a letter or a digit.
func wordy(s string) bool {
	return s != "" && (s[0] >= '0' && s[0] <= '9' || s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z')
}

// ASCII returns a writer that passes texts on in ASCII.
func ASCII(w io.Writer) io.Writer { return asciiWriter{w} }

type asciiWriter struct{ w io.Writer }

// Write implements io.Writer. A call must not end inside a character.
func (a asciiWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(a.w, InASCII(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// maxName is the number of characters of a name that are shown. The name of a file has fewer.
const maxName = 300

// Brief returns a writer for people that cuts very long names to their beginning and "...". It
// keeps numbers and links.
func Brief(w io.Writer) io.Writer { return &briefWriter{w: w} }

type briefWriter struct {
	w io.Writer
	// word counts the characters of the present name or number.
	word int
	// keep says whether it is a number or in a link.
	keep bool
	// begun is the end of the text before it, back to a space: it may begin a link.
	begun string
	// link says whether the text before it belongs to a link.
	link bool
}

func (b *briefWriter) Write(p []byte) (int, error) { return b.WriteString(string(p)) }

func (b *briefWriter) WriteString(s string) (int, error) {
	var out strings.Builder
	from := 0 // the beginning of the text that is not written yet
	for i := range len(s) {
		was := b.hidden()
		b.scan(s[i])
		switch now := b.hidden(); {
		case now && !was:
			out.WriteString(s[from:i] + "...")
		case was && !now:
			from = i
		}
	}
	if !b.hidden() {
		out.WriteString(s[from:])
	}
	if _, err := io.WriteString(b.w, out.String()); err != nil {
		return 0, err
	}
	return len(s), nil
}

// hidden reports whether the present byte is of a name that has been shown for long enough.
func (b *briefWriter) hidden() bool { return b.word > maxName && !b.keep }

// scan updates the state of the writer for the next byte.
func (b *briefWriter) scan(c byte) {
	digit := '0' <= c && c <= '9'
	switch {
	case c >= utf8.RuneSelf, digit, c == '_', c == '\'' && b.word > 0, 'a' <= c && c <= 'z',
		'A' <= c && c <= 'Z':
		if b.word == 0 {
			b.keep = digit || b.link
		}
		if utf8.RuneStart(c) {
			b.word++
		}
		if b.word <= len(linkBegins) {
			b.begun += string(rune(c))
		}
	case c == ' ', c == '\n', c == '\t':
		b.word, b.begun, b.link = 0, "", false
	default:
		b.begun += string(rune(c))
		b.link = b.link || strings.HasSuffix(b.begun, "://") ||
			strings.HasSuffix(b.begun, linkBegins)
		b.begun = b.begun[max(0, len(b.begun)-len(linkBegins)):]
		b.word = 0
	}
}

// linkBegins is the beginning of a link to a state. A link to a page has :// in it.
const linkBegins = "wobbly:"

// Legible returns a writer that makes a text safe for a terminal. It must be the last writer before
// the terminal. It escapes what a terminal would obey or hide, except line ends, tabs, and the
// style's colours. It keeps the beginning of a character for the next call.
func (s Style) Legible(w io.Writer) io.Writer { return &legibleWriter{style: s, w: w} }

type legibleWriter struct {
	style Style
	w     io.Writer
	// rest is the beginning of a character.
	rest string
}

func (l *legibleWriter) Write(p []byte) (int, error) { return l.WriteString(string(p)) }

func (l *legibleWriter) WriteString(s string) (int, error) {
	all := l.rest + s
	n := len(all) - unfinished(all)
	all, l.rest = all[:n], all[n:]
	if text.FirstObeyed(all) >= 0 {
		all = l.style.legible(all)
	}
	if _, err := io.WriteString(l.w, all); err != nil {
		return 0, err
	}
	return len(s), nil
}

// unfinished returns the length of the beginning of a character, or of a line end, with which s
// ends.
func unfinished(s string) int {
	if strings.HasSuffix(s, "\r") {
		return 1
	}
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if tail := s[len(s)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRuneInString(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// legible escapes everything that a terminal would obey.
func (s Style) legible(all string) string {
	var b strings.Builder
	for {
		i := text.FirstObeyed(all)
		if i < 0 {
			b.WriteString(all)
			return b.String()
		}
		b.WriteString(all[:i])
		all = all[i:]
		n := s.own(all)
		if n > 0 || strings.HasPrefix(all, "\r\n") {
			n = max(n, 1)
			b.WriteString(all[:n])
		} else {
			_, n = utf8.DecodeRuneInString(all)
			q := strconv.QuoteToASCII(all[:n])
			b.WriteString(q[1 : len(q)-1])
		}
		all = all[n:]
	}
}

// legibleJSON returns a JSON text, which is UTF-8, without characters that a terminal would obey.
func legibleJSON(doc []byte) []byte {
	if !slices.ContainsFunc(doc, func(c byte) bool { return c >= 0x7f }) {
		return doc
	}
	var b bytes.Buffer
	for _, r := range string(doc) {
		switch {
		case !text.Obeyed(r):
			b.WriteRune(r)
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.Bytes()
}
