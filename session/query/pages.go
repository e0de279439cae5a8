package query

import (
	"embed"
	"strings"
	"sync"

	"wobbly/il/diag"
)

// PageProgram is the program that the examples of the pages are about: A runs get,
// and B runs set.
//
//go:embed page.il
var PageProgram string

//go:embed pages
var pageFiles embed.FS

// Pages holds the page of every code of this package, in the order of the codes.
// The examples are expressions; those that are goals come with always, never,
// possible, count or visited.
var Pages = sync.OnceValue(func() []diag.Page {
	all := diag.ReadPages(pageFiles)
	for i := range all { // an expression is one line, without its end
		all[i].Bad, all[i].Good = strings.TrimSpace(all[i].Bad), strings.TrimSpace(all[i].Good)
	}
	return all
})
