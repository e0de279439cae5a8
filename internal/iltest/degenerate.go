package iltest

// A Text is a program's text with a name for the messages of tests.
type Text struct{ Name, Text string }

// Private lists legal programs all of whose methods are private, so that no two units run in
// parallel.
func Private() []Text {
	return []Text{
		{"one private method", "private m(p) {\n  p.f := p;\n}\n"},
		{"private methods that call each other",
			"private m() { lock(); unlock(); }\nprivate n() { m(); }\n"},
		{"a private method with an init block", "init { o1.f = o1 }\nprivate m(p) { p.f := p; }\n"},
		{"a private method without a field", "private m() {}\n"},
	}
}

// Degenerate lists legal programs that lack what most programs have: a public method, a field, a
// parameter, a statement. Every command, request and message must have an answer for each of them.
func Degenerate() []Text {
	return append(Private(),
		Text{"a method without parameters and statements", "m() {}\n"},
		Text{"a method without statements", "m(p) {}\n"},
		Text{"a method that skips", "m() { skip }\n"},
		Text{"a method without parameters", "m() { x := new(); x.f := x; }\n"},
		Text{"a parameter but no field", "m(p) { x := p; y := new(); }\n"},
		Text{"empty inner blocks", "m(p) { if * {} else {} while * {} synchronized {} }\n"},
		Text{"calls of an empty method", "m(p) { n(); n(); }\nprivate n() {}\n"},
		Text{"only locks", "m() { lock(); unlock(); }\nn() { synchronized {} }\n"},
		Text{"two empty threads", "{} || {}\n"},
		Text{"one empty thread", "{} || { arg1.f := arg1; }\n"},
		Text{"threads without a field", "{ x := new(); } || {}\n"},
		Text{"threads beside a private method", "private m(p) { p.f := p; }\n{} || {}\n"},
		Text{"an empty init block", "init {}\nm() {}\n"},
	)
}

// Empty lists texts in which no unit is declared; they can be formatted, and nothing else.
func Empty() []Text {
	return []Text{{"nothing", ""}, {"a comment", "// a\n"}, {"an init block", "init {}\n"}}
}
