package check

// stack maps the variables of a frame to their values. Most frames have few: these are
// looked through.
type stack struct {
	few  []variable
	many map[string]value // all of them; nil while there are no more than manyVariables
}

// variable is a variable that is not nil.
type variable struct {
	name string
	value
}

// manyVariables is how many are looked through.
const manyVariables = 8

// newStack is that of a unit with so many formals, of which none has a value. There is
// room for some locals.
func newStack(formals int) stack {
	return stack{few: make([]variable, 0, min(formals+4, manyVariables))}
}

// of is what a variable holds, null if nothing.
func (s *stack) of(x string) value {
	if s.many != nil {
		return s.many[x]
	}
	for i := range s.few {
		if s.few[i].name == x {
			return s.few[i].value
		}
	}
	return null
}

// set lets a variable hold a value, which is not null.
func (s *stack) set(x string, v value) {
	if s.many != nil {
		s.many[x] = v
		return
	}
	for i := range s.few {
		if s.few[i].name == x {
			s.few[i].value = v
			return
		}
	}
	if len(s.few) < manyVariables {
		s.few = append(s.few, variable{x, v})
		return
	}
	s.many = map[string]value{x: v}
	for _, y := range s.few {
		s.many[y.name] = y.value
	}
}

// size is how many variables have a value.
func (s *stack) size() int {
	if s.many != nil {
		return len(s.many)
	}
	return len(s.few)
}

// change gives each variable another value.
func (s *stack) change(to func(x string, v value) value) {
	if s.many != nil {
		for x, v := range s.many {
			s.many[x] = to(x, v)
		}
		return
	}
	for i := range s.few {
		s.few[i].value = to(s.few[i].name, s.few[i].value)
	}
}
