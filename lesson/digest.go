package lesson

import (
	"encoding/json"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/witness"
)

// A student's work must survive most edits of the lesson. So a solution belongs to its task and a
// prediction to its question, not to the file: prose, hints, points, the key and the answers to
// wrong moves can change in the middle of a term without invalidating a record.

// Digest identifies everything that a solution depends on: the kind of the task, its program and
// initial state, its goals and constraints. Tasks with equal digests accept the same solutions. A
// lesson and its exam edition have the same digests.
func (t *Task) Digest() string { return t.digest }

// computeDigests sets the digests of a task that was read without errors. It hashes the text of the
// file, not a printed form that a later version of wobbly might change.
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

// sorted sorts the texts of goals or constraints, because their order has no meaning.
func sorted(entries []entry) []string {
	texts := slice.Map(entries, func(e entry) string { return squeeze(e.text) })
	slices.Sort(texts)
	return texts
}

// squeeze replaces each run of blanks by one, and removes those at the ends.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func digestOf(x any) string {
	text, err := json.Marshal(x)
	if err != nil {
		panic("unreachable: " + err.Error())
	}
	return witness.Digest(string(text))
}

// code returns the task's program with blanks for its comments. Everything else keeps its position,
// because analysis sheets, races and questions refer to positions. A witness contains the digest of
// the source text, so code keeps the comments in a witness task.
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

// blank returns a blank for each character except a line end.
func blank(r rune) rune {
	if r == '\n' {
		return r
	}
	return ' '
}

// plainWords removes the punctuation and line breaks of a text, so that moving a comma does not
// change the digest of a predicted answer. Marks inside a word, as in b.f, and operators are kept.
func plainWords(s string) string {
	words := strings.Fields(s)
	for i := range words {
		words[i] = strings.Trim(words[i], `.,;:!?"'`)
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}
