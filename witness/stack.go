package witness

import (
	"cmp"
	"encoding/json"
	"slices"
	"sort"
)

// Stack is what the formals of a thread's unit hold at first: each once, in the order of
// their names.
type Stack []Bound

// Bound is a formal and the object that it holds.
type Bound struct{ Formal, Object string }

// NewStack is the stack of a list, in which no formal stands twice. It takes the list.
func NewStack(list []Bound) Stack {
	for i := 1; i < len(list); i++ {
		if list[i].Formal < list[i-1].Formal { // seldom
			sort.Slice(list, func(i, j int) bool { return list[i].Formal < list[j].Formal })
			break
		}
	}
	return list
}

// StackOf is the stack of a map.
func StackOf(held map[string]string) Stack {
	list := make([]Bound, 0, len(held))
	for x, o := range held {
		list = append(list, Bound{x, o})
	}
	return NewStack(list)
}

// Map is a stack as a map.
func (s Stack) Map() map[string]string {
	held := make(map[string]string, len(s))
	for _, b := range s {
		held[b.Formal] = b.Object
	}
	return held
}

// Of is what a formal holds, "" where it holds nothing.
func (s Stack) Of(formal string) string {
	if i, ok := s.find(formal); ok {
		return s[i].Object
	}
	return ""
}

// Bind lets a formal hold an object.
func (s *Stack) Bind(formal, object string) {
	i, ok := s.find(formal)
	if !ok {
		*s = slices.Insert(*s, i, Bound{Formal: formal})
	}
	(*s)[i].Object = object
}

// find is where a formal stands, or would stand.
func (s Stack) find(formal string) (int, bool) {
	return slices.BinarySearchFunc(s, formal, func(b Bound, x string) int { return cmp.Compare(b.Formal, x) })
}

// MarshalJSON gives an object with a key for each formal.
func (s Stack) MarshalJSON() ([]byte, error) { return encode(s.Map()) }

// UnmarshalJSON reads what MarshalJSON gives.
func (s *Stack) UnmarshalJSON(text []byte) error {
	var held map[string]string
	if err := json.Unmarshal(text, &held); err != nil {
		return err
	}
	*s = StackOf(held)
	return nil
}
