package witness

import "strings"

// schema looks ahead for the "schema" of the document and then starts over. It is empty if
// the document has none, or one that is not a string.
func (r *reader) schema() string {
	found := ""
	r.open('{', "the document")
	for found == "" && r.more() {
		if key, _ := r.next().(string); key != "schema" {
			r.skip()
		} else {
			found, _ = r.next().(string)
			break
		}
	}
	if r.err == nil {
		r.rewind()
	}
	return found
}

// checked reads a document of CheckSchema: races with ids, each side an object.
func (r *reader) checked() []Named {
	var all []Named
	ids := map[string]bool{}
	r.object("the document", []string{"races"}, func(key string) bool {
		if key != "races" {
			return false
		}
		r.array("the races", func() {
			var n Named
			r.object("a race", []string{"id"}, func(key string) bool {
				switch key {
				case "id":
					n.ID = r.string("the id of a race")
					// --race R1 and --race r1 ask for the same race.
					folded := strings.ToLower(n.ID)
					if ids[folded] {
						r.fail(r.at, "two races have the id %s", quote(n.ID))
					}
					ids[folded] = true
				case "left":
					n.Left = r.claim("the left access of a race")
				case "right":
					n.Right = r.claim("the right access of a race")
				case "witness":
					n.Witness = r.witness()
				default:
					return false
				}
				return true
			})
			all = append(all, n)
		})
		return true
	})
	return all
}

// claim reads one side of a race of a document of CheckSchema. Every key may be missing.
func (r *reader) claim(what string) Claim {
	var c Claim
	r.object(what, nil, func(key string) bool {
		switch key {
		case "unit":
			c.Unit = r.string("the unit of an access")
		case "at":
			c.At = r.string("the position of an access")
		case "kind":
			c.Kind = r.string("the kind of an access")
		case "calls":
			c.Calls = r.strings("the calls of an access")
		default:
			return false
		}
		return true
	})
	return c
}

// paired reads a document that lists pairs of units, each with a list of races under
// the key.
func (r *reader) paired(key string) []Named {
	var all []Named
	r.object("the document", []string{"pairs"}, func(k string) bool {
		if k != "pairs" {
			return false
		}
		r.array("the pairs", func() {
			first := len(all)
			var left, right string
			r.object("a pair", []string{key}, func(k string) bool {
				switch k {
				case "left":
					left = r.string("the left unit of a pair")
				case "right":
					right = r.string("the right unit of a pair")
				case key:
					r.array("the "+key, func() { all = append(all, r.pairedRace()) })
				default:
					return false
				}
				return true
			})
			for i := first; i < len(all); i++ {
				all[i].Left.Unit, all[i].Right.Unit = left, right
			}
		})
		return true
	})
	return all
}

// pairedRace reads a race of a pair of units. Every key may be missing.
func (r *reader) pairedRace() Named {
	var n Named
	r.object("a race", nil, func(key string) bool {
		switch key {
		case "left":
			n.Left.At = r.string("the left position of a race")
		case "right":
			n.Right.At = r.string("the right position of a race")
		case "kinds":
			var kinds [2]string
			r.fixed("the kinds of a race", kinds[:])
			n.Left.Kind, n.Right.Kind = kinds[0], kinds[1]
		case "witness":
			n.Witness = r.witness()
		default:
			return false
		}
		return true
	})
	return n
}

func (r *reader) witness() *Witness {
	w := &Witness{}
	required := []string{"schema", "program", "units", "init", "steps", "race"}
	r.object("the witness", required, func(key string) bool {
		switch key {
		case "schema":
			w.Schema = r.string("the schema")
			if w.Schema != Schema {
				r.fail(r.at, "the schema of a witness is %q, not %s", Schema, quote(w.Schema))
			}
		case "program":
			w.Program = r.string("the program's digest")
		case "units":
			r.fixed("the units", w.Units[:])
		case "init":
			w.Init = r.init()
		case "steps":
			w.Steps = []Step{}
			r.array("the steps", func() { w.Steps = append(w.Steps, r.step()) })
		case "race":
			w.Race = r.racing()
		case "compressed":
			w.Compressed = r.bool(`"compressed"`)
		case "file":
			w.File = r.string("the file")
		case "seal":
			w.Seal = r.string("the seal")
		default:
			return false
		}
		return true
	})
	return w
}

func (r *reader) init() Init {
	in := Init{Cells: [][3]string{}}
	r.object("the initial state", []string{"objects", "cells", "A", "B"}, func(key string) bool {
		switch key {
		case "objects":
			in.Objects = r.strings("the list of objects")
		case "cells":
			r.array("the list of cells", func() {
				var c [3]string
				r.fixed("a cell", c[:])
				in.Cells = append(in.Cells, c)
			})
		case "A", "B":
			stack := map[string]string{}
			r.object("the stack of "+key, nil, func(name string) bool {
				stack[name] = r.string("the value of a formal")
				return true
			})
			if key == "A" {
				in.A = StackOf(stack)
			} else {
				in.B = StackOf(stack)
			}
		default:
			return false
		}
		return true
	})
	return in
}

func (r *reader) step() Step {
	var s Step
	r.object("a step", []string{"thread", "at", "do"}, func(key string) bool {
		switch key {
		case "thread":
			s.Thread = r.string("the thread of a step")
		case "at":
			s.At = r.string("the position of a step")
		case "do":
			s.Do = r.string("the command of a step")
		case "args":
			s.Args = r.strings("the arguments of a step")
		case "steps":
			s.Steps = r.string("the number of steps of a run")
		case "choices":
			s.Choices = r.choices()
		default:
			return false
		}
		return true
	})
	return s
}

func (r *reader) choices() []Choice {
	var list []Choice
	r.array("the choices", func() {
		var c Choice
		r.object("a choice", []string{"at", "take"}, func(key string) bool {
			switch key {
			case "at":
				c.At = r.string("the position of a choice")
			case "take":
				c.Take = r.string("what a choice takes")
			default:
				return false
			}
			return true
		})
		list = append(list, c)
	})
	return list
}

func (r *reader) racing() Race {
	var race Race
	r.object("the race", []string{"cell", "A", "B"}, func(key string) bool {
		switch key {
		case "cell":
			r.fixed("the racing cell", race.Cell[:])
		case "A":
			race.A = r.access()
		case "B":
			race.B = r.access()
		default:
			return false
		}
		return true
	})
	return race
}

func (r *reader) access() Access {
	var a Access
	r.object("an access", []string{"at", "kind"}, func(key string) bool {
		switch key {
		case "at":
			a.At = r.string("the position of an access")
		case "kind":
			a.Kind = r.string("the kind of an access")
		case "choices":
			a.Choices = r.choices()
		default:
			return false
		}
		return true
	})
	return a
}
