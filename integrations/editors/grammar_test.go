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

// grammar is a TextMate grammar, as far as ours has it.
type grammar struct{ Patterns []pattern }

type pattern struct {
	Name, Match, Begin, End string
	Captures                map[string]struct{ Name string }
	match, end              *regexp.Regexp
}

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

// scopes returns the scope of each byte of a text, as TextMate does: line by line, at each
// place the pattern that matches first, of several the first one.
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
				if at = end; m != nil {
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
			if at = m[1]; p.end != nil {
				open = p
			}
		}
		begin += len(line)
	}
	return all
}

// first returns the pattern that matches first from a place of a line on. What stands before the
// place is seen, so that no word begins inside another one.
func (g *grammar) first(line string, at int) (best *pattern, where []int) {
	for i := range g.Patterns {
		for _, m := range g.Patterns[i].match.FindAllStringSubmatchIndex(strings.TrimRight(line,
			"\r\n"), -1) {
			if m[0] >= at && (where == nil || m[0] < where[0]) {
				best, where = &g.Patterns[i], m
				break
			}
		}
	}
	return best, where
}

// agrees holds the scopes of a text against its tokens, and against what its names are.
func agrees(t *testing.T, g *grammar, name, text string) {
	t.Helper()
	scopes := g.scopes(text)
	p, _ := parse.File(il.NewSource(name, text))
	names := symbol.Of(p)
	covered := 0
	for x := range parse.Tokens(text) {
		got := scopes[x.At]
		want := ""
		switch x.Kind {
		case parse.CommentToken:
			want = "comment."
		case parse.WordToken:
			want = "keyword."
			if text[x.At:x.End] == "private" {
				want = "storage."
			}
		case parse.NameToken:
			want = "variable."
			if text[x.At:x.End] == "init" &&
				strings.HasPrefix(strings.TrimSpace(text[x.End:]), "{") {
				want = "keyword." // no keyword: a method can have the name
			} else if o, ok := names.At(x.At); ok && o.At == x.At && o.Symbol.Kind == symbol.Method {
				want = "entity.name.function"
			} else if ok && o.At == x.At && o.Symbol.Kind == symbol.Field {
				want = "variable.other.member"
			} else if ok && o.At == x.At && o.Symbol.Kind == symbol.Lock {
				want = "variable.other.lock"
			}
		case parse.SignToken:
			want = ""
		default:
			continue // what the language has no use for
		}
		if !strings.HasPrefix(got, want) ||
			want == "" && !strings.HasPrefix(got, "punctuation.") &&
				!strings.HasPrefix(got, "keyword.operator.") {
			t.Errorf("%s: %q at %d is %q, want %q", name, text[x.At:x.End], x.At, got, want)
		}
		if slices.ContainsFunc(scopes[x.At:x.End], func(s string) bool { return s != got }) {
			t.Errorf("%s: %q at %d has several colours", name, text[x.At:x.End], x.At)
		}
		covered++
	}
	if covered == 0 && strings.TrimSpace(text) != "" {
		t.Errorf("%s: no token", name)
	}
}

// TestGrammar holds the grammar against the parser's tokens on all examples, and on the right
// programs of the pages of all errors.
func TestGrammar(t *testing.T) {
	g := readGrammar(t)
	files := 0
	err := filepath.WalkDir("../../examples", func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".il" {
			return err
		}
		files++
		text, err := os.ReadFile(file)
		agrees(t, g, file, string(text))
		return err
	})
	if err != nil || files < len(examples.All()) {
		t.Fatal(files, err)
	}
	for _, page := range diag.Pages() {
		agrees(t, g, string(page.Code), page.Good)
	}
	agrees(t, g, "odd",
		"m(größe, if_x, whiley) { größe . f := if_x /* b\n c */ ; n(größe.f . g) // { lock()\n}\r\n"+
			"private n(x1) { if * then { skip } else { synchronized { x1.lock_ := x1 } } }\n"+
			"init { o1.f = o1; A.x1 = o1 }\n")
}

// TestGrammarSeesWords: each word of the language has a colour of its own, and no longer word has
// it.
func TestGrammarSeesWords(t *testing.T) {
	g := readGrammar(t)
	for _, w := range parse.Words() {
		if s := g.scopes(w)[0]; !strings.HasPrefix(s, "keyword.") &&
			!strings.HasPrefix(s, "storage.") {
			t.Errorf("%s is %q", w, s)
		}
		for _, longer := range []string{w + "x", w + "_", "x" + w} {
			if s := g.scopes(longer)[0]; s != "variable.other.il" {
				t.Errorf("%s is %q", longer, s)
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
		if !regexp.MustCompile(`(?m)^syntax keyword .*\b`+w+`\b`).Match(vim) ||
			!strings.Contains(string(emacs), `"`+w+`"`) {
			t.Errorf("Vim or Emacs does not know %s", w)
		}
	}
}

// TestWordPattern: what VS Code takes for a word is a name, in any script. Without the flag u
// JavaScript would take \p for the letter p.
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
		t.Errorf("flags %q", c.WordPattern.Flags)
	}
	words := regexp.MustCompile(c.WordPattern.Pattern)
	var want []string
	const program = "m(größe, x1) { größe.f_2 := новый(); if * { skip } }"
	for x := range parse.Tokens(program) {
		if x.Kind == parse.NameToken || x.Kind == parse.WordToken {
			want = append(want, program[x.At:x.End])
		}
	}
	if got := words.FindAllString(program, -1); !slices.Equal(got, want) || len(got) != 8 {
		t.Errorf("%q, want %q", got, want)
	}
}
