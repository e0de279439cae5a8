package parse

import (
	"bytes"
	"math/rand/v2"
	"strings"
)

// writer writes a random program of the language with random spacing, comments and separators:
// everything the grammar allows. Its methods write the production or the sign that they are named
// after.
type writer struct {
	*rand.Rand
	strings.Builder
	depth int
}

// randomText returns the random program of a seed.
func randomText(seed uint64) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1))}
	if w.IntN(10) == 0 {
		w.WriteString(byteOrderMark)
	}
	for range w.IntN(5) {
		w.decl()
	}
	w.gap()
	return w.String()
}

func (w *writer) pick(of ...string) string { return of[w.IntN(len(of))] }

// gap writes white space and comments, perhaps nothing.
func (w *writer) gap() {
	for w.IntN(3) == 0 {
		w.WriteString(w.pick(" ", "\t", "\n", "\r\n", "\n\n", "\n\n\n", "// note\n", "// }\r\n",
			"/**/", "/* { */", "/* two\n lines */", " // a //b /*\n", "//\n"))
	}
}

// sign writes a token that needs no space around it.
func (w *writer) sign(s string) {
	w.gap()
	w.WriteString(s)
	w.gap()
}

// word writes a token that needs space after it.
func (w *writer) word(s string) {
	w.gap()
	w.WriteString(s)
	if w.IntN(5) == 0 {
		w.WriteString("/* c */")
	} else {
		w.WriteString(" ")
	}
	w.gap()
}

func (w *writer) name() {
	w.gap()
	w.WriteString(w.pick("a", "b", "x", "_y1", "f", "init", "A", "B", "arg1", "été", "Ж", "locks",
		"newx", "return"))
	w.gap()
}

// separator ends a simple statement.
func (w *writer) separator() {
	w.WriteString(w.pick(";", ";", " ;", "\n", "\n\n", "\r\n", " // end\n", "/*\n*/", "\n;"))
}

func (w *writer) list(item func()) {
	w.sign("(")
	for i := range w.IntN(4) {
		if i > 0 {
			w.sign(",")
		}
		item()
	}
	w.sign(")")
}

func (w *writer) decl() {
	switch w.IntN(6) {
	case 0:
		w.block()
		w.sign("||")
		w.block()
	case 1:
		w.word("init")
		w.sign("{")
		for range w.IntN(4) {
			w.name()
			w.sign(".")
			w.name()
			w.sign("=")
			w.name()
			w.separator()
		}
		w.sign("}")
	default:
		if w.IntN(3) == 0 {
			w.word("private")
		}
		w.name()
		w.list(w.name)
		w.block()
	}
}

func (w *writer) block() {
	w.depth++
	w.sign("{")
	for range w.IntN(8 / w.depth) {
		w.stmt()
	}
	if w.IntN(4) == 0 {
		w.command()
	}
	w.sign("}")
	w.depth--
}

func (w *writer) stmt() {
	if w.depth > 4 || w.IntN(4) > 0 {
		w.command()
		w.separator()
		return
	}
	switch w.IntN(3) {
	case 0:
		w.word("if")
		w.sign("*")
		if w.IntN(3) == 0 {
			w.word("then")
		}
		w.block()
		if w.IntN(2) == 0 {
			w.word("else")
			w.block()
		}
	case 1:
		w.word("while")
		w.sign("*")
		if w.IntN(3) == 0 {
			w.word("do")
		}
		w.block()
	case 2:
		w.word("synchronized")
		w.block()
	}
	if w.IntN(4) == 0 {
		w.sign(";")
	}
}

func (w *writer) expr() {
	w.name()
	for w.IntN(2) == 0 {
		w.sign(".")
		w.name()
	}
}

func (w *writer) command() {
	switch w.IntN(8) {
	case 0:
		w.gap()
		w.WriteString("skip")
	case 1:
		w.gap()
		w.WriteString(w.pick("lock", "unlock"))
		w.sign("(")
		w.sign(")")
	case 2:
		w.name()
		w.list(w.expr)
	case 3:
		w.expr()
		w.sign(":=")
		w.WriteString("new")
		w.sign("(")
		w.sign(")")
	default:
		w.expr()
		w.sign(":=")
		w.expr()
	}
}

// mutate damages a text in a few places.
func mutate(r *rand.Rand, text string) string {
	b := []byte(text)
	pieces := []string{";", "{", "}", "(", ")", ".", ",", ":=", "=", "||", "*", "if", "else",
		"lock", "x", "m(a)", "\n", " ", "//", "/*", "*/",
		"\x00", "\xff", "'", "1", "null", "new", "private ", "\nm(a) {\n", "return", "init {", "|",
		":", "synchronised {", "whlie *"}
	for range 1 + r.IntN(3) {
		i := r.IntN(len(b) + 1)
		j := min(len(b), i+r.IntN(6))
		switch r.IntN(4) {
		case 0: // delete
			b = append(b[:i:i], b[j:]...)
		case 1: // insert
			b = append(b[:i:i], append([]byte(pieces[r.IntN(len(pieces))]), b[i:]...)...)
		case 2: // truncate
			if r.IntN(4) == 0 {
				b = b[:i]
			}
		case 3: // repeat
			b = append(b[:j:j], append(bytes.Clone(b[i:j]), b[j:]...)...)
		}
	}
	return string(b)
}
