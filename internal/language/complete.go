package language

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/il/symbol"
	"wobbly/internal/slice"
)

// A Completion is a name or a piece of text that may be inserted at a position.
type Completion struct {
	Label  string
	Kind   CompletionKind
	Detail string
	// Insert is the text that is inserted. If Snippet is true, it has places to fill in, ${1:x} and
	// $0, as in TextMate's snippets.
	Insert  string
	Snippet bool
}

// A CompletionKind is the kind of a completion.
type CompletionKind uint8

// The kinds of completions.
const (
	MethodName CompletionKind = iota
	VariableName
	FieldName
	ObjectName
	LockName
	Keyword
	Snippet
)

// Complete lists what may be inserted at a position, the likeliest first. It replaces the span,
// which is the name that is being typed, or empty.
func (d *Document) Complete(pos il.Pos) (Span, []Completion) {
	c := d.around(pos)
	var all []Completion
	switch {
	case c.comment:
		// nothing
	case c.region == nil:
		all = declarations
	case c.region.init:
		all = d.initial(c)
	case c.last == ".":
		all = d.fields()
	case c.value:
		all = append(d.variables(c),
			Completion{Label: "new()", Kind: Keyword, Detail: "a fresh object", Insert: "new()"})
	case c.lock:
		all = d.ofKind(symbol.Lock, LockName, "lock")
	case c.argument:
		all = d.variables(c)
	case c.statement:
		all = slices.Concat(d.variables(c), d.methods(), commands)
	}
	typed := d.src.Text[c.span.At:c.span.End]
	all = slices.DeleteFunc(slices.Clone(all), func(x Completion) bool { return x.Insert == typed })
	return c.span, all
}

// surroundings describe a position by the tokens before it.
type surroundings struct {
	// span is the name that is being typed, or empty.
	span Span
	// comment reports whether the position is in a comment. The other fields are then not used.
	comment bool
	last    string
	// region is nil at the top level.
	region *region
	// statement reports whether a statement may begin here, value whether := precedes, argument
	// whether this is inside the parentheses of a call, and lock whether inside those of lock,
	// unlock or synchronized.
	statement, value, argument, lock bool
}

// around describes a position, from the tokens before it.
func (d *Document) around(pos il.Pos) surroundings {
	c := surroundings{span: Span{pos, pos}}
	depth, parens := 0, 0 // of braces and of parentheses
	line := -1            // the line of the last token
	for t := range parse.Tokens(d.src.Text) {
		if t.At >= pos {
			break
		}
		text := d.src.Text[t.At:t.End]
		if t.Kind == parse.CommentToken {
			c.comment = t.End > pos || t.End == pos && !strings.HasSuffix(text, "*/")
			continue
		}
		if t.End >= pos && (t.Kind == parse.NameToken || t.Kind == parse.WordToken) {
			c.span = Span{t.At, t.End}
			break
		}
		switch text {
		case "{":
			depth++
		case "}":
			depth = max(0, depth-1)
		case "(":
			parens++
			c.lock = takesLock(c.last)
		case ")":
			parens = max(0, parens-1)
			c.lock = false
		}
		if strings.ContainsAny(text, "{};") {
			parens = 0
		}
		c.last = text
		line = d.src.Position(t.End).Line
	}
	newLine := d.src.Position(c.span.At).Line > line
	c.value = c.last == ":="
	c.argument = parens > 0
	starts := []string{"", "{", "}", ";", "else", "then", "do"}
	c.statement = !c.argument && (newLine || slices.Contains(starts, c.last))
	if depth > 0 {
		for i, r := range d.outline() {
			if r.from <= c.span.At && c.span.At <= r.to {
				c.region = &d.outline()[i]
			}
		}
	}
	return c
}

var declarations = []Completion{
	{Label: "method", Kind: Snippet, Detail: "m(b) { ... }", Insert: "${1:m}(${2:b}) {\n  $0\n}",
		Snippet: true},
	{Label: "private", Kind: Snippet, Detail: "a method that is only called",
		Insert: "private ${1:m}(${2:b}) {\n  $0\n}", Snippet: true},
	{Label: "threads", Kind: Snippet, Detail: "{ ... } || { ... }",
		Insert: "{\n  $1\n} || {\n  $0\n}", Snippet: true},
	{Label: "init", Kind: Snippet, Detail: "an initial state", Insert: "init {\n  $0\n}",
		Snippet: true},
}

// commands complete the statements that begin with a keyword.
var commands = []Completion{
	{Label: "synchronized", Kind: Keyword, Detail: "lock(); ..; unlock()",
		Insert: "synchronized {\n  $0\n}", Snippet: true},
	{Label: "lock", Kind: Keyword, Detail: "acquires the lock once more", Insert: "lock();"},
	{Label: "unlock", Kind: Keyword, Detail: "releases it once", Insert: "unlock();"},
	{Label: "if", Kind: Keyword, Detail: "one of the two",
		Insert: "if * {\n  $1\n} else {\n  $0\n}", Snippet: true},
	{Label: "while", Kind: Keyword, Detail: "zero or more iterations", Insert: "while * {\n  $0\n}",
		Snippet: true},
	{Label: "skip", Kind: Keyword, Detail: "nothing", Insert: "skip;"},
}

// variables lists the variables of the declaration, except a name that occurs only where it is
// being typed.
func (d *Document) variables(c surroundings) []Completion {
	var all []Completion
	for _, n := range c.region.names {
		detail := "local variable"
		if slices.Contains(c.region.formals, n) || c.region.thread && il.IsFormalName(n) {
			detail = "parameter"
		}
		if n == d.src.Text[c.span.At:c.span.End] {
			continue
		}
		all = append(all, Completion{Label: n, Kind: VariableName, Detail: detail, Insert: n})
	}
	return all
}

func (d *Document) methods() []Completion {
	var all []Completion
	for _, r := range d.outline() {
		if r.name == "" {
			continue
		}
		places := make([]string, len(r.formals))
		for i, f := range r.formals {
			places[i] = "${" + strconv.Itoa(i+1) + ":" + f + "}"
		}
		all = append(all, Completion{
			Label: r.name, Kind: MethodName,
			Detail: r.name + "(" + strings.Join(r.formals, ", ") + ")",
			Insert: r.name + "(" + strings.Join(places, ", ") + ");", Snippet: len(places) > 0,
		})
	}
	return all
}

func (d *Document) fields() []Completion { return d.ofKind(symbol.Field, FieldName, "field") }

func (d *Document) ofKind(kind symbol.Kind, ck CompletionKind, detail string) []Completion {
	names := map[string]bool{}
	for _, o := range d.names().All() {
		if o.Symbol.Kind == kind {
			names[o.Symbol.Name] = true
		}
	}
	var all []Completion
	for _, n := range slice.Sorted(maps.Keys(names), cmp.Compare) {
		all = append(all, Completion{Label: n, Kind: ck, Detail: detail, Insert: n})
	}
	return all
}

// initial lists the completions in an init block: objects and threads; after a dot, fields and
// parameters.
func (d *Document) initial(c surroundings) []Completion {
	if c.last != "." {
		threads := []Completion{
			{Label: "A", Kind: VariableName, Detail: "a parameter of thread A", Insert: "A."},
			{Label: "B", Kind: VariableName, Detail: "a parameter of thread B", Insert: "B."},
		}
		return append(d.ofKind(symbol.Object, ObjectName, "object"), threads...)
	}
	return append(d.fields(), d.ofKind(symbol.Formal, VariableName, "parameter")...)
}
