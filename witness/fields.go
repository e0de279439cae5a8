package witness

import "strings"

// schema returns the "schema" of the document, and rewinds the reader. It returns "" if the
// document has none, or one that is not a string.
func (r *reader) schema() (found string) {
	r.open('{', "the document")
	for r.more() {
		key, _ := r.next().(string)
		if key == "schema" {
			found, _ = r.next().(string)
			break
		}
		r.skip()
	}
	if r.err == nil {
		r.rewind()
	}
	return found
}

// into returns a function that reads a string, which errors call what, into a variable.
func (r *reader) into(variable *string, what string) func() {
	return func() { *variable = r.string(what) }
}

// checked reads a document of CheckSchema, in which races have IDs and each side is an object.
func (r *reader) checked() []Named {
	var all []Named
	ids := map[string]bool{}
	race := func() {
		var n Named
		r.object("a race",
			required("id", func() {
				n.ID = r.string("the id of a race")
				folded := strings.ToLower(n.ID) // because --race r1 selects R1
				if ids[folded] {
					r.fail(r.at, "two races have the id %s", quote(n.ID))
				}
				ids[folded] = true
			}),
			optional("left", func() { n.Left = r.claim("the left access of a race") }),
			optional("right", func() { n.Right = r.claim("the right access of a race") }),
			optional("witness", func() { n.Witness = r.witness() }))
		all = append(all, n)
	}
	r.object("the document",
		required("races", func() { r.array("the races", race) }),
		optional("beyond", func() { r.array("the races that another analysis proves", race) }),
		optional("deadlocks", func() { r.array("the deadlocks", race) }))
	return all
}

// claim reads a side of a race in a document of CheckSchema. Errors call it what.
func (r *reader) claim(what string) Claim {
	var c Claim
	r.object(what,
		optional("unit", r.into(&c.Unit, "the unit of an access")),
		optional("at", r.into(&c.At, "the position of an access")),
		optional("kind", r.into(&c.Kind, "the kind of an access")),
		optional("calls", func() { c.Calls = r.strings("the calls of an access") }))
	return c
}

// paired reads a document of another schema, which lists pairs of units, each with a list of races
// under the key.
func (r *reader) paired(key string) []Named {
	var all []Named
	race := func() {
		var n Named
		r.object("a race",
			optional("left", r.into(&n.Left.At, "the left position of a race")),
			optional("right", r.into(&n.Right.At, "the right position of a race")),
			optional("kinds", func() {
				var kinds [2]string
				r.fixed("the kinds of a race", kinds[:])
				n.Left.Kind, n.Right.Kind = kinds[0], kinds[1]
			}),
			optional("witness", func() { n.Witness = r.witness() }))
		all = append(all, n)
	}
	deadlock := func() {
		var n Named
		r.object("a deadlock",
			optional("left", r.into(&n.Left.At, "the left position of a deadlock")),
			optional("right", r.into(&n.Right.At, "the right position of a deadlock")),
			optional("witness", func() { n.Witness = r.witness() }))
		all = append(all, n)
	}
	pair := func() {
		first := len(all)
		var left, right string
		r.object("a pair",
			required(key, func() { r.array("the "+key, race) }),
			optional("deadlocks", func() { r.arrayOrCount("the deadlocks", deadlock) }),
			optional("left", r.into(&left, "the left unit of a pair")),
			optional("right", r.into(&right, "the right unit of a pair")))
		for i := first; i < len(all); i++ {
			all[i].Left.Unit, all[i].Right.Unit = left, right
		}
	}
	r.object("the document", required("pairs", func() { r.array("the pairs", pair) }))
	return all
}

func (r *reader) witness() *Witness {
	w := &Witness{}
	r.object("the witness",
		required("schema", func() {
			w.Schema = r.string("the schema")
			if w.Schema != Schema {
				r.fail(r.at, "the schema of a witness is %q, not %s", Schema, quote(w.Schema))
			}
		}),
		required("program", r.into(&w.Program, "the program's digest")),
		required("units", func() { r.fixed("the units", w.Units[:]) }),
		required("init", func() { w.Init = r.init() }),
		required("steps", func() {
			w.Steps = []Step{}
			r.array("the steps", func() { w.Steps = append(w.Steps, r.step()) })
		}),
		oneOf("race", "deadlock", func() { w.Race = r.race() }),
		optional("deadlock", func() { w.Deadlock = r.deadlock() }),
		optional("compressed",
			func() { w.Compressed = scalar[bool](r, `"compressed"`, "true or false") }),
		optional("file", r.into(&w.File, "the file")),
		optional("seal", r.into(&w.Seal, "the seal")))
	return w
}

func (r *reader) init() Init {
	in := Init{Cells: [][3]string{}}
	stack := func(thread string) Stack {
		formals := map[string]string{}
		what := "the stack of " + thread
		r.open('{', what)
		r.members(what, func(name string) { formals[name] = r.string("the value of a parameter") })
		return StackOf(formals)
	}
	r.object("the initial state",
		required("objects", func() { in.Objects = r.strings("the list of objects") }),
		required("cells", func() {
			r.array("the list of cells", func() {
				var c [3]string
				r.fixed("a cell", c[:])
				in.Cells = append(in.Cells, c)
			})
		}),
		required("A", func() { in.A = stack("A") }),
		required("B", func() { in.B = stack("B") }))
	return in
}

func (r *reader) step() Step {
	var s Step
	r.object("a step",
		required("thread", r.into(&s.Thread, "the thread of a step")),
		required("at", r.into(&s.At, "the position of a step")),
		required("do", r.into(&s.Do, "the command of a step")),
		optional("args", func() { s.Args = r.strings("the arguments of a step") }),
		optional("steps", r.into(&s.Steps, "the number of steps of a run")),
		optional("choices", func() { s.Choices = r.choices() }))
	return s
}

func (r *reader) choices() []Choice {
	var list []Choice
	r.array("the choices", func() {
		var c Choice
		r.object("a choice",
			required("at", r.into(&c.At, "the position of a choice")),
			required("take", r.into(&c.Take, "what a choice takes")))
		list = append(list, c)
	})
	return list
}

func (r *reader) race() Race {
	var race Race
	r.object("the race",
		required("cell", func() { r.fixed("the racing cell", race.Cell[:]) }),
		required("A", func() { race.A = r.access() }),
		required("B", func() { race.B = r.access() }))
	return race
}

func (r *reader) deadlock() (d Deadlock) {
	side := func(a *Waiting) func() {
		return func() {
			r.object("a side of the deadlock",
				required("at", r.into(&a.At, "the position of a lock()")),
				optional("choices", func() { a.Choices = r.choices() }))
		}
	}
	r.object("the deadlock", required("A", side(&d.A)), required("B", side(&d.B)))
	return d
}

func (r *reader) access() Access {
	var a Access
	r.object("an access",
		required("at", r.into(&a.At, "the position of an access")),
		required("kind", r.into(&a.Kind, "the kind of an access")),
		optional("choices", func() { a.Choices = r.choices() }))
	return a
}
