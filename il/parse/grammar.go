//go:build !js

package parse

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of the language: these structs and their tags define it.
type (
	file struct {
		Decls []decl `parser:"@@*"`
	}

	decl       any
	methodDecl struct {
		Name    identifier   `parser:"@@ '('"`
		Formals []identifier `parser:"(@@ (',' @@)*)? ')'"`
		Body    body         `parser:"@@"`
	}
	privateDecl struct {
		Pos    lexer.Position
		Method methodDecl `parser:"'private' @@"`
	}
	parallelDecl struct {
		Left  body `parser:"@@ '||'"`
		Right body `parser:"@@"`
	}
	initialDecl struct {
		Pos     lexer.Position
		Entries []initialEntry `parser:"'init' '{' @@*"`
		Close   []lexer.Token  `parser:"@'}'"`
	}
	initialEntry struct {
		Object identifier `parser:"@@ '.'"`
		Field  identifier `parser:"@@ '='"`
		Value  identifier `parser:"@@ (?= ';' | EOL | '}') ';'?"`
	}

	body  any
	block struct {
		Pos   lexer.Position
		Stmts []stmt        `parser:"'{' @@*"`
		Close []lexer.Token `parser:"@'}'"`
	}

	stmt   any
	ifStmt struct {
		Pos  lexer.Position
		Then *block `parser:"'if' '*' 'then'? @@"`
		Else *block `parser:"('else' @@)? ';'?"`
	}
	whileStmt struct {
		Pos  lexer.Position
		Body *block `parser:"'while' '*' 'do'? @@ ';'?"`
	}
	synchronizedStmt struct {
		Pos  lexer.Position
		Lock *identifier `parser:"'synchronized' ('(' @@ ')')?"`
		Body *block      `parser:"@@ ';'?"`
	}
	simpleStmt struct {
		Pos     lexer.Position
		Command command `parser:"@@ (?= ';' | EOL | '}') ';'?"`
	}

	command     any
	skipCommand struct {
		Word string `parser:"@'skip'"`
	}
	lockCommand struct {
		Word string      `parser:"@('lock' | 'unlock') '('"`
		Lock *identifier `parser:"@@? ')'"`
	}
	callCommand struct {
		Method identifier `parser:"@@ '('"`
		Args   []expr     `parser:"(@@ (',' @@)*)? ')'"`
	}
	assignCommand struct {
		Dst expr  `parser:"@@ ':='"`
		New bool  `parser:"(@('new' '(' ')')"`
		Src *expr `parser:"| @@)"`
	}

	expr struct {
		Root   identifier   `parser:"@@"`
		Fields []identifier `parser:"('.' @@)*"`
	}
)

// Parse implements participle.Parseable: half of all productions are names, and with tags they
// would take twice as long.
func (i *identifier) Parse(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	if t.Type != typeOf(name) {
		return participle.NextMatch
	}
	i.text, i.at = t.Value, offset(t.Pos)
	lex.Next()
	return nil
}

// declUnion lists the forms of a declaration, with one token of lookahead: "init" may be the name
// of a method.
var declUnion = participle.Union[decl](methodDecl{}, privateDecl{}, parallelDecl{}, initialDecl{})

// plain is the parser that participle makes of the grammar alone. It prints the grammar and is the
// oracle of the tests. It is several times slower than grammar, which shares its productions of
// declarations but reads bodies by hand.
var plain = sync.OnceValue(func() *participle.Parser[file] {
	return participle.MustBuild[file](
		participle.Lexer(definition{}), participle.Elide("EOL"), declUnion,
		participle.Union[body](block{}),
		participle.Union[stmt](ifStmt{}, whileStmt{}, synchronizedStmt{}, simpleStmt{}),
		participle.Union[command](skipCommand{}, lockCommand{}, callCommand{}, assignCommand{}),
	)
})

// Grammar returns the grammar of the language in EBNF. identifier is a letter or _ followed by
// letters, digits and _ that is not a keyword; <eol> is the end of a line, which counts only where
// the grammar names it; (?= x) means that x follows.
func Grammar() string { return plain().String() }
