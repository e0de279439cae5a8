package grading

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/internal/text"
	"wobbly/report"
)

// Roster lists the people in a course.
type Roster struct{ people []person }

// person is a line of a roster.
type person struct{ id, name, email string }

// maxPeople limits a roster.
const maxPeople = 100_000

// ReadRoster reads a roster: CSV with a header line that has the column id and perhaps name
// and email. The id is the name of the student's directory or file, or its beginning before a
// character that is neither letter nor digit, as learning platforms name them.
func ReadRoster(in io.Reader) (*Roster, error) {
	r := csv.NewReader(in)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	head, err := r.Read()
	if err != nil {
		return nil, errors.New("a roster is CSV, with a line of heads: id,name,email")
	}
	column := func(name string) int {
		return slices.IndexFunc(head, func(h string) bool {
			return strings.EqualFold(strings.TrimSpace(strings.TrimPrefix(h, "\ufeff")), name)
		})
	}
	id, name, email := column("id"), column("name"), column("email")
	if id < 0 {
		return nil, errors.New("a roster has a column id: what the directory or file of a student is called")
	}
	var out Roster
	for {
		line, err := r.Read()
		if err == io.EOF {
			return &out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("this is no roster: %w", err)
		}
		get := func(i int) string {
			if i < 0 || i >= len(line) {
				return ""
			}
			return strings.TrimSpace(line[i])
		}
		p := person{get(id), get(name), get(email)}
		if p.id == "" {
			continue
		}
		if slices.ContainsFunc(out.people, func(x person) bool { return x.id == p.id }) {
			return nil, fmt.Errorf("the roster has %s twice", text.Name(p.id))
		}
		if out.people = append(out.people, p); len(out.people) > maxPeople {
			return nil, fmt.Errorf("the roster has more than %d lines", maxPeople)
		}
	}
}

// is reports whether a hand-in is a person's.
func (p person) is(name string) bool {
	rest, ok := strings.CutPrefix(name, p.id)
	return ok && (rest == "" || !isLetterOrDigit(rest[0]))
}

func isLetterOrDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// enter adds names to grades, and the people who have handed in nothing. If a hand-in could be
// that of several people, it is that of the one with the longest id.
func (r *Roster) enter(d *report.Grades) {
	if r == nil {
		return
	}
	handed := map[string]bool{}
	for i := range d.Students {
		s := &d.Students[i]
		var best person
		for _, p := range r.people {
			if p.is(s.Student) && len(p.id) > len(best.id) {
				best = p
			}
		}
		if best.id == "" {
			s.Unknown = true
			continue
		}
		s.Name, s.Email = best.name, best.email
		handed[best.id] = true
	}
	for _, p := range r.people {
		if !handed[p.id] {
			d.Missing = append(d.Missing, report.Missing{ID: p.id, Name: p.name, Email: p.email})
		}
	}
}
