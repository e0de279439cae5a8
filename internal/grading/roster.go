package grading

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/report"
)

// A Roster lists the people in a course.
type Roster struct {
	// idColumn is the head of the column that identifies people.
	idColumn string
	people   []person
}

type person struct {
	id string
	// ids are all values that can identify the person in a name.
	ids         []string
	name, email string
}

const maxPeople = 100_000

// The heads of columns, in lower case and in order of preference: of a plain roster, and of the
// exports of Canvas (gradebook), Moodle (grading worksheet, participants) and Blackboard.
var (
	idHeads = []string{"id", "identifier", "student id", "id number", "sis user id",
		"sis login id", "login id", "username", "student"}
	nameHeads  = []string{"name", "full name", "student name", "student"}
	firstHeads = []string{"first name", "given name"}
	lastHeads  = []string{"surname", "last name", "family name"}
	emailHeads = []string{"email", "email address", "e-mail"}
)

// ReadRoster reads a roster: a table separated by commas, semicolons or tabs, with a line of heads.
// One column identifies people: its values are the names of their directories or files, prefixes of
// these, or the platform's numbers.
func ReadRoster(in io.Reader) (*Roster, error) {
	raw, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	table, err := Decode(raw)
	if err != nil {
		return nil, fmt.Errorf("this is not a roster: it %w", err)
	}
	table, comma := cutSeparator(table)
	r := csv.NewReader(strings.NewReader(table))
	r.Comma = comma
	r.FieldsPerRecord = -1 // any number
	r.TrimLeadingSpace = comma != '\t'
	head, err := r.Read()
	switch {
	case err == io.EOF:
		return nil, errors.New("a roster is CSV with a header line such as id,name,email")
	case err != nil:
		return nil, notRoster(err)
	}
	columns := func(heads []string) []int {
		var all []int
		for _, h := range heads {
			if i := slices.IndexFunc(head, func(x string) bool {
				return strings.EqualFold(strings.TrimSpace(x), h)
			}); i >= 0 {
				all = append(all, i)
			}
		}
		return all
	}
	id, name, email := columns(idHeads), columns(nameHeads), columns(emailHeads)
	first, last := columns(firstHeads), columns(lastHeads)
	if len(id) == 0 {
		var all []string
		for _, h := range head[:min(len(head), 8)] {
			all = append(all, text.Quote(h))
		}
		return nil, fmt.Errorf("a roster needs a column id (or identifier, username, ...) with "+
			"the names of directories or files; it has %s", strings.Join(all, ", "))
	}
	out := Roster{idColumn: strings.TrimSpace(head[id[0]])}
	seen := map[string]bool{}
	for {
		line, err := r.Read()
		if err == io.EOF {
			return &out, nil
		}
		if err != nil {
			return nil, notRoster(err)
		}
		p := person{
			id: field(line, id[0]), name: field(line, name...), email: field(line, email...),
		}
		if p.name == "" {
			p.name = strings.TrimSpace(field(line, first...) + " " + field(line, last...))
		}
		for _, i := range id {
			if x := strings.TrimPrefix(field(line, i), "Participant "); x != "" {
				p.ids = append(p.ids, x)
			}
		}
		if p.id == "" || p.name == "Points Possible" { // a row of Canvas for no person
			continue
		}
		if seen[p.id] {
			return nil, fmt.Errorf("the roster has %s twice", text.Name(p.id))
		}
		seen[p.id] = true
		out.people = append(out.people, p)
		if len(out.people) > maxPeople {
			return nil, fmt.Errorf("the roster has more than %d lines", maxPeople)
		}
	}
}

func notRoster(err error) error { return fmt.Errorf("this is not a roster: %w", err) }

// field returns what a line has in the first of some columns that is not blank there, or "".
func field(line []string, columns ...int) string {
	for _, i := range columns {
		if i < len(line) && strings.TrimSpace(line[i]) != "" {
			return strings.TrimSpace(line[i])
		}
	}
	return ""
}

// cutSeparator returns a table without the line in which Excel may name its separator, and the
// separator: the one in that line, or else the most frequent one in the heads.
func cutSeparator(table string) (rest string, separator rune) {
	if rest, ok := strings.CutPrefix(table, "sep="); ok && len(rest) > 1 && rest[1] == '\n' {
		return rest[2:], rune(rest[0])
	}
	head, _, _ := strings.Cut(table, "\n")
	best := ','
	for _, c := range ";\t" {
		if strings.Count(head, string(c)) > strings.Count(head, string(best)) {
			best = c
		}
	}
	return table, best
}

// idLength returns the length of the longest id of the person that begins the name of a hand-in or
// is its number, or 0.
func (p person) idLength(w Who) int {
	best := 0
	for _, id := range p.ids {
		rest, ok := strings.CutPrefix(w.Name, id)
		if ok && (rest == "" || !isLetterOrDigit(rest[0])) || w.ID == id {
			best = max(best, len(id))
		}
	}
	return best
}

// isLetterOrDigit reports whether a byte is an ASCII letter, a digit, or part of another character.
func isLetterOrDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// isNamed reports whether the name of a hand-in is the person's name in either order, or the
// person's address before the @. Learning platforms write names without blanks: "lovelaceada".
func (p person) isNamed(w Who) bool {
	name := wordsOf(w.Name)
	mailbox, _, _ := strings.Cut(p.email, "@")
	forward := wordsOf(p.name)
	switch {
	case len(name) == 0:
		return false
	case slices.Equal(name, wordsOf(mailbox)):
		return true
	case len(forward) == 0:
		return false
	}
	last := len(forward) - 1
	backward := slices.Concat(forward[last:], forward[:last])
	if w.ID == "" {
		return slices.Equal(name, forward) || slices.Equal(name, backward)
	}
	joined := strings.Join(name, "")
	return joined == strings.Join(forward, "") || joined == strings.Join(backward, "")
}

func wordsOf(name string) []string {
	return strings.FieldsFunc(strings.ToLower(spell.Compose(name)),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// find returns the person whose hand-in this is: the one with the longest id in its name, or else
// the only one of that name. It is nil if there is none.
func (r *Roster) find(w Who) *person {
	var best *person
	longest := 0
	for i := range r.people {
		if n := r.people[i].idLength(w); n > longest {
			best, longest = &r.people[i], n
		}
	}
	if best != nil {
		return best
	}
	named := 0
	for i := range r.people {
		if r.people[i].isNamed(w) {
			best = &r.people[i]
			named++
		}
	}
	if named > 1 {
		return nil
	}
	return best
}

// addTo adds names and absent people to grades, whose students did the works. It returns the head
// of the column that identifies people. A nil roster adds nothing.
func (r *Roster) addTo(d *report.Grades, works []*work) string {
	if r == nil {
		return ""
	}
	handed := map[string]bool{}
	for i, w := range works {
		s := &d.Students[i]
		p := r.find(w.who)
		if p == nil {
			s.Unknown = true
			continue
		}
		s.ID, s.Name, s.Email = p.id, p.name, p.email
		handed[p.id] = true
	}
	for _, p := range r.people {
		if !handed[p.id] {
			d.Missing = append(d.Missing, report.Missing{ID: p.id, Name: p.name, Email: p.email})
		}
	}
	return r.idColumn
}
