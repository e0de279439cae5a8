package lesson

import (
	"encoding/json"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/witness"
)

// A student's work outlives most edits of the lesson. It is tied not to the file but to
// what returns it its meaning: a solution to its task, a prediction to its question. Prose,
// hints, points, the key, and what the lesson says to wrong moves can change in the
// middle of a term without invalidating a record.

// Digest identifies what a solution of the task depends on: the kind of the task, its
// program and where that begins, its goals and constraints. Tasks with equal digests
// accept the same solutions. A lesson and its exam edition have the same digests.
func (t *Task) Digest() string { return t.digest }

// computeDigests sets the digests of a task that has been read without errors. They are made of
// what the file says, in a form that no later version of wobbly will print differently.
func (t *Task) computeDigests() {
	identity := struct {
		Kind    string
		Program string
		Units   []string // empty where all pairs of the program count
		Heap    string
		Allow   bool
		Goals   []string
		Musts   []string
		Fill    string
		Race    [2]string
	}{
		Kind: t.Kind.String(), Program: t.code(), Heap: squeeze(t.raw["heap"].text), Allow: t.allow,
		Goals: sorted(t.goals), Musts: sorted(t.musts), Fill: t.partsText(), Race: t.Race,
	}
	if pair := t.only(); pair != nil {
		identity.Units = []string{pair.Left.Name, pair.Right.Name}
	}
	t.digest = digestOf(identity)
	for i := range t.Questions {
		q := &t.Questions[i]
		q.digest = digestOf([]any{t.digest, plainWords(q.Text), slice.Map(q.Choices, plainWords)})
	}
}

// sorted returns the texts of goals or constraints, whose order has no meaning.
func sorted(entries []entry) []string {
	texts := slice.Map(entries, func(e entry) string { return squeeze(e.text) })
	slices.Sort(texts)
	return texts
}

// squeeze returns a text with one space between its words.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// digestOf returns the digest of a value that can be written as JSON.
func digestOf(x any) string {
	text, err := json.Marshal(x)
	if err != nil {
		panic("unreachable: " + err.Error())
	}
	return witness.Digest(string(text))
}

// code returns the task's program without its comments. Everything else stays in its place,
// because analysis sheets, races and questions name positions. In a witness task the
// comments count, because a witness names the digest of the source text.
func (t *Task) code() string {
	source := t.core.Source.Text
	if t.Kind == Witness {
		return source
	}
	var b strings.Builder
	at := 0
	for _, c := range t.core.Program.Comments {
		b.WriteString(source[at:c.At])
		b.WriteString(strings.Map(blank, c.Text))
		at = int(c.At) + len(c.Text)
	}
	b.WriteString(source[at:])
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func blank(r rune) rune {
	if r == '\n' {
		return r
	}
	return ' '
}

// plainWords returns a text without its punctuation and line breaks. A predicted answer means
// the same after a comma has moved, and something else after a word has changed. Marks
// inside a word, as in b.f, and operators are kept.
func plainWords(s string) string {
	words := strings.Fields(s)
	for i := range words {
		words[i] = strings.Trim(words[i], `.,;:!?"'`)
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}
