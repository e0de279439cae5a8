package docs_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The documents name lemmas of proof/ so: "Coq: `a`, `b` in `proof/File.v`; `c` in
// `proof/Other.v`".
var (
	coqLemmas = regexp.MustCompile("((?:`[\\w']+`(?:, | and )?)+) in `(proof/\\w+\\.v)`")
	coqFile   = regexp.MustCompile("`(proof/\\w+\\.v)`")
)

// TestClaims: what the documents say is proved in Coq is declared in the file they
// name, and none of the theory has lost its proofs.
func TestClaims(t *testing.T) {
	least := map[string]int{"paper.md": 20, "plus.md": 30, "complexity.md": 5, "comparators.md": 7, "rdit.md": 1}
	declaredIn := map[string]map[string]bool{}
	for _, file := range documents(t) {
		text := folded(t, file)
		for _, m := range coqFile.FindAllStringSubmatch(text, -1) {
			if declaredIn[m[1]] == nil {
				declaredIn[m[1]] = declaredCoq(t, filepath.Join("..", filepath.FromSlash(m[1])))
			}
		}
		n := 0
		for _, m := range coqLemmas.FindAllStringSubmatch(text, -1) {
			for _, name := range quoted(m[1]) {
				n++
				if !declaredIn[m[2]][name] {
					t.Errorf("%s: %s has no %s", file, m[2], name)
				}
			}
		}
		if n < least[file] {
			t.Errorf("%s names %d lemmas of proof/, want at least %d", file, n, least[file])
		}
	}
}

// TestClaimsHaveAStatus: behind each theorem and lemma in the documents of the theory,
// before the next one and in its section, stands how it is known.
func TestClaimsHaveAStatus(t *testing.T) {
	claim := regexp.MustCompile(`(?m)^(?:> )?\*\*(?:Theorem|Lemma) [0-9]|^##+ Theorem [0-9]|^## Whether there is`)
	known := regexp.MustCompile(`Coq:|on paper only|[Tt]ested only`)
	const least = 14
	claims := 0
	for _, file := range []string{"paper.md", "plus.md", "complexity.md", "comparators.md"} {
		text := read(t, file)
		for _, at := range claim.FindAllStringIndex(text, -1) {
			claims++
			title, rest, _ := strings.Cut(text[at[0]:], "\n")
			rest, _, _ = strings.Cut(rest, "\n## ")
			if next := claim.FindStringIndex(rest); next != nil {
				rest = rest[:next[0]]
			}
			if !known.MatchString(strings.Join(strings.Fields(title+" "+rest), " ")) {
				t.Errorf("%s: nothing says how this is known: %s", file, title)
			}
		}
	}
	if claims < least {
		t.Errorf("the documents have %d theorems, want at least %d", claims, least)
	}
}

// folded is the text of a document without its line breaks.
func folded(t *testing.T, file string) string {
	t.Helper()
	return strings.Join(strings.Fields(read(t, file)), " ")
}
