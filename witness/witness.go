package witness

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"sync"

	"wobbly/internal/digest"
)

// Schema names the version of the format.
const Schema = "wobbly/witness/1"

// A Witness is an execution that ends in a race. Positions are "line:col" strings of the
// source, objects are "o1", "o2", ...
type Witness struct {
	Schema string `json:"schema"`
	// Program is the Digest of the source text.
	Program string `json:"program"`
	// Units are the names of the units that the threads A and B execute.
	Units [2]string `json:"units"`
	Init  Init      `json:"init"`
	Steps []Step    `json:"steps"`
	// Race is the race that the execution shows, unless it shows a Deadlock. The JSON has only one
	// of the two.
	Race     Race     `json:"race"`
	Deadlock Deadlock `json:"deadlock,omitzero"`
	// Compressed reports whether steps may be runs.
	Compressed bool `json:"compressed,omitempty"`
	// File is the name of the source file. It is a hint that is not checked.
	File string `json:"file,omitempty"`
	// Seal is the Sum of the witness when it was written. It is optional.
	Seal string `json:"seal,omitempty"`
}

// Effort estimates the time to build and check the witness, in the time for a step.
func (w *Witness) Effort() int { return len(w.Steps) + len(w.Init.Cells)/4 }

// Init is the initial state, with every field of every object and every formal of both units.
type Init struct {
	Objects []string    `json:"objects"`
	Cells   [][3]string `json:"cells"` // an object, its field, and the object that the cell holds
	A       Stack       `json:"A"`
	B       Stack       `json:"B"`
}

// The values of Step.Do that are not simple commands.
const (
	Push = "push" // enter the call at this position
	Pop  = "pop"  // leave it
	Run  = "run"  // a complete call, from its push to its pop, in one step
)

// Step is one step of one thread.
type Step struct {
	Thread  string   `json:"thread"` // "A" or "B"
	At      string   `json:"at"`
	Do      string   `json:"do"`                // the command's text, or Push, Pop, Run
	Args    []string `json:"args,omitempty"`    // the arguments of a push
	Steps   string   `json:"steps,omitempty"`   // the number of steps of a run, in decimal
	Choices []Choice `json:"choices,omitempty"` // those since the thread's last step, in order
}

// Choice is how a thread resolved an if or a while.
type Choice struct {
	At   string `json:"at"`   // the position of the if or while
	Take string `json:"take"` // Then, Else, Loop or Exit
}

// The values of Choice.Take.
const (
	Then = "then"
	Else = "else"
	Loop = "loop"
	Exit = "exit"
)

// Undetermined is the object of a racing cell that a compressed witness does not determine.
const Undetermined = "?"

// Race is the racing state: both threads are about to make these accesses to Cell, and neither is
// blocked.
type Race struct {
	Cell [2]string `json:"cell"` // the object or Undetermined, and the field
	A    Access    `json:"A"`
	B    Access    `json:"B"`
}

// A Deadlock is a state in which each thread is about to take a lock that the other one holds.
type Deadlock struct {
	A Waiting `json:"A"`
	B Waiting `json:"B"`
}

// Waiting is one side of a deadlock.
type Waiting struct {
	At      string   `json:"at"`                // the position of the lock()
	Choices []Choice `json:"choices,omitempty"` // between the thread's last step and the lock()
}

// None reports whether d is the zero Deadlock: the witness shows a race.
func (d *Deadlock) None() bool { return d.A.At == "" && d.B.At == "" }

// Access is one side of a race.
type Access struct {
	At      string   `json:"at"`
	Kind    string   `json:"kind"`              // "read" or "write"
	Choices []Choice `json:"choices,omitempty"` // between the thread's last step and the access
}

// Stand returns a thread's state after its steps, according to them: the positions of the open
// calls, outermost first, and how often the thread holds each lock.
func (w *Witness) Stand(thread string) (calls []string, held map[string]int) {
	held = map[string]int{}
	for _, s := range w.Steps {
		if s.Thread != thread {
			continue
		}
		switch s.Do {
		case Push:
			calls = append(calls, s.At)
		case Pop:
			calls = calls[:max(0, len(calls)-1)]
		}
		if lock, by := s.Locks(); by != 0 {
			held[lock] += by
		}
	}
	return calls, held
}

