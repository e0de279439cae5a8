package enum

// variable is a variable of a unit by number: formal i is i, local j is ^j.
// Both are numbered as they first occur in the unit's text.
type variable int16

// scope knows the variables of the unit under construction at a point of it.
type scope struct {
	formals     int    // that occurred
	mostFormals int    // that may occur: the arity of a method
	locals      int    // that occurred
	mostLocals  int    // that may occur
	assigned    uint64 // locals assigned on every way to this point, a bit each
}

// openFormals are the formals that may stand here: those that occurred, and
// the next one.
func (s *scope) openFormals() int { return min(s.formals+1, s.mostFormals) }

// targets is how many variables may be assigned here; target lists them.
func (s *scope) targets() int { return s.openFormals() + min(s.locals+1, s.mostLocals) }

func (s *scope) target(i int) variable {
	if n := s.openFormals(); i >= n {
		return ^variable(i - n)
	}
	return variable(i)
}

// sources bounds the numbers of variables that may be used here.
func (s *scope) sources() int { return s.openFormals() + s.locals }

// source is the i-th variable, and whether it holds an object here (A3).
func (s *scope) source(i int) (v variable, ok bool) {
	if n := s.openFormals(); i >= n {
		j := i - n
		return ^variable(j), s.assigned>>j&1 != 0
	}
	return variable(i), true
}

// mention notes that v occurs.
func (s *scope) mention(v variable) {
	if v >= 0 {
		s.formals = max(s.formals, int(v)+1)
	} else {
		s.locals = max(s.locals, int(^v)+1)
	}
}

// assign notes that v, which occurs, is assigned here.
func (s *scope) assign(v variable) {
	if v < 0 {
		s.assigned |= 1 << ^v
	}
}
