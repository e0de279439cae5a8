package cprogram

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// MaxSteps limits the steps of an execution. That many turns take about a second under
// ThreadSanitizer with two cores.
const MaxSteps = 100_000

// The errors of Export.
var (
	// errNoRace says that the execution does not end in a race.
	errNoRace = errors.New("the execution does not end in a race")
	// ErrTooLong says that it has more than MaxSteps steps.
	ErrTooLong = fmt.Errorf("the execution has more than %d steps", MaxSteps)
)

//go:embed runtime/threads.c
var threads string

//go:embed runtime/locks.c
var locks string

// Export writes an execution as a C program, which refers to the IL program by the given file name.
// Equal arguments give equal texts.
func Export(x *execution.Execution, file string) (string, error) {
	race, ok := x.Race()
	switch {
	case !ok:
		return "", errNoRace
	case len(x.Moves) > MaxSteps:
		return "", ErrTooLong
	}
	w := &writer{
		x: x, file: file,
		fields: newNames(""), units: newNames("il_"), named: newNames("wobbly_"),
	}
	w.head(race)
	w.objects()
	w.plan()
	w.line("%s", threads)
	if len(x.Core.Locks) > 0 {
		w.line("%s", locks)
	}
	units := w.x.Core.Reachable(w.x.Pair.Left, w.x.Pair.Right)
	for _, u := range units {
		w.line("static void %s;", w.signature(u, newNames("")))
	}
	w.line("")
	for _, u := range units {
		w.function(u)
	}
	w.main()
	return w.text.String(), nil
}

type writer struct {
	x      *execution.Execution
	file   string // the name of the IL program's file
	text   strings.Builder
	fields *names
	units  *names // the functions
	named  *names // the objects
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.text, format+"\n", args...)
}

// at returns a position as text, "burble.il:26".
func (w *writer) at(p il.Pos) string {
	return fmt.Sprintf("%s:%d", w.file, w.x.Core.Source.Position(p).Line)
}

// head explains the program, how to run it and what to expect.
func (w *writer) head(race semantics.Racing) {
	w.line("/* %s: a race of %s and %s, as a program with two threads that makes the",
		comment(w.file), comment(w.x.Pair.Left.Name), comment(w.x.Pair.Right.Name))
	w.line(" * steps of a witness: %s.", text.Count(len(w.x.Moves), "step"))
	w.line(" *")
	w.line(" *   cc -O0 -g -fsanitize=thread -o race race.c && ./race")
	w.line(" *")
	w.line(" * ThreadSanitizer reports one data race, of")
	for i, a := range race {
		w.line(" *   the %s at %s, by thread %s", a.Kind, comment(w.at(a.Command.Pos())),
			semantics.Tid(i))
	}
	w.line(" * and exits with 66. Made by wobbly export --c. */")
	w.line("")
	w.line("#ifdef __linux__\n#define _GNU_SOURCE\n#endif")
	w.line("#include <pthread.h>\n#include <sched.h>\n#include <stdlib.h>\n")
}

// objects writes the type of objects, the initial ones, and the function for new().
func (w *writer) objects() {
	w.line("struct object {")
	for _, f := range w.x.Core.Fields {
		w.line("  struct object *volatile %s;", w.fields.cName(f))
	}
	w.line("};\n")
	for _, o := range w.x.Init.Objects {
		w.line("static struct object %s;", w.object(o))
	}
	w.line("")
	w.line("static struct object *wobbly_new(void) {")
	w.line("  struct object *o = malloc(sizeof *o);\n  if (!o)\n    abort();")
	for _, f := range w.x.Core.Fields {
		w.line("  o->%s = o;", w.fields.cName(f))
	}
	w.line("  return o;\n}\n")
}

// plan writes the schedule and each thread's choices: 1 for a then-branch or another iteration.
func (w *writer) plan() {
	var schedule strings.Builder
	var takes [2]strings.Builder
	choose := func(i semantics.Tid, t semantics.Take) {
		bit := byte('0')
		if t == semantics.Then || t == semantics.Loop {
			bit = '1'
		}
		takes[i].WriteByte(bit)
	}
	for _, m := range w.x.Moves {
		schedule.WriteString(m.Thread.String())
		for _, c := range m.Choices {
			choose(m.Thread, c.Take)
		}
	}
	for _, i := range semantics.Tids {
		for _, c := range w.x.Last().Threads[i].Chosen {
			choose(i, c.Take)
		}
	}
	w.line("static const int wobbly_steps = %d;", len(w.x.Moves))
	w.line("static const char wobbly_schedule[] =%s;", folded(schedule.String()))
	w.line("static const char *const wobbly_takes[2] = {%s,%s};",
		folded(takes[0].String()), folded(takes[1].String()))
	w.line("")
}

// folded returns a C string over as many lines as it needs.
func folded(s string) string {
	const width = 72
	if len(s) <= width {
		return ` "` + s + `"`
	}
	var b strings.Builder
	for len(s) > 0 {
		n := min(width, len(s))
		b.WriteString("\n  \"" + s[:n] + `"`)
		s = s[n:]
	}
	return b.String()
}

// main writes the functions of the threads, and the one that sets up the initial state.
func (w *writer) main() {
	w.line("#line 1 \"threads.c\"")
	for i, u := range [2]*il.Unit{w.x.Pair.Left, w.x.Pair.Right} {
		arg := func(f string) string { return "&" + w.object(w.x.Init.Stacks[i][f]) }
		args := slice.Map(u.Formals, arg)
		w.line("static void *wobbly_%s(void *unused) {", semantics.Tid(i))
		w.line("  wobbly_begin(%d);", i)
		call := fmt.Sprintf("%s(%s);", w.units.cName(u.Name), strings.Join(args, ", "))
		if len(w.x.Core.Locks) > 0 {
			call = "pthread_cleanup_push(wobbly_release, 0); " + call + " pthread_cleanup_pop(0);"
		}
		w.line("  %s\n  return unused;\n}\n", call)
	}
	w.line("int main(void) {")
	w.line("  pthread_t a, b;")
	w.line("  pthread_mutexattr_t recursive;")
	w.line("  pthread_mutexattr_init(&recursive);")
	w.line("  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);")
	w.line("  pthread_mutex_init(&wobbly_mutex, &recursive);")
	for n := range w.x.Core.Locks {
		w.line("  pthread_mutex_init(&wobbly_locks[%d], &recursive); /* %s */", n,
			comment(w.x.Core.Locks[n]))
	}
	for _, c := range w.x.Init.Cells {
		w.line("  %s.%s = &%s;", w.object(c[0]), w.fields.cName(c[1]), w.object(c[2]))
	}
	w.line("  pthread_create(&a, 0, wobbly_A, 0);\n  pthread_create(&b, 0, wobbly_B, 0);")
	w.line("  pthread_join(a, 0);\n  pthread_join(b, 0);\n  return 0;\n}")
}

func (w *writer) object(name string) string {
	if plainObject.MatchString(name) {
		return name
	}
	return w.named.cName(name)
}

// plainObject matches the names that objects of witnesses have.
var plainObject = regexp.MustCompile(`^o[1-9][0-9]*$`)
