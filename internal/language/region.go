package language

import (
	"slices"

	"wobbly/il"
	"wobbly/il/parse"
)

// region is a declaration as its tokens have it, so that there is one in a text with
// errors too.
type region struct {
	from, to il.Pos
	name     string   // of a method
	formals  []string // of a method
	names    []string // the variables that occur in it, each once; the formals first
	init     bool
	thread   bool
}

// regions cuts the text into declarations by its braces.
func (d *Document) regions() []region {
	c := cutter{text: d.src.Text}
	for t := range parse.Tokens(c.text) {
		if t.Kind != parse.CommentToken {
			c.token(t)
		}
	}
	if c.open {
		c.now.to = il.Pos(len(c.text))
		c.all = append(c.all, c.now)
	}
	for i := range c.all {
		c.all[i].names = unique(c.all[i].names)
	}
	return c.all
}

// cutter reads the tokens of a text one after the other.
type cutter struct {
	text  string
	all   []region
	now   region
	open  bool // some of now was read
	depth int  // of braces
	list  bool // in the list of formals
	last  parse.Token
}

func (c *cutter) textOf(t parse.Token) string { return c.text[t.At:t.End] }

func (c *cutter) token(t parse.Token) {
	if !c.open {
		c.now, c.open = region{from: t.At}, true
	}
	c.now.to = t.End
	if c.depth == 0 {
		c.head(t)
	} else {
		c.body(t)
	}
	c.last = t
}

// head reads a token before the braces.
func (c *cutter) head(t parse.Token) {
	switch text := c.textOf(t); {
	case text == "{":
		c.now.init = c.now.name == "" && c.textOf(c.last) == "init"
		c.now.thread = c.now.name == "" && !c.now.init
		c.depth, c.list = 1, false
	case text == "(":
		c.now.name, c.list = c.textOf(c.last), true
	case text == ")":
		c.list = false
	case text == "||", text == ";", text == "}":
		c.open = false
	case t.Kind == parse.NameToken && c.list:
		c.now.formals = append(c.now.formals, text)
		c.now.names = append(c.now.names, text)
	}
}

// body reads a token inside the braces.
func (c *cutter) body(t parse.Token) {
	switch text := c.textOf(t); {
	case text == "{":
		c.depth++
	case text == "}":
		if c.depth--; c.depth == 0 {
			c.all, c.open = append(c.all, c.now), false
		}
	case text == "(" && c.last.Kind == parse.NameToken && len(c.now.names) > 0: // a method was named
		c.now.names = c.now.names[:len(c.now.names)-1]
	case t.Kind == parse.NameToken && c.textOf(c.last) != ".":
		c.now.names = append(c.now.names, text)
	}
}

// unique is each name once, in the order of their first occurrences.
func unique(names []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(names, func(n string) bool {
		was := seen[n]
		seen[n] = true
		return was
	})
}
