package witness

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"
)

// The schemas of documents with witnesses, each of a command with --json.
const (
	CheckSchema      = "wobbly/check/1"      // a witness is in each race
	ExploreSchema    = "wobbly/explore/1"    // ... in each race of each pair of units
	CrosscheckSchema = "wobbly/crosscheck/1" // ... in each missed race of each pair of units
	PredictSchema    = "wobbly/predict/1"    // ... in some findings of each pair of units
	RaceMobSchema    = "wobbly/racemob/1"    // ... in some candidates of each pair of units
)

// AbsenceSchema is the schema of a certificate that there is no race (package absence).
const AbsenceSchema = "wobbly/absence/1"

// FormatError is the error of a text that is not a witness.
type FormatError struct {
	Line, Col int // the place in the text, from 1; columns count characters
	Reason    string
}

// Error returns "line:col: reason".
func (e *FormatError) Error() string {
	return strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Col) + ": " + e.Reason
}

// Read reads one witness. It skips keys that the format does not have. The error is a
// *FormatError if the text is not one JSON document, if a key is missing or is there twice, or
// if a value has a wrong type.
func Read(in io.Reader) (*Witness, error) {
	r, err := newReader(in)
	if err != nil {
		return nil, err
	}
	w := r.witness()
	if r.err != nil {
		return nil, r.err
	}
	return w, nil
}

// ReadAll reads a witness on its own, or the races of a document with one of the schemas above, in
// its order. These include races without a witness of a check, explore or crosscheck document, but
// not findings and candidates without one.
func ReadAll(in io.Reader) ([]Named, error) {
	r, err := newReader(in)
	if err != nil {
		return nil, err
	}
	var all []Named
	switch r.schema() {
	case CheckSchema:
		all = r.checked()
	case ExploreSchema:
		all = r.paired("races")
	case CrosscheckSchema:
		all = r.paired("missed")
	case RaceMobSchema:
		all = withWitness(r.paired("candidates"))
	case PredictSchema:
		all = withWitness(r.paired("findings"))
	default:
		all = []Named{{Witness: r.witness()}}
	}
	if r.err != nil {
		return nil, r.err
	}
	return all, nil
}

// withWitness drops the races that have no witness.
func withWitness(all []Named) []Named {
	return slices.DeleteFunc(all, func(n Named) bool { return n.Witness == nil })
}

// reader reads the tokens of one JSON text. It keeps the first error, and reads nothing after it.
type reader struct {
	text []byte
	dec  *json.Decoder
	at   int // the offset at which the last token begins
	err  error
}

// newReader returns a reader of in. It returns an error unless the input is one well-formed JSON
// document, nested at most 10,000 levels deep, as encoding/json demands.
func newReader(in io.Reader) (*reader, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("reading the witness: %w", err)
	}
	r := &reader{text: text}
	if i := invalidUTF8(text); i >= 0 {
		r.fail(i, "the text is not UTF-8")
		return nil, r.err
	}
	var document json.RawMessage
	if err := json.Unmarshal(text, &document); err != nil {
		r.syntaxError(err)
		return nil, r.err
	}
	r.rewind()
	return r, nil
}

// syntaxError keeps an error of encoding/json. Its place is the last character that was read, or
// the end of the text.
func (r *reader) syntaxError(err error) {
	at := len(r.text)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && syntax.Error() != "unexpected end of JSON input" {
		at = int(syntax.Offset) - 1
	}
	if len(bytes.TrimSpace(r.text)) == 0 {
		r.fail(0, "the text is empty")
	} else {
		r.fail(at, "the text is not one JSON document: %s", err)
	}
}

func (r *reader) rewind() {
	r.dec = json.NewDecoder(bytes.NewReader(r.text))
	r.dec.UseNumber()
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; ; {
		c, n := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}

// fail keeps an error at an offset of the text, unless there is one already.
func (r *reader) fail(at int, format string, args ...any) {
	if r.err != nil {
		return
	}
	before := r.text[:min(at, len(r.text))]
	r.err = &FormatError{
		Line:   1 + bytes.Count(before, []byte("\n")),
		Col:    1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]),
		Reason: fmt.Sprintf(format, args...),
	}
}

// next returns the next token, and nil after an error.
func (r *reader) next() json.Token {
	if r.err != nil {
		return nil
	}
	r.at = int(r.dec.InputOffset())
	for r.at < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), r.text[r.at]) >= 0 {
		r.at++
	}
	t, err := r.dec.Token()
	if err != nil {
		r.syntaxError(err)
	}
	return t
}

