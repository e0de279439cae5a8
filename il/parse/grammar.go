//go:build !js

package parse

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of the language. These structs, with their tags, are its
// definition: Grammar prints them, and the tests hold the fast parser against
// the parser that participle makes of them.
type (
	file struct {
		Decls []decl `parser:"@@*"`
	}

	// decl is the production with two implementations: the structs below, and
	// reader.decl.
	decl any

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

	parallelDecl struct {
		Pos   lexer.Position
		Left  *block `parser:"@@ '||'"`
		Right *block `parser:"@@"`
	}

	methodDecl struct {
		Pos     lexer.Position
		Private bool         `parser:"@'private'?"`
		Name    identifier   `parser:"@@ '('"`
		Formals []identifier `parser:"(@@ (',' @@)*)? ')'"`
		Body    *block       `parser:"@@"`
	}

	block struct {
		Pos   lexer.Position
		Stmts []stmt        `parser:"'{' @@*"`
		Close []lexer.Token `parser:"@'}'"`
	}

	stmt any

	simpleStmt struct {
		Pos     lexer.Position
		Command command `parser:"@@ (?= ';' | EOL | '}') ';'?"`
	}

	command any

	skipCommand struct {
		Word string `parser:"@'skip'"`
	}

	lockCommand struct {
		Word string `parser:"@('lock' | 'unlock') '(' ')'"`
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
		Body *block `parser:"'synchronized' @@ ';'?"`
	}

	expr struct {
		Root   identifier   `parser:"@@"`
		Fields []identifier `parser:"('.' @@)*"`
	}

	identifier struct {
		Pos  lexer.Position
		Text string `parser:"@Name"`
	}
)

// plain is the parser that participle makes of the grammar alone. It stops at
// the first error and takes far longer than File. It is built when it is first
// asked for.
var plain = sync.OnceValue(func() *participle.Parser[file] {
	return participle.MustBuild[file](
		participle.Lexer(tokens{}),
		participle.Elide("EOL", "Comment"),
		participle.Union[decl](initialDecl{}, parallelDecl{}, methodDecl{}),
		participle.Union[stmt](ifStmt{}, whileStmt{}, synchronizedStmt{}, simpleStmt{}),
		participle.Union[command](skipCommand{}, lockCommand{}, callCommand{}, assignCommand{}),
	)
})

// Grammar is the grammar of the language in EBNF. A terminal in angle brackets
// is a kind of token: <name>, a letter or _ followed by letters, digits and _
// that is no word of the language; <eol>, the end of a line, which counts only
// where it is asked for. (?= x) stands where x follows.
func Grammar() string { return plain().String() }
