package verified

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/witness"
)

// writer writes one witness. It keeps the first reason why there is no translation.
type writer struct {
	p      *Program
	w      *witness.Witness
	object map[string]int // the number of each initial object
	words  []string       // what has been written
	reason string         // may be empty
}

// witness returns a witness in the notation of proof/main.ml, or the reason why that is impossible.
func (p *Program) witness(w *witness.Witness) (text, reason string) {
	x := &writer{p: p, w: w, object: map[string]int{}}
	x.header()
	x.initial()
	x.put(strconv.Itoa(len(p.branches)))
	x.put(p.branches...)
	x.put(strconv.Itoa(len(w.Steps)))
	for i := range w.Steps {
		x.step(&w.Steps[i])
	}
	if d := &w.Deadlock; d.None() {
		x.claim(&w.Race.A)
		x.claim(&w.Race.B)
		x.cell(w.Race.Cell)
	} else {
		x.waits(&d.A)
		x.waits(&d.B)
		x.put("D")
		if w.Race.A.At+w.Race.B.At+w.Race.Cell[0]+w.Race.Cell[1] != "" {
			x.fail("the witness has both a race and a deadlock")
		}
	}
	if w.Seal != "" && w.Seal != w.Sum() {
		x.fail("the seal is of other content")
	}
	return strings.Join(x.words, " "), x.reason
}

func (x *writer) put(words ...string) { x.words = append(x.words, words...) }

// fail keeps a reason, unless there is one already.
func (x *writer) fail(format string, args ...any) {
	if x.reason == "" {
		x.reason = fmt.Sprintf(format, args...)
	}
}

// header writes whether the witness is compressed. It fails if the witness is of another program.
func (x *writer) header() {
	switch {
	case x.w.Schema != witness.Schema:
		x.fail("the schema is of something else")
	case x.w.Program != witness.Digest(x.p.core.Source.Text):
		x.fail("the digest is of another text")
	}
	if x.w.Compressed {
		x.put("compressed")
	} else {
		x.put("full")
	}
}

// initial writes the initial state. It fails on duplicate or unknown names. The extracted checker
// judges whether each cell occurs once.
func (x *writer) initial() {
	in := &x.w.Init
	for _, name := range in.Objects {
		if _, twice := x.object[name]; twice || name == "" {
			x.fail("the object %q is named twice, or by nothing", name)
		}
		x.object[name] = len(x.object)
	}
	x.put(strconv.Itoa(len(in.Objects)), strconv.Itoa(len(x.p.core.Fields)),
		strconv.Itoa(len(in.Cells)))
	for _, c := range in.Cells {
		x.put(x.initialObject(c[0]), x.fieldName(c[1]), x.initialObject(c[2]))
	}
	x.formals(in.A.Map(), x.p.pair.Left, x.p.pair.Right)
	x.formals(in.B.Map(), x.p.pair.Right, x.p.pair.Left)
}

func (x *writer) initialObject(name string) string {
	n, ok := x.object[name]
	if !ok {
		x.fail("%q is not an initial object", name)
	}
	return strconv.Itoa(n)
}

// fieldName returns the number of a field.
func (x *writer) fieldName(name string) string {
	if x.p.field(name) < 0 {
		x.fail("%q is not a field of the program", name)
	}
	return strconv.Itoa(x.p.field(name))
}

// formals writes the values of the formals of u. The notation has the same number of formals for
// both thread blocks, so missing ones get the value of another one.
func (x *writer) formals(bound map[string]string, u, other *il.Unit) {
	var values []string
	for _, name := range u.Formals {
		if o, ok := bound[name]; ok {
			values = append(values, x.initialObject(o))
		}
	}
	if len(values) != len(u.Formals) || len(bound) != len(u.Formals) {
		x.fail("the bound names are not the parameters of %s", u.Name)
	}
	if len(values) < x.p.formals() && x.reason == "" {
		filler := x.w.Init.Objects[0]
		if len(u.Formals) > 0 {
			filler = bound[u.Formals[0]]
		} else if second := x.boundOf(other); second.Of(other.Formals[0]) != "" {
			filler = second.Of(other.Formals[0])
		}
		for len(values) < x.p.formals() {
			values = append(values, x.initialObject(filler))
		}
	}
	x.put(strconv.Itoa(len(values)))
	x.put(values...)
}

func (x *writer) boundOf(u *il.Unit) witness.Stack {
	if u == x.p.pair.Left {
		return x.w.Init.A
	}
	return x.w.Init.B
}

