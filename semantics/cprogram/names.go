package cprogram

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"wobbly/internal/text"
)

// names makes the names of one scope, each once. None is a word of C, a macro, or a reserved name.
type names struct {
	prefix string            // the beginning of all names, which makes each allowed in C; or empty
	made   map[string]string // the C names by IL name
	taken  map[string]int    // by C name: the number at the end of the last name made from it
}

func newNames(prefix string) *names {
	return &names{prefix: prefix, made: map[string]string{}, taken: map[string]int{}}
}

// cName returns the C name for an IL name, the same each time. It is the IL name if C allows it.
func (n *names) cName(name string) string {
	if made, ok := n.made[name]; ok {
		return made
	}
	made := n.prefix + text.ASCII(name)
	if n.prefix == "" && refused(made) {
		made = "x_" + made
	}
	base := made
	for i := max(1, n.taken[base]) + 1; n.taken[made] > 0; i++ {
		made, n.taken[base] = base+"_"+strconv.Itoa(i), i
	}
	n.made[name], n.taken[made] = made, 1
	return made
}

// refused reports whether a name is not allowed in C or could be one of the program's own.
func refused(name string) bool {
	return reserved[name] || macro.MatchString(name) || strings.HasPrefix(name, "wobbly_") ||
		strings.HasPrefix(name, "_") || unicode.IsDigit(rune(name[0]))
}

// macro matches names that look like those of macros.
var macro = regexp.MustCompile(`^[A-Z_][A-Z0-9_]+$`)

// reserved are the keywords of C, up to C23, and the macros of the headers.
var reserved = func() map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(`
		alignas alignof asm auto bool break case char complex const constexpr continue default do
		double else enum extern false float for fortran goto if imaginary inline int long noreturn
		nullptr register restrict return short signed sizeof static static_assert struct switch
		thread_local true typedef typeof typeof_unqual union unsigned void volatile while
		errno stdin stdout stderr linux unix sched_priority fds_bits`) {
		all[word] = true
	}
	return all
}()

// quoted returns a C string of a text. Unusual characters are escaped as bytes.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		if c < ' ' || c == '"' || c == '\\' || c == '?' || c > '~' {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// comment makes a text safe for a comment: it cannot end the comment.
func comment(s string) string { return strings.ReplaceAll(s, "*/", "* /") }
