package witness

import (
	"cmp"
	"encoding/json"
	"slices"
	"sort"
)

// Stack is the initial values of the formals of a thread's method, each formal once, sorted by
// name.
type Stack []Bound

// Bound is a formal and the object that it refers to.
type Bound struct{ Formal, Object string }

// NewStack returns the stack of a list in which no formal occurs twice. It sorts the list in place.
func NewStack(list []Bound) Stack {
	byName := func(a, b Bound) int { return cmp.Compare(a.Formal, b.Formal) }
	if !slices.IsSortedFunc(list, byName) { // usually it is sorted
		sort.Slice(list, func(i, j int) bool { return byName(list[i], list[j]) < 0 })
	}
	return list
}

// StackOf returns the stack with the values of a map from formals to objects.
func StackOf(objects map[string]string) Stack {
	list := make([]Bound, 0, len(objects))
	for x, o := range objects {
		list = append(list, Bound{x, o})
	}
	return NewStack(list)
}

// Map returns the objects by formal.
func (s Stack) Map() map[string]string {
	objects := make(map[string]string, len(s))
	for _, b := range s {
		objects[b.Formal] = b.Object
	}
	return objects
}

// Of returns the object of a formal, or "" if the stack does not have it.
func (s Stack) Of(formal string) string {
	if i, ok := s.find(formal); ok {
		return s[i].Object
	}
	return ""
}

// Bind sets the object of a formal, which may be new.
func (s *Stack) Bind(formal, object string) {
	i, ok := s.find(formal)
	if !ok {
		*s = slices.Insert(*s, i, Bound{Formal: formal})
	}
	(*s)[i].Object = object
}

// find returns the index of a formal, or the one at which it would be inserted.
func (s Stack) find(formal string) (int, bool) {
	return slices.BinarySearchFunc(s, formal,
		func(b Bound, x string) int { return cmp.Compare(b.Formal, x) })
}

// MarshalJSON returns an object with a key for each formal.
func (s Stack) MarshalJSON() ([]byte, error) { return encode(s.Map()) }

func (s *Stack) UnmarshalJSON(text []byte) error {
	var objects map[string]string
	if err := json.Unmarshal(text, &objects); err != nil {
		return err
	}
	*s = StackOf(objects)
	return nil
}
