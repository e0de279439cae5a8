package engine

import (
	"encoding/json"
	"reflect"
)

// A verb is a kind of message. Its answer is a value of a Go type, or a document as a command
// prints it.
type verb struct {
	name string
	help string // what the answer is, for docs/page.md
	// ask is the type of the message's fields, without id and do.
	ask reflect.Type
	// ok is the type of the answer; nil for a document.
	ok reflect.Type
	// doc is the file in docs/schema that describes the document.
	doc string
	// f answers a message; p points to a value of type ask.
	f func(c *call, p any) (ok any, exit *int, err error)
}

// run decodes a message, runs the verb and encodes its answer.
func (v *verb) run(c *call, message []byte) (ok []byte, exit *int, err error) {
	p := reflect.New(v.ask).Interface()
	if err := decode(message, p); err != nil {
		return nil, nil, err
	}
	r, exit, err := v.f(c, p)
	if err != nil || v.ok == nil {
		ok, _ := r.([]byte)
		return ok, exit, err
	}
	ok, err = json.Marshal(r)
	return ok, nil, err
}

// pointedTo returns the type that p points to. It is not generic: the instances of reflect.TypeFor,
// with the types that they keep reachable, are 9 kB of a first visit.
func pointedTo(p any) reflect.Type { return reflect.TypeOf(p).Elem() }

// asks returns a verb whose answer is a value.
func asks[P, R any](name, help string, f func(*call, P) (R, error)) verb {
	return verb{
		name: name, help: help, ask: pointedTo((*P)(nil)), ok: pointedTo((*R)(nil)),
		f: func(c *call, p any) (any, *int, error) {
			r, err := f(c, *p.(*P))
			return r, nil, err
		},
	}
}

// gives returns a verb whose answer is a document, with the exit code of the command.
func gives[P any](name, help, doc string, f func(*call, P) ([]byte, int, error)) verb {
	return verb{
		name: name, help: help, ask: pointedTo((*P)(nil)), doc: doc,
		f: func(c *call, p any) (any, *int, error) {
			ok, exit, err := f(c, *p.(*P))
			return ok, &exit, err
		},
	}
}

// verbs returns the table, in the order of docs/page.md.
func verbs() []verb {
	return []verb{
		asks("hello", "versions, commands, examples, lessons", (*call).hello),
		asks("diagnose", "what is wrong in a text, to be marked", (*call).diagnose),
		asks("hover", "what is known about a position", (*call).hover),
		asks("complete", "completions at a position", (*call).complete),
		asks("accesses", "the accesses of a text", (*call).accesses),
		asks("define", "the definition of the name at a position", (*call).define),
		asks("fmt", "the program as wobbly fmt prints it", (*call).format),
		gives("check", "reports and filtered pairs", "check.json", (*call).check),
		asks("races", "what an analysis reports, and which reports are true", (*call).races),
		asks("search", "the exact search, without witnesses", (*call).search),
		asks("why", "why two accesses are reported or not", (*call).why),
		asks("code", "the page of an error code", (*call).code),
		gives("explore", "the exact search", "explore.json", (*call).explore),
		asks("graph", "the graph of states of a small program", (*call).graph),
		gives("compare", "who reports what, and who is right", "compare.json", (*call).compare),
		gives("theorem.list", "the statements and their hypotheses", "theorem-list.json",
			(*call).statements),
		asks("theorem.switches", "what can be switched off", (*call).switches),
		gives("theorem.fuzz", "statements on random programs", "theorem-fuzz.json", (*call).fuzz),
		gives("theorem.break", "the smallest counterexample without a hypothesis",
			"theorem-break.json", (*call).breaks),
		asks("session.open", "begin to step", (*call).openSession),
		asks("session.do", "a command of the table, or a line", (*call).do),
		asks("session.view", "the present state", (*call).viewSession),
		asks("session.trace", "a stretch of the recorded trace", (*call).traceOf),
		asks("session.picture", "the present state, or the trace, drawn", (*call).picture),
		asks("session.analysis", "what the analysis knows about the present state",
			(*call).analysisOf),
		asks("session.close", "forget a session", (*call).closeSession),
		gives("lesson.list", "the lessons", "lesson-list.json", (*call).lessons),
		asks("lesson.open", "begin a lesson, or go on", (*call).openLesson),
		asks("lesson.do", "move, answer, give, check", (*call).doLesson),
		asks("lesson.view", "where the lesson stands", (*call).viewLesson),
		gives("lesson.record", "what there is to hand in, of all lessons that were opened",
			"lesson-record.json", (*call).record),
		asks("share.make", "a link to the current place", (*call).share),
		asks("share.open", "follow a link", (*call).openShare),
	}
}

func findVerb(name string) (*verb, error) {
	var known []string
	for _, v := range verbs() {
		if v.name == name {
			return &v, nil
		}
		known = append(known, v.name)
	}
	return nil, unknown("verb", name, known)
}
