//go:build !js

package parse

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// frame is participle with the file production of the grammar, over a lexer whose tokens
// are batches of declarations, which have been read.
type frame struct {
	parser  *participle.Parser[file]
	batches []*batch // not yet met
}

// frames are kept, since building a participle parser takes longer than
// parsing a small file.
var frames = sync.Pool{New: func() any {
	f := &frame{}
	f.parser = participle.MustBuild[file](participle.Lexer(tokens{}), participle.ParseTypeWith(f.parseDecl))
	return f
}}

// framed has participle read a file of batches.
func framed(all []*batch) {
	f := frames.Get().(*frame)
	defer frames.Put(f)
	lex, err := lexer.Upgrade(&batchLexer{batches: all})
	if err != nil {
		panic(err) // a batchLexer has no errors
	}
	f.batches = all
	_, err = f.parser.ParseFromLexer(lex)
	f.batches = nil
	if err != nil {
		panic(err) // parseDecl accepts every token
	}
}

// parseDecl is the production decl of the fast parser: a token, which stands
// for a batch of whole declarations.
func (f *frame) parseDecl(lex *lexer.PeekingLexer) (decl, error) {
	if lex.Next().EOF() {
		return nil, participle.NextMatch
	}
	b := f.batches[0]
	f.batches = f.batches[1:]
	return b, nil
}

// batchLexer has a token for each batch.
type batchLexer struct{ batches []*batch }

// Next implements lexer.Lexer.
func (l *batchLexer) Next() (lexer.Token, error) {
	if len(l.batches) == 0 {
		return lexer.EOFToken(lexer.Position{}), nil
	}
	l.batches = l.batches[1:]
	return at(typeBatch, 0, "batch"), nil
}