// position parses a position of the witness. It returns the offset and the number of the site
// there.
func (x *writer) position(at string) (il.Pos, string) {
	l, c, _ := strings.Cut(at, ":")
	line, err1 := strconv.Atoi(l)
	col, err2 := strconv.Atoi(c)
	pos, ok := il.NoPos, err1 == nil && err2 == nil && at == fmt.Sprintf("%d:%d", line, col)
	if ok {
		pos, ok = x.p.core.Source.Offset(il.Position{Line: line, Col: col})
	}
	if !ok {
		x.fail("%q is not a position of the program", at)
	}
	site, ok := x.p.sites[il.Site{At: pos}]
	if !ok {
		x.fail("there is nothing at %q", at)
		return pos, "0"
	}
	return pos, strconv.Itoa(site)
}

func (x *writer) step(s *witness.Step) {
	if s.Thread != "A" && s.Thread != "B" {
		x.fail("%q is not a thread", s.Thread)
	}
	call := s.Do == witness.Push || s.Do == witness.Run
	if !call && len(s.Args) > 0 || s.Do != witness.Run && s.Steps != "" {
		x.fail("a step that is not a call has arguments or a length")
	}
	pos, site := x.position(s.At)
	x.put(s.Thread, site)
	switch s.Do {
	case witness.Push:
		x.put("P", x.arguments(pos, s.Args))
	case witness.Run:
		digits := strings.Trim(s.Steps, "0123456789") == ""
		if !digits || s.Steps == "" || s.Steps[0] == '0' && s.Steps != "0" {
			x.fail("%q is not a length", s.Steps)
		}
		x.put("R", x.arguments(pos, s.Args), s.Steps)
	case witness.Pop:
		x.put("O")
	default:
		x.put("D", x.commandAt(pos, s.Do))
	}
	x.choices(s.Choices)
}

// commandAt returns the simple command at a position, which must have the text.
func (x *writer) commandAt(pos il.Pos, text string) string {
	for _, here := range x.p.commands[pos] {
		if _, call := here.command.(*il.Call); !call && il.SameText(il.Text(here.command), text) {
			return x.p.command(here.unit, here.command)
		}
	}
	x.fail("the command there is not %q", text)
	return "k"
}

// arguments returns a list of expressions over the variables of the method that has the call at a
// position.
func (x *writer) arguments(pos il.Pos, args []string) string {
	words := strconv.Itoa(len(args))
	for _, here := range x.p.commands[pos] {
		if _, call := here.command.(*il.Call); call {
			for _, a := range args {
				words += " " + x.argument(here.unit, a)
			}
			return words
		}
	}
	x.fail("no call stands there")
	return "0"
}

func (x *writer) argument(u *il.Unit, text string) string {
	names := strings.Split(il.Tidy(text), ".")
	_, local := x.p.locals[u][names[0]]
	if !local && u.Formal(names[0]) < 0 {
		x.fail("%q is not a variable of %s", names[0], u.Name)
		return ""
	}
	for _, f := range names[1:] {
		x.fieldName(f)
	}
	return x.p.expr(u, il.Expr{Root: names[0], Fields: names[1:]})
}

func (x *writer) choices(all []witness.Choice) {
	x.put(strconv.Itoa(len(all)))
	for _, c := range all {
		_, site := x.position(c.At)
		if !slices.Contains([]string{witness.Then, witness.Else, witness.Loop, witness.Exit},
			c.Take) {
			x.fail("a choice cannot be %q", c.Take)
		}
		x.put(site, c.Take)
	}
}

// claim writes one of the two racing accesses.
func (x *writer) claim(a *witness.Access) {
	_, site := x.position(a.At)
	kind := "r"
	switch a.Kind {
	case il.Write.String():
		kind = "w"
	case il.Read.String():
	default:
		x.fail("%q is not a kind of access", a.Kind)
	}
	x.put(site, kind)
	x.choices(a.Choices)
}

// waits writes the lock() for which a thread waits as if it were a read.
func (x *writer) waits(a *witness.Waiting) {
	x.claim(&witness.Access{At: a.At, Kind: il.Read.String(), Choices: a.Choices})
}

// cell writes the racing cell. Its object is an initial one, one that the execution makes, or
// undetermined.
func (x *writer) cell(cell [2]string) {
	object := "?"
	if n, ok := x.object[cell[0]]; ok {
		object = strconv.Itoa(n)
	} else if cell[0] != witness.Undetermined {
		object = strconv.Itoa(x.fresh(cell[0]))
	}
	x.put(object, x.fieldName(cell[1]))
}

// fresh returns the number of an object that the execution allocates. These are named oN in order,
// beginning after the number of initial objects and skipping the names of initial objects.
func (x *writer) fresh(name string) int {
	count := len(x.object)
	n, err := strconv.Atoi(strings.TrimPrefix(name, "o"))
	if err != nil || name != "o"+strconv.Itoa(n) || n <= count || n > count+len(x.w.Steps)+count {
		x.fail("%q is not an object of the witness", name)
		return 0
	}
	number := n - 1
	for i := count + 1; i < n; i++ {
		if _, taken := x.object["o"+strconv.Itoa(i)]; taken {
			number--
		}
	}
	return number
}
