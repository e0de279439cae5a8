package compact

import "wobbly/abstract"

// form is what the shared form makes of a mode of the analysis.
type form struct {
	prefixArguments bool  // calls touch WB(e1, ..., en)
	kept            touch // the sets that are kept of expressions
	spoils          touch // the sets that a captured prefix must not be in (needs.go)
	ownFields       bool  // an access has as many own fields as its path is written with, not 1
	endings         bool  // pairs are related by their endings (suffix.go), not in the product
}

// forms are the modes of which there is a shared form. The others are answered
// as sets.
var forms = map[abstract.Mode]form{
	abstract.Figure7:      {prefixArguments: true, kept: wobbly, spoils: wobbly},
	abstract.NoWB:         {kept: wobbly, spoils: wobbly},
	abstract.Plus:         {kept: wobbly | written, spoils: written, ownFields: true},
	abstract.CommonSuffix: {kept: wobbly | written, spoils: written, ownFields: true, endings: true},
}
