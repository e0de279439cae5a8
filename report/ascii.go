package report

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/internal/text"

	"github.com/clipperhouse/displaywidth"
)

// asciiFor is what stands for characters where only ASCII may be printed: the
// notation of the paper, punctuation, and what the screens draw with.
var asciiFor = map[string]string{
	// Greek letters of the notation.
	"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "eps", "ζ": "zeta", "η": "eta", "θ": "theta", "ι": "iota",
	"κ": "kappa", "λ": "lambda", "μ": "mu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "χ": "chi",
	"ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi",
	"Ψ": "Psi", "Ω": "Omega",
	// Sets, relations and logic.
	"∈": "in", "∉": "not in", "∅": "{}", "∪": "union", "∩": "intersect", "⋃": "union", "⋂": "intersect",
	"⊆": "subset of", "⊂": "strict subset of", "⊇": "superset of", "∖": `\`,
	"∧": "and", "∨": "or", "¬": "not", "∀": "for all", "∃": "there is", "⟹": "==>", "⟸": "<==", "⟺": "<==>", "⇒": "=>", "⇔": "<=>",
	"≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "≡": "==", "≺": "prefix of", "⊀": "not prefix of", "⪯": "prefix or equal of", "≼": "before or equal",
	"⊑": "below or equal", "⊏": "below", "⊔": "join", "⊓": "meet", "⊥": "bottom", "⊤": "top",
	"∥": "||", "∣": "|", "∘": "o", "∎": "[]", "∞": "infinite", "↦": "|->",
	"⟨": "<", "⟩": ">", "⌊": "[", "⌋": "]", "⌈": "[", "⌉": "]", "⟦": "[[", "⟧": "]]", "♯": "#", "ℓ": "l",
	"𝒟": "D", "𝒯": "T", "ℱ": "F", "𝒲": "W", "ℒ": "L", "𝒜": "A",
	// Numbers and marks at letters.
	"−": "-", "±": "+-", "×": "x", "·": ".", "′": "'", "″": "''", "⁺": "+", "₀": "0", "₁": "1", "₂": "2", "₃": "3", "\u0302": "^", "\u0304": "_", "ŝ": "s^", "ĉ": "c^", "ē": "e_", "ü": "ue",
	// Punctuation.
	"…": "...", "–": "-", "—": "-", "‘": "'", "’": "'", "“": `"`, "”": `"`, "•": "*", "\u00a0": " ",
	// What the screens draw with.
	"─": "-", "━": "-", "│": "|", "┃": "|",
	"┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
	"┏": "+", "┓": "+", "┗": "+", "┛": "+", "┣": "+", "┫": "+", "┳": "+", "┻": "+", "╋": "+",
	"═": "=", "║": "=", "←": "<", "→": ">", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "█": "#", "░": ".",
}

// InASCII is a text in ASCII: each character is replaced by what stands for it,
// or by as many question marks as it has cells. A word that stands for a sign is
// kept apart from letters and digits around it: "x∈W" becomes "x in W". Letters
// of a word in another script are no notation.
func InASCII(s string) string {
	if text.IsASCII(s) {
		return s
	}
	var b strings.Builder
	var all []string
	for g := displaywidth.StringGraphemes(s); g.Next(); {
		all = append(all, g.Value())
	}
	apart := false // the last sign became a word
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

// asciiOf is what stands for a character, and whether that is a word in place of
// a sign. inWord tells that a letter beyond ASCII stands beside it.
func asciiOf(g string, inWord bool) (s string, word bool) {
	if text.IsASCII(g) {
		return g, false
	}
	if s, ok := asciiFor[g]; ok && !(inWord && foreign(g)) {
		r, _ := utf8.DecodeRuneInString(g)
		return s, unicode.Is(unicode.Sm, r) && wordy(s)
	}
	if _, n := utf8.DecodeRuneInString(g); n < len(g) { // a letter with marks
		base, _ := asciiOf(g[:n], inWord)
		for _, mark := range g[n:] {
			base += asciiFor[string(mark)] // an accent is left out
		}
		if !strings.HasPrefix(base, "?") {
			return base, false
		}
	}
	return strings.Repeat("?", displaywidth.String(g)), false
}

// foreign tells whether a character is a letter beyond ASCII.
func foreign(g string) bool {
	r, _ := utf8.DecodeRuneInString(g)
	return r >= utf8.RuneSelf && unicode.IsLetter(r)
}

// wordy tells whether a text begins with a letter or a digit.
func wordy(s string) bool {
	return s != "" && (s[0] >= '0' && s[0] <= '9' || s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z')
}

// ASCII is a writer that passes texts on in ASCII.
func ASCII(w io.Writer) io.Writer { return asciiWriter{w} }

type asciiWriter struct{ w io.Writer }

// Write implements io.Writer. A call must not end inside a character.
func (a asciiWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(a.w, InASCII(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
