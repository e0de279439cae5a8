package chord

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"wobbly/abstract/lattice"
	"wobbly/il"
	"wobbly/internal/slice"
)

// Alloc is where objects are made: a new() of the program, or the harness.
type Alloc struct {
	// At is the position of the new(), il.NoPos for the harness.
	At il.Pos
	// Formal is i if the harness Variables passes the object as arg_i, otherwise 0.
	Formal int
}

// Initial reports whether the harness makes the objects. They are in the initial heap.
func (a Alloc) Initial() bool { return a.At == il.NoPos }

// compare puts initial objects first, and the others in text order.
func (a Alloc) compare(b Alloc) int {
	return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Formal, b.Formal))
}

// text returns h0 or h1, h2, ... for the harness, or new@line:col.
func (a Alloc) text(src *il.Source) string {
	if a.Initial() {
		return "h" + strconv.Itoa(a.Formal)
	}
	return "new@" + src.At(a.At)
}

// Context is an element of C: at most k allocation sites, those of the receiver of the unit, of the
// receiver of the unit that made that one, and so on. It is empty for a unit without a receiver.
type Context []Alloc

// Object is an element h of H: all objects that a new() makes while its unit runs in a context, or
// that the harness makes.
type Object struct {
	Alloc
	In Context // of the unit of the new(); empty for the harness
}

// Compare orders objects by allocation, then by context.
func (o Object) Compare(p Object) int {
	return cmp.Or(o.Alloc.compare(p.Alloc), slices.CompareFunc(o.In, p.In, Alloc.compare))
}

// text names the object, with its context in brackets unless that is empty.
func (o Object) text(src *il.Source) string {
	if len(o.In) == 0 {
		return o.Alloc.text(src)
	}
	context := slice.Map(o.In, func(a Alloc) string { return a.text(src) })
	return o.Alloc.text(src) + "[" + strings.Join(context, " ") + "]"
}

// domain numbers contexts and objects as they are found. Context 0 is empty.
type domain struct {
	k          int
	contexts   []Context
	objects    []Object
	receivers  []int32 // for each object, the context of what is called on it
	contextIDs map[string]int32
	objectIDs  map[objectKey]int32
	words      int // of memory, approximately
}

// The memory of objects, contexts and elements of contexts in words, including their entries in
// maps and the room in slices that grow.
const (
	objectWords  = 18
	contextWords = 16
	elementWords = 3
)

// objectKey is the identity of an object: what makes it, in which context.
type objectKey struct {
	alloc Alloc
	in    int32
}

// object returns the object that a makes in a context. The context of calls on it is its allocation
// followed by its own context, cut to k elements.
func (d *domain) object(a Alloc, in int32) int32 {
	kept := max(0, d.k-1) // elements of the context, besides a
	if c := d.contexts[in]; len(c) > kept {
		in = d.context(c[:kept])
	}
	key := objectKey{a, in}
	id, ok := d.objectIDs[key]
	if ok {
		return id
	}
	id = int32(len(d.objects))
	d.objectIDs[key] = id
	d.words += objectWords
	o := Object{a, d.contexts[in]}
	receiver := int32(0)
	if d.k > 0 {
		receiver = d.context(slices.Concat(Context{o.Alloc}, o.In))
	}
	d.objects = append(d.objects, o)
	d.receivers = append(d.receivers, receiver)
	return id
}

func (d *domain) context(c Context) int32 {
	var key []byte
	for _, a := range c {
		key = binary.AppendVarint(key, int64(a.At))
		key = binary.AppendUvarint(key, uint64(a.Formal))
	}
	id, ok := d.contextIDs[string(key)]
	if !ok {
		id = int32(len(d.contexts))
		d.contextIDs[string(key)] = id
		d.words += contextWords + elementWords*len(c)
		d.contexts = append(d.contexts, c)
	}
	return id
}

// least returns the first object of s in the order of Object.Compare, -1 if s is empty.
func (d *domain) least(s lattice.Subset) int32 {
	best := int32(-1)
	s.Each(func(o int32) {
		if best < 0 || d.objects[o].Compare(d.objects[best]) < 0 {
			best = o
		}
	})
	return best
}
