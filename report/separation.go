package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Separation is why two accesses never race, according to a certificate of absence.
type Separation struct {
	Units   [2]string
	At      [2]string
	Locked  bool // both are always under the lock
	Objects [2]Objects
}

// Objects are those that a thread may access. There are none if it never comes to the access.
type Objects struct {
	Initial bool
	Private []Made    // only the thread can reach them then
	Public  [2][]Made // by the thread that made them
}

// Made is a statement that makes objects.
type Made struct{ At, Text string }

// SeparationsText says for each of some pairs of accesses why they never race.
func SeparationsText(w io.Writer, style Style, all []Separation) error {
	p := &page{Style: style, w: w}
	for i, s := range all {
		p.line("")
		if i == maxShown {
			p.line("... and %d more", len(all)-i)
			break
		}
		p.line("%s", p.paint(bold, fmt.Sprintf("%s %s / %s %s never race (certified)", s.Units[0], s.At[0], s.Units[1], s.At[1])))
		for _, sentence := range s.sentences() {
			p.prose(2, "%s", sentence)
		}
	}
	return p.err
}

// sentences says what separates the accesses: the lock, one thread's own objects, or which objects
// each thread may access.
func (s Separation) sentences() (all []string) {
	if s.Locked {
		return []string{"Both accesses are always under the lock."}
	}
	for i, o := range s.Objects {
		if !o.Initial && !o.private() && !o.public() {
			return []string{fmt.Sprintf("%s never comes to its access.", s.thread(i))}
		}
		if only := o.private(); only && (i == 0 || !s.Objects[0].private()) {
			all = append(all, fmt.Sprintf("At %s, %s accesses %s.", s.At[i], s.thread(i), s.words(i)))
		}
	}
	if len(all) > 0 {
		return all
	}
	for i := range s.Objects {
		all = append(all, fmt.Sprintf("At %s, %s accesses %s.", s.At[i], s.thread(i), s.words(i)))
	}
	return append(all, "No object is both.")
}

func (o Objects) public() bool { return len(o.Public[0])+len(o.Public[1]) > 0 }

// private reports whether only the thread can reach any of the objects.
func (o Objects) private() bool { return !o.Initial && !o.public() && len(o.Private) > 0 }

// thread names a thread together with what it runs.
func (s Separation) thread(i int) string { return thread(i, Side{Unit: s.Units[i]}) }

// words are which objects a thread accesses.
func (s Separation) words(i int) string {
	o := s.Objects[i]
	var words []string
	if o.Initial {
		words = append(words, "an object of the initial state")
	}
	if len(o.Private) > 0 {
		words = append(words, "an object that it made at "+places(o.Private)+" and that no other thread can reach then")
	}
	for t, made := range o.Public {
		if len(made) == 0 {
			continue
		}
		maker := "it"
		if t != i {
			maker = s.thread(t)
		}
		words = append(words, "an object that "+maker+" made at "+places(made)+" and stored where the other thread can find it")
	}
	return strings.Join(words, ", or ")
}

// places names statements: "3:3 (n := new())".
func places(made []Made) string {
	const most = 4
	shown := slice.Map(made[:min(len(made), most)], func(m Made) string { return m.At + " (" + m.Text + ")" })
	if more := len(made) - most; more > 0 {
		return strings.Join(append(slices.Clone(shown), fmt.Sprintf("%d more places", more)), ", ")
	}
	return text.Or(shown)
}
