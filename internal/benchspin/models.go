//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A model is an IL program of two threads with an init block.
type model struct{ name, text string }

// models returns the programs that both engines search. They differ in how much the threads share.
// In each, Spin visits tens of millions of states without reduction, and explore millions.
func models() []model {
	always := func(int) bool { return true }
	half := func(k int) bool { return k%2 == 0 }
	seldom := func(k int) bool { return k%15 == 7 }
	return []model{
		{"no-lock", family{steps: 28, shared: always, fields: 4, branch: 2}.text()},
		{"with-a-lock",
			family{steps: 28, shared: always, fields: 4, branch: 2, locks: true}.text()},
		{"half-shared", family{steps: 32, shared: half, fields: 4, branch: 2}.text()},
		{"mostly-local", family{steps: 46, shared: seldom, fields: 6, branch: 2}.text()},
	}
}

// A family has the parameters of a random program.
type family struct {
	steps  int              // accesses of a thread, except those at its end
	shared func(k int) bool // whether access k is to the object that both threads have
	branch int              // one in this many accesses is in a branch that may be skipped
	fields int              // f0, f1, ... of each object
	locks  bool             // critical sections of four accesses, five accesses apart
}

// text returns the program. arg1 is the same object in both threads, arg2 is different, and arg3
// and arg4 are objects to be stored.
func (f family) text() string {
	r := rand.New(rand.NewPCG(1, 3))
	var w strings.Builder
	for i := range 2 {
		w.WriteString([]string{"{\n", " || {\n"}[i])
		f.thread(&w, r)
		w.WriteString("}")
	}
	w.WriteString("\n\ninit {\n")
	for i, own := range []string{"a", "b"} {
		for k, o := range []string{"s", own, own + "1", own + "2"} {
			fmt.Fprintf(&w, "  %c.arg%d = %s;\n", 'A'+i, k+1, o)
		}
	}
	w.WriteString("}\n")
	return w.String()
}

// thread writes the accesses of one thread: two of three are stores, and what is loaded may be
// stored later. In the end the thread reads all fields of both objects, so that their values matter
// until then.
func (f family) thread(w *strings.Builder, r *rand.Rand) {
	values := []string{"arg3", "arg4"}
	fmt.Fprintln(w, "  x0 := arg2;\n  x1 := arg2;\n  x2 := arg2;")
	for k := range f.steps {
		if f.locks && k%9 == 2 {
			fmt.Fprintln(w, "  lock();")
		}
		fmt.Fprintln(w, f.access(k, &values, r))
		if f.locks && (k%9 == 5 || k == f.steps-1 && 2 <= k%9 && k%9 < 5) {
			fmt.Fprintln(w, "  unlock();")
		}
	}
	for _, object := range []string{"arg1", "arg2"} {
		for k := range f.fields {
			fmt.Fprintf(w, "  x0 := %s.f%d;\n  x0 := x0.f0;\n", object, k)
		}
	}
}

// access returns access k of a thread. values has the variables that may be stored; a load adds
// its own.
func (f family) access(k int, values *[]string, r *rand.Rand) string {
	object := "arg2"
	if f.shared(k) {
		object = "arg1"
	}
	path := fmt.Sprintf("%s.f%d", object, r.IntN(f.fields))
	var s string
	if r.IntN(3) == 0 {
		x := fmt.Sprint("x", r.IntN(3))
		*values = append(*values, x)
		s = fmt.Sprintf("%s := %s;", x, path)
	} else {
		s = fmt.Sprintf("%s := %s;", path, (*values)[r.IntN(len(*values))])
	}
	if k%f.branch == 1 {
		return "  if * {\n    " + s + "\n  }"
	}
	return "  " + s
}
