package language

import (
	"slices"

	"wobbly/il"
	"wobbly/il/parse"
)

// A region is a declaration (a method, a thread or an init block) as its tokens alone show it, so
// it also exists in a text with errors.
type region struct {
	from, to il.Pos
	name     string
	formals  []string
	// names are the variables in it, without duplicates, the formals first.
	names  []string
	init   bool
	thread bool
}

// regions cuts the text into declarations by its braces. A declaration that a text with errors does
// not close reaches to the end of the text.
func (d *Document) regions() []region {
	var all []region
	var r *region  // the declaration that is being read, if any
	depth := 0     // of braces
	list := false  // whether the formals are being read
	last := ""     // the previous token
	before := ""   // the token before last
	named := false // whether last is a name
	end := func() {
		all = append(all, *r)
		r = nil
	}
	for t := range parse.Tokens(d.src.Text) {
		if t.Kind == parse.CommentToken {
			continue
		}
		if r == nil {
			r = &region{from: t.At}
		}
		r.to = t.End
		text, isName := d.src.Text[t.At:t.End], t.Kind == parse.NameToken
		if depth == 0 {
			switch {
			case text == "{":
				r.init = r.name == "" && last == "init"
				r.thread = r.name == "" && !r.init
				depth, list = 1, false
			case text == "(":
				r.name, list = last, true
			case text == ")":
				list = false
			case text == "||", text == ";", text == "}":
				r = nil
			case isName && list:
				r.formals, r.names = append(r.formals, text), append(r.names, text)
			}
		} else {
			switch {
			case text == "{":
				depth++
			case text == "}":
				if depth--; depth == 0 {
					end()
				}
			case text == "(" && named && len(r.names) > 0: // the name was that of a method
				r.names = r.names[:len(r.names)-1]
			case isName && last == "(" && takesLock(before): // the name of a lock
			case isName && last != ".":
				r.names = append(r.names, text)
			}
		}
		before, last, named = last, text, isName
	}
	if r != nil {
		r.to = il.Pos(len(d.src.Text))
		end()
	}
	for i := range all {
		seen := map[string]bool{}
		all[i].names = slices.DeleteFunc(all[i].names, func(n string) bool {
			repeated := seen[n]
			seen[n] = true
			return repeated
		})
	}
	return all
}

// takesLock reports whether a word is followed by the name of a lock in parentheses.
func takesLock(word string) bool {
	return word == "lock" || word == "unlock" || word == "synchronized"
}
