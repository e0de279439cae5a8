package grading

import (
	"bytes"
	"html"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isHTML reports whether a file is a web page, as the online text of Moodle and Canvas is.
func isHTML(name, content string) bool {
	ending := strings.ToLower(path.Ext(name))
	return ending == ".html" || ending == ".htm" || markup.MatchString(content)
}

var (
	// markup matches the start of a page, unread what a browser does not show, and breaks the tags
	// at which it begins a new line.
	markup = regexp.MustCompile(`(?i)^\s*<(?:!doctype|html|p|div|body|span|pre)\b[^>]*>`)
	unread = regexp.MustCompile(
		`(?is)<!--.*?-->|<(script|style|head)\b.*?</(?:script|style|head)\s*>`)
	breaks = regexp.MustCompile(`(?i)<(?:br|/p|/div|/li|/tr|/h[1-6]|/pre|li|hr)\b[^>]*>`)
	tags   = regexp.MustCompile(`<[/!a-zA-Z][^>]*>`)
)

// htmlText returns the text of a web page. It drops tags, comments and scripts, and executes and
// fetches nothing.
func htmlText(page string) string {
	page = breaks.ReplaceAllString(unread.ReplaceAllString(page, ""), "\n")
	return html.UnescapeString(tags.ReplaceAllString(page, ""))
}

// Receipt returns what a student has typed into Blackboard's form. Blackboard's receipt has it
// between two headings. The result is empty if the student has typed nothing.
func Receipt(raw []byte) []byte {
	_, typed, _ := bytes.Cut(raw, []byte("\nSubmission Field:"))
	typed, _, _ = bytes.Cut(typed, []byte("\nComments:"))
	typed = bytes.TrimSpace(typed)
	if bytes.HasPrefix(typed, []byte("There is no student submission text")) {
		return nil
	}
	return typed
}

// A section is the part of a text that is about one task.
type section struct {
	place Place
	text  string
}

// taskHeading matches a line that begins a task: "Task 1.1", "1.1) A B" or "Lesson 1, task 2:".
var taskHeading = regexp.MustCompile(`(?i)^[#*_ \t]*(?:` +
	lessonWord + number + `[ ,;:/-]*` + taskWord + number +
	`|(?:` + taskWord + `[ \t]*)?([0-9]{1,3})\.([0-9]{1,3}))[*_]*[ \t]*(?:[:)-][ \t]*|\n|$)[*_]*`)

// maxSections limits the tasks of one file.
const maxSections = 100

// sections divides a text at the headings of tasks. A number alone is a heading only if there is
// such a task: 2.5 may be any number. What is before the first heading is left out.
func (c *class) sections(content string) ([]section, error) {
	var all []section
	begin, end := 0, 0 // of the section before the present line
	for line := range strings.SplitAfterSeq(content, "\n") {
		next := end + len(line)
		if m := taskHeading.FindStringSubmatch(line); m != nil {
			// Either the first two groups match or the last two; the others are empty.
			place := Place{Lesson: atoi(m[1] + m[3]), Task: atoi(m[2] + m[4])}
			first, _ := utf8.DecodeRuneInString(strings.TrimLeft(m[0], "#*_ \t"))
			switch n := len(all); {
			case !unicode.IsLetter(first) && !c.hasTask(place):
				// a number alone
			case n == maxSections:
				return nil, Faultf(TooLarge, "has more than %d tasks", maxSections)
			default:
				if n > 0 {
					all[n-1].text = content[begin:end]
				}
				all = append(all, section{place: place})
				begin = end + len(m[0])
			}
		}
		end = next
	}
	if n := len(all); n > 0 {
		all[n-1].text = content[begin:]
	}
	return all, nil
}
