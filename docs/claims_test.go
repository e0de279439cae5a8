package docs_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The documents cite lemmas of proof/ as in "Coq: `a`, `b` in `proof/File.v`; `c` in
// `proof/Other.v`".
var (
	coqLemmas = regexp.MustCompile("((?:`[\\w']+`(?:, | and )?)+) in `(proof/\\w+\\.v)`")
	coqFile   = regexp.MustCompile("`(proof/\\w+\\.v)`")
)

// TestClaims checks that each lemma cited as a Coq proof is declared in the cited file, and that
// the theory cites enough of them.
func TestClaims(t *testing.T) {
	minLemmas := map[string]int{"theory.md": 60}
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
		if n < minLemmas[file] {
			t.Errorf("%s names %d lemmas of proof/, want at least %d", file, n, minLemmas[file])
		}
	}
}

// TestCorrectedLemmas checks that the names in the table of corrected lemmas are declared in Coq.
func TestCorrectedLemmas(t *testing.T) {
	files, err := filepath.Glob("../proof/*.v")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, f := range files {
		for name := range declaredCoq(t, f) {
			all[name] = true
		}
	}
	rows := 0
	for line := range strings.Lines(sectionOf(read(t, "theory.md"), "the-lemmas-corrected")) {
		cells := row(strings.TrimSpace(line))
		if len(cells) != 4 || cells[0] == "no." || strings.HasPrefix(cells[0], "---") {
			continue
		}
		rows++
		for _, name := range append(quoted(cells[2]), quoted(cells[3])...) {
			if !all[name] {
				t.Errorf("theory.md, lemma %s: proof/ has no %s", cells[0], name)
			}
		}
	}
	const minRows = 12
	if rows < minRows {
		t.Errorf("theory.md corrects %d lemmas, want at least %d", rows, minRows)
	}
}

// TestClaimsHaveAStatus checks that each theorem and lemma says how it is known, before the next
// one and within its chapter.
func TestClaimsHaveAStatus(t *testing.T) {
	claim := regexp.MustCompile(`(?m)^(?:> )?\*\*(?:Theorem|Lemma) [0-9A-Z]|` +
		`^##+ Theorem [0-9]|^### Whether there is`)
	status := regexp.MustCompile(`Coq:|[Pp]aper proof|[Tt]ested`)
	const file = "theory.md"
	text := read(t, file)
	claims := claim.FindAllStringIndex(text, -1)
	for _, match := range claims {
		title, rest, _ := strings.Cut(text[match[0]:], "\n")
		rest, _, _ = strings.Cut(rest, "\n## ")
		if next := claim.FindStringIndex(rest); next != nil {
			rest = rest[:next[0]]
		}
		if !status.MatchString(strings.Join(strings.Fields(title+" "+rest), " ")) {
			t.Errorf("%s does not say how this is known: %s", file, title)
		}
	}
	const minClaims = 14
	if len(claims) < minClaims {
		t.Errorf("%s has %d claims, want at least %d", file, len(claims), minClaims)
	}
}

// folded returns the text of a document without its line breaks.
func folded(t *testing.T, file string) string {
	t.Helper()
	return strings.Join(strings.Fields(read(t, file)), " ")
}
