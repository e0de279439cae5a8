package semantics

import (
	"slices"
	"testing"
)

func TestVectorAgainstSlice(t *testing.T) {
	var v vector[int]
	var want []int
	var old []vector[int] // every 100th version, with what it held
	for i := range 5000 { // three levels
		v = v.append(i)
		want = append(want, i)
		if j := i * 7919 % (i + 1); i%3 == 0 {
			v = v.set(j, -i)
			want[j] = -i
		}
		if i%100 == 0 {
			old = append(old, v)
		}
	}
	if v.n != len(want) {
		t.Fatalf("n = %d, want %d", v.n, len(want))
	}
	for i, x := range want {
		if got := v.get(i); got != x {
			t.Fatalf("element %d is %d, want %d", i, got, x)
		}
	}
	// Old versions are as they were: the last element of each was just appended and at most
	// replaced by its negative.
	for i, o := range old {
		if o.n != i*100+1 {
			t.Fatalf("version %d has %d elements, want %d", i, o.n, i*100+1)
		}
		if got := o.get(o.n - 1); got != i*100 && got != -i*100 {
			t.Errorf("version %d ends in %d, want %d or its negative", i, got, i*100)
		}
	}
}

func TestVectorVersionsAreIndependent(t *testing.T) {
	var v vector[int]
	for i := range 300 {
		v = v.append(i)
	}
	w := v.set(17, -1)
	x, y := v.append(1000), v.append(2000)
	if v.get(17) != 17 || w.get(17) != -1 || v.n != 300 {
		t.Error("set changed the vector it started from")
	}
	if x.get(300) != 1000 || y.get(300) != 2000 {
		t.Error("two appends to one vector share an element")
	}
}

func TestHeap(t *testing.T) {
	h := NewHeap([]string{"g", "f", "f"})
	if got := h.Fields(); len(got) != 2 || got[0] != "f" || got[1] != "g" {
		t.Errorf("Fields() = %v, want f, g once each, sorted", got)
	}
	l, h1 := h.New()
	if l == Nil || h.Has(l) || !h1.Has(l) {
		t.Errorf("New() = %s: not fresh, or not there", l)
	}
	for _, f := range h1.Fields() {
		if v, ok := h1.At(Addr{l, f}); !ok || v != l {
			t.Errorf("field %s of the new object %s holds %s, %t", f, l, v, ok)
		}
	}
	m, h2 := h1.New()
	h3 := h2.With(Addr{l, "f"}, m)
	if v, _ := h2.At(Addr{l, "f"}); v != l {
		t.Error("With changed the heap it started from")
	}
	if v, _ := h3.At(Addr{l, "f"}); v != m {
		t.Error("With did not set the cell")
	}
	b, h4 := h3.blank()
	for _, a := range []Addr{{Nil, "f"}, {b, "f"}, {l, "h"}, {b + 1, "f"}, {-1, "f"}} {
		if v, ok := h4.At(a); ok {
			t.Errorf("cell %s holds %s, want it undefined", a, v)
		}
	}
	got := ""
	for a, v := range h4.Cells() {
		got += a.String() + "=" + v.String() + " "
	}
	if want := "o1.f=o2 o1.g=o1 o2.f=o2 o2.g=o2 "; got != want {
		t.Errorf("Cells() = %q, want %q", got, want)
	}
}

func TestHeapWithRefusesWhatIsNotThere(t *testing.T) {
	_, h := NewHeap([]string{"f"}).New()
	for _, a := range []Addr{{Nil, "f"}, {2, "f"}, {1, "g"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("With(%s) did not panic", a)
				}
			}()
			h.With(a, 1)
		}()
	}
}

// blank adds an object without any cell, of which With can make a partial one.
func (h Heap) blank() (Loc, Heap) {
	h.objects = h.objects.append(slices.Repeat([]Loc{absent}, len(h.fields)))
	return Loc(h.objects.n), h
}

// TestVectorOf: VectorOf gives the same vector as appending the elements of the list.
func TestVectorOf(t *testing.T) {
	for _, n := range []int{
		0, 1, fan - 1, fan, fan + 1, fan*fan - 1, fan * fan, fan*fan + 1, 3*fan*fan + 5,
	} {
		list := make([]int, n)
		for i := range list {
			list[i] = 7 * i
		}
		v := vectorOf(list)
		w := v.append(-1)
		if n > 0 {
			w = w.set(n/2, -2)
		}
		for i, x := range list {
			want := x
			if i == n/2 {
				want = -2
			}
			if v.get(i) != x || w.get(i) != want {
				t.Fatalf("%d elements: number %d is %d, and after set %d, want %d, and %d", n, i,
					v.get(i), w.get(i), x, want)
			}
		}
		if v.n != n || w.n != n+1 || w.get(n) != -1 {
			t.Errorf("%d elements: n is %d, and %d with one more", n, v.n, w.n)
		}
	}
}
