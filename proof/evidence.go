package proof

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// How a statement is known.
const (
	proved  = "proved in Coq"
	onPaper = "proved on paper only"
	tested  = "tested only"
)

// Evidence is how a statement is known.
type Evidence struct {
	Known string // "proved in Coq", "proved on paper only" or "tested only"

	// Lemmas are the theorems of the Coq text. If the statement itself is not proved there, they
	// prove a part of it, or something that it rests on.
	Lemmas []Lemma

	Note string // how the lemmas differ from the statement, or where the proof is; may be empty
}

// Lemma is a theorem of the Coq text.
type Lemma struct {
	Name      string
	File      string // such as "proof/Theorem1.v"
	Statement string // as it is written, after the assumptions of the sections around it
}

// Of returns the evidence for a statement of package theorem, by its name.
func Of(statement string) (Evidence, bool) {
	i := slices.IndexFunc(claims, func(c claim) bool { return c.of == statement })
	if i < 0 {
		return Evidence{}, false
	}
	c := claims[i]
	e := Evidence{Known: c.known, Note: c.note}
	for _, name := range c.lemmas {
		l, ok := lemmas()[name]
		if !ok {
			panic(fmt.Sprintf("wobbly: statements.txt has no %s", name))
		}
		e.Lemmas = append(e.Lemmas, l)
	}
	return e, true
}

//go:embed statements.txt
var statements string

// lemmas reads the lemmas of statements.txt, by name: before each statement there is a line
// "== File.v name".
var lemmas = sync.OnceValue(func() map[string]Lemma {
	all := map[string]Lemma{}
	for entry := range strings.SplitSeq("\n"+statements, "\n== ") {
		head, text, _ := strings.Cut(entry, "\n")
		if file, name, ok := strings.Cut(head, " "); ok {
			all[name] = Lemma{Name: name, File: "proof/" + file, Statement: strings.TrimSpace(text)}
		}
	}
	return all
})
