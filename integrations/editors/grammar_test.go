package editors_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/il/symbol"
)

// A grammar is a TextMate grammar, with the features that the grammar of IL uses.
type grammar struct{ Patterns []pattern }

// A pattern matches within a line if it has Match, or else from Begin to End, over several lines.
type pattern struct {
	Name, Match, Begin, End string
	Captures                map[string]struct{ Name string }
	match, end              *regexp.Regexp
}

// readGrammar returns the grammar of Visual Studio Code.
func readGrammar(t testing.TB) *grammar {
	t.Helper()
	text, err := os.ReadFile("vscode/syntaxes/il.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	g := &grammar{}
	if err := json.Unmarshal(text, g); err != nil {
		t.Fatal(err)
	}
	for i := range g.Patterns {
		p := &g.Patterns[i]
		p.match = regexp.MustCompile("(?m)" + p.Match + p.Begin)
		if p.End != "" {
			p.end = regexp.MustCompile(p.End)
		}
	}
	return g
}

// scopes returns the scope of each byte of a text. As in TextMate, lines are scanned one by one,
// and the pattern with the leftmost match wins, or the first of several.
func (g *grammar) scopes(text string) []string {
	all := make([]string, len(text))
	paint := func(from, to int, name string) {
		for i := from; i < to; i++ {
			all[i] = name
		}
	}
	var open *pattern
	begin := 0
	for line := range strings.Lines(text) {
		for at := 0; at < len(line); {
			if open != nil {
				end := len(line)
				m := open.end.FindStringIndex(line[at:])
				if m != nil {
					end = at + m[1]
				}
				paint(begin+at, begin+end, open.Name)
				at = end
				if m != nil {
					open = nil
				}
				continue
			}
			p, m := g.first(line, at)
			if p == nil {
				break
			}
			paint(begin+m[0], begin+m[1], p.Name)
			for k, c := range p.Captures {
				var n int
				fmt.Sscan(k, &n)
				paint(begin+m[2*n], begin+m[2*n+1], c.Name)
			}
			at = m[1]
			if p.end != nil {
				open = p
			}
		}
		begin += len(line)
	}
	return all
}

// first returns the pattern with the leftmost match that begins at offset from or later, with the
// indices of its groups. It searches the whole line, so that no word begins inside another one.
func (g *grammar) first(line string, from int) (best *pattern, groups []int) {
	line = strings.TrimRight(line, "\r\n")
	for i := range g.Patterns {
		for _, m := range g.Patterns[i].match.FindAllStringSubmatchIndex(line, -1) {
			if m[0] >= from && (groups == nil || m[0] < groups[0]) {
				best, groups = &g.Patterns[i], m
				break
			}
		}
	}
	return best, groups
}

// checkScopes compares the scopes of a text with its tokens, and with the kinds of its names.
func checkScopes(t *testing.T, g *grammar, name, text string) {
	t.Helper()
	scopes := g.scopes(text)
	p, _ := parse.File(il.NewSource(name, text))
	names := symbol.Of(p)
	covered := 0
	for token := range parse.Tokens(text) {
		word := text[token.At:token.End]
		var want []string // prefixes of the scope
		switch token.Kind {
		case parse.CommentToken:
			want = []string{"comment."}
		case parse.WordToken:
			want = []string{"keyword."}
			if word == "private" {
				want = []string{"storage."}
			}
		case parse.NameToken:
			want = []string{scopeOfName(names, token.At)}
			if word == "init" && strings.HasPrefix(strings.TrimSpace(text[token.End:]), "{") {
				want = []string{"keyword."} // init is a name elsewhere
			}
		case parse.SignToken:
			want = []string{"punctuation.", "keyword.operator."}
		default:
			continue // not a token of the language
		}
		got := scopes[token.At]
		hasPrefix := func(prefix string) bool { return strings.HasPrefix(got, prefix) }
		if !slices.ContainsFunc(want, hasPrefix) {
			t.Errorf("%s: %q at %d has the scope %q, want %q", name, word, token.At, got, want)
		}
		differs := func(scope string) bool { return scope != got }
		if slices.ContainsFunc(scopes[token.At:token.End], differs) {
			t.Errorf("%s: %q at %d has several scopes", name, word, token.At)
		}
		covered++
	}
	if covered == 0 && strings.TrimSpace(text) != "" {
		t.Errorf("%s: no token", name)
	}
}

// scopeOfName returns a prefix of the scope that the name at an offset must have.
func scopeOfName(names *symbol.Table, at il.Pos) string {
	o, ok := names.At(at)
	if !ok || o.At != at {
		return "variable."
	}
	switch o.Symbol.Kind {
	case symbol.Method:
		return "entity.name.function"
	case symbol.Field:
		return "variable.other.member"
	case symbol.Lock:
		return "variable.other.lock"
	default:
		return "variable."
	}
}

// TestGrammar compares the grammar with the parser's tokens on all examples, and on the legal
// programs of the pages about errors.
func TestGrammar(t *testing.T) {
	g := readGrammar(t)
	files := 0
	err := filepath.WalkDir("../../examples", func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".il" {
			return err
		}
		files++
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		checkScopes(t, g, file, string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < len(examples.All()) {
		t.Errorf("found %d programs, want at least %d", files, len(examples.All()))
	}
	for _, page := range diag.Pages() {
		checkScopes(t, g, string(page.Code), page.Good)
	}
	checkScopes(t, g, "odd",
		"m(größe, if_x, whiley) { größe . f := if_x /* b\n c */ ;"+
			" n(größe.f . g) // { lock()\n}\r\n"+
			"private n(x1) { if * then { skip } else { synchronized { x1.lock_ := x1 } } }\n"+
			"init { o1.f = o1; A.x1 = o1 }\n")
}

// TestKeywords checks that each grammar highlights each keyword, and that TextMate's does not
// highlight longer words that contain one.
func TestKeywords(t *testing.T) {
	g := readGrammar(t)
	for _, w := range parse.Words() {
		s := g.scopes(w)[0]
		if !strings.HasPrefix(s, "keyword.") && !strings.HasPrefix(s, "storage.") {
			t.Errorf("%s has the scope %q, want keyword. or storage.", w, s)
		}
		for _, longer := range []string{w + "x", w + "_", "x" + w} {
			if s := g.scopes(longer)[0]; s != "variable.other.il" {
				t.Errorf("%s has the scope %q, want variable.other.il", longer, s)
			}
		}
	}
	vim, err := os.ReadFile("vim/syntax/il.vim")
	if err != nil {
		t.Fatal(err)
	}
	emacs, err := os.ReadFile("emacs/il-mode.el")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range parse.Words() {
		if !regexp.MustCompile(`(?m)^syntax keyword .*\b` + w + `\b`).Match(vim) {
			t.Errorf("vim/syntax/il.vim does not have the keyword %s", w)
		}
		if !strings.Contains(string(emacs), `"`+w+`"`) {
			t.Errorf("emacs/il-mode.el does not have the keyword %s", w)
		}
	}
}

// TestWordPattern checks that the words of VS Code are the names and keywords of IL, in any script.
// Without the flag u JavaScript would read \p as the letter p.
func TestWordPattern(t *testing.T) {
	text, err := os.ReadFile("vscode/language-configuration.json")
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		WordPattern struct{ Pattern, Flags string }
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	if c.WordPattern.Flags != "u" {
		t.Errorf("the flags of the word pattern are %q, want u", c.WordPattern.Flags)
	}
	words := regexp.MustCompile(c.WordPattern.Pattern)
	var want []string
	const program = "m(größe, x1) { größe.f_2 := новый(); if * { skip } }"
	for token := range parse.Tokens(program) {
		if token.Kind == parse.NameToken || token.Kind == parse.WordToken {
			want = append(want, program[token.At:token.End])
		}
	}
	if got := words.FindAllString(program, -1); !slices.Equal(got, want) || len(got) != 8 {
		t.Errorf("the words of %q are %q, want the 8 words %q", program, got, want)
	}
}
