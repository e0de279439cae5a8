package check

// stack maps the variables of a frame to their values. Most frames have few variables, which are
// searched linearly.
type stack struct {
	few  []variable
	many map[string]value // all variables; nil while there are at most manyVariables
}

// variable is a variable whose value is not nil.
type variable struct {
	name string
	value
}

// manyVariables is the number of variables up to which they are searched linearly.
const manyVariables = 8

// newStack returns an empty stack with room for n formals and some locals.
func newStack(formals int) stack {
	return stack{few: make([]variable, 0, min(formals+4, manyVariables))}
}

// of returns the value of a variable, or null if it has none.
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

// set sets a variable to a value other than null.
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
	s.few = nil
}

// size returns the number of variables with a value.
func (s *stack) size() int {
	if s.many != nil {
		return len(s.many)
	}
	return len(s.few)
}

func (s *stack) change(replace func(x string, v value) value) {
	for x, v := range s.many {
		s.many[x] = replace(x, v)
	}
	for i := range s.few {
		s.few[i].value = replace(s.few[i].name, s.few[i].value)
	}
}
