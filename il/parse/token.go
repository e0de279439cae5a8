package parse

// kind tells tokens apart.
type kind uint8

// The kinds of token. White space and comments are no tokens.
const (
	eof    kind = iota // the end of the stretch that is read
	name               // of a variable, a field or a method
	number             // digits, and what letters follow them
	stray              // characters that no token begins with
	assign             // :=
	equals             // =
	bars               // ||
	lbrace             // {
	rbrace             // }
	lparen             // (
	rparen             // )
	comma              // ,
	dot                // .
	semi               // ;
	star               // *

	// Words that are never names.
	kwSkip
	kwNew
	kwLock
	kwUnlock
	kwSynchronized
	kwIf
	kwThen
	kwElse
	kwWhile
	kwDo
	kwPrivate
)

// keyword tells whether k is a reserved word.
func (k kind) keyword() bool { return k >= kwSkip }

// spelling is how the words of the language are written.
var spelling = map[kind]string{
	kwSkip: "skip", kwNew: "new", kwLock: "lock", kwUnlock: "unlock", kwSynchronized: "synchronized",
	kwIf: "if", kwThen: "then", kwElse: "else", kwWhile: "while", kwDo: "do", kwPrivate: "private",
}

// canBegin tells whether a statement can begin with a token of kind k.
func canBegin(k kind) bool {
	switch k {
	case name, kwSkip, kwLock, kwUnlock, kwSynchronized, kwIf, kwWhile:
		return true
	default:
		return false
	}
}

// word is the kind of the name s: a reserved word's own, or name.
func word(s string) kind {
	if len(s) < 2 || len(s) > len("synchronized") {
		return name
	}
	switch s {
	case "skip":
		return kwSkip
	case "new":
		return kwNew
	case "lock":
		return kwLock
	case "unlock":
		return kwUnlock
	case "synchronized":
		return kwSynchronized
	case "if":
		return kwIf
	case "then":
		return kwThen
	case "else":
		return kwElse
	case "while":
		return kwWhile
	case "do":
		return kwDo
	case "private":
		return kwPrivate
	}
	return name
}

// token is a token with the offsets of its first byte and of the byte after
// its last.
type token struct {
	kind    kind
	newline bool // a line ends somewhere between the token before and this one
	at, end int32
}

// class is what a byte can begin.
type class uint8

const (
	other  class = iota // nothing, or a character of several bytes
	letter              // a name
	digit               // a number
	space               // white space
	feed                // a line end
	slash               // a comment
	punct               // a token of one character: single holds its kind
	colon               // :=
	bar                 // ||
)

// classes and single describe the bytes.
var (
	classes [256]class
	single  [256]kind
)

func init() {
	for c := range 26 {
		classes['a'+c], classes['A'+c] = letter, letter
	}
	for c := range 10 {
		classes['0'+c] = digit
	}
	classes['_'], classes['/'], classes[':'], classes['|'] = letter, slash, colon, bar
	classes[' '], classes['\t'], classes['\r'], classes['\n'] = space, space, space, feed
	for c, k := range map[byte]kind{
		'=': equals, '{': lbrace, '}': rbrace, '(': lparen, ')': rparen,
		',': comma, '.': dot, ';': semi, '*': star,
	} {
		classes[c], single[c] = punct, k
	}
}
