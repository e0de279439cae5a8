package semantics

import (
	"iter"
	"slices"
	"strconv"

	"wobbly/internal/slice"
)

// Loc is a location of Loc ∪ {nil}. The objects of a heap are numbered from 1 in order of creation.
type Loc int32

// Nil is the location at which no heap has a cell.
const Nil Loc = 0

// absent marks a cell outside dom(h); it never leaves this file.
const absent Loc = -1

// String returns "nil", "o1", "o2", ...
func (l Loc) String() string {
	if l == Nil {
		return "nil"
	}
	return "o" + strconv.Itoa(int(l))
}

// Addr is an address, Loc × Field.
type Addr struct {
	Loc   Loc
	Field string
}

// String returns "o1.f".
func (a Addr) String() string { return a.Loc.String() + "." + a.Field }

// Heap is a heap h: Addr → Loc, a finite partial map, together with the set Field of its fields.
// Heaps are immutable values: With and New return new ones. The zero Heap is empty.
type Heap struct {
	fields  []string      // Field, sorted; shared by all heaps of a run
	objects vector[[]Loc] // the values of each object by field, absent if undefined
}

// NewHeap returns the empty heap over the given fields, which it may keep.
func NewHeap(fields []string) Heap {
	if increasing(fields) {
		return Heap{fields: fields}
	}
	fields = slices.Sorted(slices.Values(fields))
	return Heap{fields: slices.Compact(fields)}
}

// increasing reports whether fields are sorted and without duplicates.
func increasing(fields []string) bool {
	for i := 1; i < len(fields); i++ {
		if fields[i-1] >= fields[i] {
			return false
		}
	}
	return true
}

// Fields is Field, sorted. It must not be changed.
func (h Heap) Fields() []string { return h.fields }

// Size returns the number of objects: locn(h) = {1, ..., Size}.
func (h Heap) Size() int { return h.objects.n }

// Has reports whether l ∈ locn(h).
func (h Heap) Has(l Loc) bool { return l > Nil && int(l) <= h.objects.n }

// At is h(α), and whether α ∈ dom(h).
func (h Heap) At(a Addr) (Loc, bool) {
	f, ok := slices.BinarySearch(h.fields, a.Field)
	if !ok || !h.Has(a.Loc) {
		return Nil, false
	}
	l := h.objects.get(int(a.Loc) - 1)[f]
	if l == absent {
		return Nil, false
	}
	return l, true
}

// With is h[α ↦ l]. The object and the field must exist, the cell need not.
func (h Heap) With(a Addr, l Loc) Heap {
	f, ok := slices.BinarySearch(h.fields, a.Field)
	if !ok || !h.Has(a.Loc) {
		panic("semantics: store to " + a.String() + ", which no object of the heap has")
	}
	i := int(a.Loc) - 1
	h.objects = h.objects.set(i, with(h.objects.get(i), f, l))
	return h
}

// New returns the allocation of Figure 5: l ∉ locn(h), and the heap with (l, f) ↦ l for all f.
func (h Heap) New() (Loc, Heap) {
	l := Loc(h.objects.n + 1)
	h.objects = h.objects.append(slice.Repeat(l, len(h.fields)))
	return l, h
}

// Cells visits dom(h) with its values, by object and then by field.
func (h Heap) Cells() iter.Seq2[Addr, Loc] {
	return func(yield func(Addr, Loc) bool) {
		for i := range h.objects.n {
			for f, l := range h.objects.get(i) {
				if l != absent && !yield(Addr{Loc(i + 1), h.fields[f]}, l) {
					return
				}
			}
		}
	}
}