// Locks returns the lock that a step takes (then by is 1) or releases (then by is -1). The unnamed
// lock is "". If the step does neither, by is 0.
func (s *Step) Locks() (lock string, by int) {
	name, rest, _ := strings.Cut(s.Do, "(")
	lock, ends := strings.CutSuffix(rest, ")")
	switch {
	case ends && name == "lock":
		return lock, 1
	case ends && name == "unlock":
		return lock, -1
	default:
		return "", 0
	}
}

// Digest returns the SHA-256 of a source text in hexadecimal, which binds a witness to it.
func Digest(text string) string {
	sum := digest.SHA256([]byte(text))
	var digits [2 * len(sum)]byte
	hex.Encode(digits[:], sum[:])
	return string(digits[:])
}

// Sum returns the seal of a witness: a digest of everything in it except the seal and the file
// name, regardless of the layout of the JSON. The seal shows whether a witness was changed since it
// was made, not whether it is true.
func (w *Witness) Sum() string {
	c := canons.Get().(*canon)
	*c = (*c)[:0]
	c.put(w.Schema, w.Program, w.Units[0], w.Units[1], strconv.FormatBool(w.Compressed))
	c.list(w.Init.Objects)
	c.number(len(w.Init.Cells))
	for _, cell := range w.Init.Cells {
		c.put(cell[:]...)
	}
	c.stack(w.Init.A)
	c.stack(w.Init.B)
	c.number(len(w.Steps))
	for i := range w.Steps {
		s := &w.Steps[i]
		c.put(s.Thread, s.At, s.Do, s.Steps)
		c.list(s.Args)
		c.choices(s.Choices)
	}
	c.put(w.Race.Cell[:]...)
	for _, a := range []*Access{&w.Race.A, &w.Race.B} {
		c.put(a.At, a.Kind)
		c.choices(a.Choices)
	}
	if !w.Deadlock.None() {
		for _, a := range []*Waiting{&w.Deadlock.A, &w.Deadlock.B} {
			c.put(a.At)
			c.choices(a.Choices)
		}
	}
	sum := digest.SHA256(*c)
	if cap(*c) <= maxPooled {
		canons.Put(c)
	}
	return hex.EncodeToString(sum[:8])
}

// canons is a pool of buffers of at most maxPooled bytes.
var canons = sync.Pool{New: func() any { return new(canon) }}

const maxPooled = 1 << 16

// canon is an unambiguous encoding of a witness, to which the methods add: each string follows its
// length, and each list its number of elements.
type canon []byte

func (c *canon) number(n int) { *c = binary.AppendUvarint(*c, uint64(n)) }

func (c *canon) put(texts ...string) {
	for _, s := range texts {
		c.number(len(s))
		*c = append(*c, s...)
	}
}

func (c *canon) list(texts []string) {
	c.number(len(texts))
	c.put(texts...)
}

func (c *canon) stack(s Stack) {
	c.number(len(s))
	for _, b := range s {
		c.put(b.Formal, b.Object)
	}
}

func (c *canon) choices(all []Choice) {
	c.number(len(all))
	for _, x := range all {
		c.put(x.At, x.Take)
	}
}

// MarshalJSON returns the witness on one line. Lists and maps are never null, and nothing is
// escaped for HTML. If the witness has no seal, the JSON has a new one.
func (w Witness) MarshalJSON() ([]byte, error) {
	type plain Witness // a Witness without this method
	p := plain(w)
	if p.Seal == "" {
		p.Seal = w.Sum()
	}
	p.Init.Objects = orEmpty(p.Init.Objects)
	p.Init.Cells = orEmpty(p.Init.Cells)
	p.Steps = orEmpty(p.Steps)
	if !w.Deadlock.None() {
		return encode(struct {
			plain
			Race *Race `json:"race,omitempty"` // hides that of plain
		}{plain: p})
	}
	return encode(p)
}

// encode returns the JSON of v, without escapes for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// orEmpty returns an empty list instead of nil, which JSON would write as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
