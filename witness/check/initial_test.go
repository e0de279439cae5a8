package check

import (
	"fmt"
	"strings"
	"testing"
)

// TestObjects: each name denotes its object, an unknown name denotes none, and a duplicate is
// refused, whether there are few objects or many.
func TestObjects(t *testing.T) {
	for n := range 3 * manyObjects {
		var names []string
		for i := range n + 1 {
			names = append(names, fmt.Sprint("o", i))
		}
		var st initial
		if r := st.objects(names); r != nil {
			t.Fatalf("objects of %d names: %v", len(names), r)
		}
		for i, name := range names {
			if v := st.number(name); v != value(i+1) || st.names[v] != name {
				t.Errorf("%d objects: number(%q) = %d, want %d", n+1, name, v, i+1)
			}
		}
		if st.number("") != null || st.number("o") != null {
			t.Errorf("%d objects: number of an unknown name is not null", n+1)
		}
		for _, again := range names {
			r := new(initial).objects(append(names[:n+1:n+1], again))
			if r == nil || !strings.Contains(r.Reason, quote(again)+" is listed twice") {
				t.Errorf("objects of %d names, and %s again: %v, want a refusal", n+1, again, r)
			}
		}
	}
}