// more reports whether the array or object that is being read has another element.
func (r *reader) more() bool { return r.err == nil && r.dec.More() }

// open reads the opening of an object or array, which errors call what.
func (r *reader) open(delim json.Delim, what string) {
	if t := r.next(); r.err == nil && t != delim {
		r.fail(r.at, "%s must be %s, not %s", what, typeOf(delim), typeOf(t))
	}
}

func typeOf(t json.Token) string {
	switch t := t.(type) {
	case json.Delim:
		if t == '{' {
			return "an object"
		}
		return "an array"
	case string:
		return "a string"
	case bool:
		return strconv.FormatBool(t)
	case nil:
		return "null"
	default:
		return "a number"
	}
}

// A field is a key of an object, with the function that reads its value.
type field struct {
	key      string
	required bool
	other    string // see oneOf
	read     func()
}

func required(key string, read func()) field { return field{key: key, required: true, read: read} }
func optional(key string, read func()) field { return field{key: key, read: read} }

// oneOf returns a field that is required unless the object has the field other.
func oneOf(key, other string, read func()) field {
	return field{key: key, required: true, other: other, read: read}
}

// object reads an object with these fields. A duplicate key or a missing required one is an error.
// Unknown keys are skipped.
func (r *reader) object(what string, fields ...field) {
	r.open('{', what)
	start := r.at
	seen := r.members(what, func(key string) {
		for i := range fields {
			if fields[i].key == key {
				fields[i].read()
				return
			}
		}
		r.skip()
	})
	for _, f := range fields {
		if f.required && !seen[f.key] && !seen[f.other] {
			r.fail(start, "%s has no %q", what, f.key)
		}
	}
}

// members reads an object after its opening brace: it calls value, which must read the value, for
// each key. It returns the keys.
func (r *reader) members(what string, value func(key string)) (seen map[string]bool) {
	seen = map[string]bool{}
	for r.more() {
		key, _ := r.next().(string)
		if seen[key] {
			r.fail(r.at, "%s has the key %s twice", what, quote(key))
		}
		seen[key] = true
		if r.err == nil {
			value(key)
		}
	}
	r.next()
	return seen
}

// arrayOrCount reads an array, or skips a number in its place.
func (r *reader) arrayOrCount(what string, element func()) {
	t := r.next()
	if _, number := t.(json.Number); number || r.err != nil {
		return
	}
	if t != json.Delim('[') {
		r.fail(r.at, "%s must be an array or a number, not %s", what, typeOf(t))
		return
	}
	for r.more() {
		element()
	}
	r.next()
}

// array reads an array, each element by a call of element, and returns the offset at which it
// begins.
func (r *reader) array(what string, element func()) int {
	r.open('[', what)
	start := r.at
	for r.more() {
		element()
	}
	r.next()
	return start
}

func (r *reader) string(what string) string { return scalar[string](r, what, "a string") }

// scalar reads a value of type T, which errors call kind.
func scalar[T string | bool](r *reader, what, kind string) T {
	t := r.next()
	x, ok := t.(T)
	if r.err == nil && !ok {
		r.fail(r.at, "%s must be %s, not %s", what, kind, typeOf(t))
	}
	return x
}

func (r *reader) strings(what string) []string {
	list := []string{}
	r.array(what, func() { list = append(list, r.string("an element of "+what)) })
	return list
}

// fixed reads an array of exactly len(into) strings.
func (r *reader) fixed(what string, into []string) {
	var list []string
	start := r.array(what, func() { list = append(list, r.string("an element of "+what)) })
	if len(list) != len(into) {
		r.fail(start, "%s must hold %d strings, not %d", what, len(into), len(list))
	}
	copy(into, list)
}

// skip skips an unknown value. Its objects must not have duplicate keys either.
func (r *reader) skip() {
	switch r.next() {
	case json.Delim('{'):
		r.members("an object", func(string) { r.skip() })
	case json.Delim('['):
		for r.more() {
			r.skip()
		}
		r.next()
	}
}

// quote quotes a text of the document for a message: escaped, and cut after 40 characters.
func quote(s string) string {
	const maxQuoted = 40
	if utf8.RuneCountInString(s) > maxQuoted {
		s = string([]rune(s)[:maxQuoted]) + "..."
	}
	return strconv.Quote(s)
}
