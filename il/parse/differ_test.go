package parse

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/quick"
)

// TestFileAgreesWithGrammarOnPrograms: the parser and the grammar accept random programs, with the
// same trees.
func TestFileAgreesWithGrammarOnPrograms(t *testing.T) {
	for seed := range uint64(quick.Cases(400)) {
		if text := randomText(seed); !differ(t, text) {
			_, diags := File(il.NewSource("", text))
			t.Fatalf("seed %d is refused: %v\n%s", seed, diags, text)
		}
	}
}

// TestFileAgreesWithGrammarOnDamage: they agree on whether a damaged program is accepted.
func TestFileAgreesWithGrammarOnDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	refused := 0
	const n = 1200
	for seed := range uint64(n) {
		if !differ(t, mutate(r, randomText(seed))) {
			refused++
		}
	}
	if refused < n/2 || refused > n*99/100 {
		t.Errorf("%d of %d damaged programs are refused, want at least half and at most 99%%",
			refused, n)
	}
}

// TestFileAgreesWithGrammarOnPages: they agree on the good and bad programs of the pages of
// diagnostics.
func TestFileAgreesWithGrammarOnPages(t *testing.T) {
	for _, page := range diag.Pages() {
		differ(t, page.Bad)
		if !differ(t, page.Good) {
			t.Errorf("%s: the good program is refused", page.Code)
		}
	}
}

// TestGrammar: the grammar is printed as the documentation shows it.
func TestGrammar(t *testing.T) {
	const want = `File = Decl* .
Decl = MethodDecl | PrivateDecl | ParallelDecl | InitialDecl .
MethodDecl = identifier "(" (identifier ("," identifier)*)? ")" Body .
Body = Block .
Block = "{" Stmt* "}" .
Stmt = IfStmt | WhileStmt | SynchronizedStmt | SimpleStmt .
IfStmt = "if" "*" "then"? Block ("else" Block)? ";"? .
WhileStmt = "while" "*" "do"? Block ";"? .
SynchronizedStmt = "synchronized" ("(" identifier ")")? Block ";"? .
SimpleStmt = Command (?= ";" | <eol> | "}") ";"? .
Command = SkipCommand | LockCommand | CallCommand | AssignCommand .
SkipCommand = "skip" .
LockCommand = ("lock" | "unlock") "(" identifier? ")" .
CallCommand = identifier "(" (Expr ("," Expr)*)? ")" .
Expr = identifier ("." identifier)* .
AssignCommand = Expr ":=" (("new" "(" ")") | Expr) .
PrivateDecl = "private" MethodDecl .
ParallelDecl = Body "||" Body .
InitialDecl = "init" "{" InitialEntry* "}" .
InitialEntry = identifier "." identifier "=" identifier (?= ";" | <eol> | "}") ";"? .`
	if got := Grammar(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestFileAgreesWithGrammarOnExamples: both accept the example programs.
func TestFileAgreesWithGrammarOnExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.il")
	if err != nil || len(files) == 0 {
		t.Fatalf("the examples are %v, error %v, want some", files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !differ(t, string(text)) {
			t.Errorf("%s is refused", f)
		}
		holdsRoundTrip(t, string(text))
	}
}
