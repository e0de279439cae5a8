package semantics

import (
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
	// Old versions are as they were: the last element of each was just appended
	// and at most replaced by its negative.
	for i, o := range old {
		if o.n != i*100+1 {
			t.Fatalf("version %d has %d elements", i, o.n)
		}
		if got := o.get(o.n - 1); got != i*100 && got != -i*100 {
			t.Errorf("version %d ends in %d", i, got)
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
			t.Errorf("field %s of a new object holds %s, %v", f, v, ok)
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
