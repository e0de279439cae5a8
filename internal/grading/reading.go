package grading

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/session/schedule"
)

const (
	// maxReading is the length of the longest text in which a solution is looked for, in bytes.
	maxReading = 64 << 10
	// maxLabels limits the labels before a solution, as in "Answer: Schedule: A B".
	maxLabels = 3
)

// Read returns the attempts that a text may mean, the likeliest first: the text as it is written,
// and the solution without what students put around it (labels, bullets, line numbers, Markdown,
// arrows and sentences). Lines of single turns may also mean one schedule. If there is no attempt,
// the error says why the text as it is written is not a solution.
func Read(t *lesson.Task, content string) ([]lesson.Attempt, error) {
	texts := []string{tidy(t, content)}
	switch {
	case len(content) > maxReading:
	case t.Kind == lesson.Program:
		if len(texts[0]) <= maxProgramBytes && !isProgram(texts[0]) {
			if bare := bareProgram(content); isProgram(bare) {
				texts[0] = bare
			}
		}
	default:
		texts = append(texts, bareLines(t, content))
	}
	var all []lesson.Attempt
	var failure error
	for _, text := range texts {
		a, err := t.ParseAttempt(text)
		if err != nil {
			failure = cmp.Or(failure, err)
			continue
		}
		all = append(all, a)
		several := func(s string) bool { return strings.Contains(s, " ") }
		if t.Kind == lesson.Play && len(a.Schedules) > 1 &&
			!slices.ContainsFunc(a.Schedules, several) {
			all = append(all,
				lesson.Attempt{Schedules: []string{strings.Join(a.Schedules, " ")}})
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	return nil, failure
}

// Best returns the first of the attempts that is right or, if none is, the first, with its verdict.
// There must be at least one attempt.
func Best(all []lesson.Attempt,
	check func(lesson.Attempt) lesson.Verdict) (lesson.Attempt, lesson.Verdict) {
	best, verdict := all[0], check(all[0])
	for _, a := range all[1:] {
		if verdict.Met() {
			break
		}
		if v := check(a); v.Met() {
			best, verdict = a, v
		}
	}
	return best, verdict
}

// What students write around a solution.
var (
	// codeBlock matches a block of code in Markdown, and codeFence a line that begins or ends one.
	codeBlock = regexp.MustCompile("(?ms)^[ \t>]*(?:```+|~~~+)[^\n]*\n(.*?)^[ \t>]*(?:```+|~~~+)")
	codeFence = regexp.MustCompile("(?m)^[ \t>]*(?:```+|~~~+).*$")
	// bullet matches the mark of an item in a list, or of text in bold.
	bullet = regexp.MustCompile(`^(?:[-*+•·‣▪>]+(?:\s+|$)|\(?[a-z]\)\s+|\*\*|__)`)
	// numbered matches a line with its number: of a list, of a step, or in the program.
	numbered = regexp.MustCompile(
		`^\s*(?:(?i:step|line)\s+)?([0-9]{1,3})(?:\s*\|\s?|[.):]?\s+|[.):]?$)`)
	// head matches the first line of a method, a thread or an init block.
	head = regexp.MustCompile(
		`(?m)^(?:(?:private\s+)?[A-Za-z_]\w*\s*\([\w\s,]*\)|init|\{)[ \t]*(?:\{.*)?$`)
	// personal matches a line about the student.
	personal = regexp.MustCompile(`(?i)^(?:(?:full|first|last|sur|user)[ -]?)?(?:names?|vorname|` +
		`nachname|nom|nombre|students?|authors?|by|groups?|gruppe|team|partners?|class|course|` +
		`kurs|date|datum|id|matr\w*|e-?mail)\b[^:=]{0,20}[:=]`)
	// label matches the words before a solution, as in "Answer:".
	label = regexp.MustCompile(`^[\p{L}0-9][\p{L}0-9 .,'"()#/*-]{1,40}:[*_]*(?:\s+|$)`)
	// remark matches a comment after a solution, or in parentheses.
	remark = regexp.MustCompile(`\s(?://|#).*|\([^()=→]*\p{L}{2,}[^()=→]*\)`)
	wordy  = regexp.MustCompile(`\p{L}{2,}`)
)

// isProgram reports whether the parser takes a text for a program.
func isProgram(text string) bool {
	tree, errs := parse.File(il.NewSource("", text))
	return tree != nil && len(errs) == 0 && strings.TrimSpace(text) != ""
}

// bareProgram returns the lines of a program, from the first head of a method to the last closing
// brace, without marks of lists and numbers of lines.
func bareProgram(content string) string {
	text := strings.Join(unmarked(content), "\n")
	begin, end := head.FindStringIndex(text), strings.LastIndexByte(text, '}')
	if begin == nil || end < begin[0] {
		return ""
	}
	return text[begin[0]:end+1] + "\n"
}

// unmarked returns the lines of a text, or of its Markdown blocks of code if it has some, without
// marks of lists and the numbers of lines that are numbered from 0 or 1.
func unmarked(content string) []string {
	content = plain(content)
	if blocks := codeBlock.FindAllStringSubmatch(content, -1); len(blocks) > 0 {
		content = strings.Join(slice.Map(blocks, func(m []string) string { return m[1] }), "\n")
	}
	lines := strings.Split(codeFence.ReplaceAllString(content, ""), "\n")
	next, inOrder := -1, true // the next line number; -1 before the first
	for i, line := range lines {
		lines[i] = bullet.ReplaceAllString(strings.TrimSpace(line), "")
		if m := numbered.FindStringSubmatch(lines[i]); m != nil {
			n := atoi(m[1])
			inOrder = inOrder && (n == next || next < 0 && n <= 1)
			next = n + 1
		}
	}
	if inOrder && next > 0 {
		for i, line := range lines {
			lines[i] = numbered.ReplaceAllString(line, "")
		}
	}
	return lines
}

// bareLines returns what may be a solution of a task that is not about a program: the lines or
// parts of lines that look like an initial state, a schedule or an answer sheet, as wobbly writes
// them.
func bareLines(t *lesson.Task, content string) string {
	var heap, moves, rest []string
	for _, line := range unmarked(content) {
		if t.Kind == lesson.Analysis {
			rest = append(rest, sheetLine(t, line))
			continue
		}
		for part := range strings.SplitSeq(remark.ReplaceAllString(line, ""), "|") {
			part = strings.Trim(part, " \t\"'`*_")
			if personal.MatchString(part) || strings.HasPrefix(part, "#") {
				continue
			}
			for range maxLabels {
				if schedule.IsLink(part) || cell.MatchString(part) {
					break
				}
				part = strings.Trim(label.ReplaceAllString(part, ""), " \t\"'`*_")
			}
			switch {
			case part == "":
			case schedule.IsLink(part):
				rest = append(rest, part)
			case t.Kind == lesson.Heap || t.Kind == lesson.Witness && isHeap(part):
				if isHeap(part) {
					heap = append(heap, heapLine(part))
				}
			default:
				part = movesLine(part)
				_, err := schedule.Parse(part)
				if err == nil || strings.ContainsAny(part, "ABab") && !isProse(part) {
					moves = append(moves, part)
				}
			}
		}
	}
	if t.Kind == lesson.Witness && len(rest) == 0 {
		rest = []string{strings.Join(heap, ","), strings.Join(moves, " ")}
	} else {
		rest = slices.Concat(rest, heap, moves)
	}
	return tidy(t, strings.Join(rest, "\n"))
}

// isProse reports whether most words of a line are neither turns nor part of a schedule.
func isProse(line string) bool {
	words := strings.Fields(line)
	prose := slice.Count(words, func(w string) bool {
		return wordy.MatchString(w) && strings.Trim(strings.ToLower(w), "ab,.") != ""
	})
	return 2*prose > len(words)
}

// What students write for the turns of a schedule.
var (
	// arrows matches what separates turns. U+F0E0 is the arrow of Word's symbol font, and "à" is
	// what is left of it in plain text.
	arrows = regexp.MustCompile(`(?i)\s*(?:[-=~]*>+|[→⇒➔➜➝⟶\x{f0e0}]|\sà\s|;|/|&|,?\s*\bthen\b)\s*`)
	// joints are the signs of A-B-A or A+B, which may be choices.
	joints  = regexp.MustCompile(`^(?i:[AB][0-9]*\s*[-+]\s*)+(?i:[AB])[0-9]*$`)
	threads = regexp.MustCompile(`(?i)\bthread\s+([AB][0-9]*)\b`)
	// counted matches a turn of several steps as in 2A or 2xA, and steps as in A:2 or A(2).
	counted = regexp.MustCompile(`(?i)\b([0-9]+)[x×*]?([AB])\b`)
	steps   = regexp.MustCompile(`(?i)\b([AB])\s*[:=x×*(]?\s*([0-9]+)\)?`)
)

// movesLine writes the turns of a schedule as wobbly does.
func movesLine(line string) string {
	line = threads.ReplaceAllString(arrows.ReplaceAllString(line, " "), "$1")
	line = counted.ReplaceAllString(line, "$2$1")
	line = steps.ReplaceAllString(line, "$1$2")
	line = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune("()[]{}<>", r) {
			return ' '
		}
		return r
	}, line), " .")
	if joints.MatchString(line) {
		line = strings.NewReplacer("-", " ", "+", " ").Replace(line)
	}
	return line
}

// What students write for an initial state.
var (
	// cell matches the start of a cell with its object, as in "o1.f: o2", which is not a label.
	cell  = regexp.MustCompile(`^[A-Za-z]\w*\.[A-Za-z]\w*\s*:`)
	equal = regexp.MustCompile(`\s*(?:[-=]*>+|:?=+|:|[→⇒←]|<-+|\bis\b|\bpoints to\b)\s*`)
	// heapPart matches a cell or a variable with its object, or a list of objects.
	heapPart = regexp.MustCompile(`\w+\.\w+=\w+|^(?:o[0-9]+[ ,]*)+$`)
	and      = regexp.MustCompile(`\s*(?:;|,?\s*\b(?:and|und)\b|&+|∧)\s*`)
)

// isHeap reports whether a line has parts of an initial state.
func isHeap(line string) bool {
	return slices.Contains([]string{"one", "different", "file"}, strings.Trim(line, ". ")) ||
		heapPart.MatchString(equal.ReplaceAllString(line, "="))
}

// heapLine writes an initial state as wobbly does.
func heapLine(line string) string {
	line = and.ReplaceAllString(equal.ReplaceAllString(line, "="), ",")
	return strings.Trim(line, " ,.(){}[]")
}

// What students write for an answer sheet.
var (
	// sheetHead matches the line before the answers about a method, and bareHead one that is only
	// the name of a method.
	sheetHead = regexp.MustCompile(
		`(?i)^#*\s*(?:method|unit)\b\s*:?\s*(\w+)\s*(?:\([^)]*\))?\s*:?$`)
	bareHead  = regexp.MustCompile(`^#*\s*(\w+)\s*(?:\([^)]*\))?\s*:?$`)
	sheetPart = regexp.MustCompile(`(?i)^(W|L|A|reports?|filtered)\s*[:=]\s*(.*)$`)
	none      = regexp.MustCompile(`(?i)^(?:∅|none|nothing|empty|\(\)|/)?$`)
	// pairComma and pairWord match a pair of accesses, each a line and a column.
	pairComma = regexp.MustCompile(`\(\s*([0-9]+:[0-9]+)\s*,\s*([0-9]+:[0-9]+)\s*\)`)
	pairWord  = regexp.MustCompile(
		`([0-9]+:[0-9]+)\s*(?:[-<=]*>|-+|→|↔|&|/|\band\b|\bund\b|\bwith\b|\bvs\b\.?)\s*` +
			`([0-9]+:[0-9]+)`)
)

// sheetLine writes a line of an answer sheet as wobbly does. It is empty for a line of prose.
func sheetLine(t *lesson.Task, line string) string {
	line = strings.Trim(line, " \t\"'`*_")
	isMethod := func(name string) bool {
		return slices.ContainsFunc(t.Core().Units,
			func(u *il.Unit) bool { return u.Name == name })
	}
	if m := sheetHead.FindStringSubmatch(line); m != nil {
		return "method " + m[1]
	}
	if m := bareHead.FindStringSubmatch(line); m != nil && isMethod(m[1]) {
		return "method " + m[1]
	}
	m := sheetPart.FindStringSubmatch(line)
	if m == nil {
		if personal.MatchString(line) || label.MatchString(line) || isProse(line) {
			return ""
		}
		return line
	}
	part, rest := strings.ToUpper(m[1]), strings.Trim(m[2], " {}.")
	if len(part) > 1 {
		part = strings.TrimSuffix(strings.ToLower(part), "s")
		if part == "report" {
			part = "reports"
		}
		rest = pairWord.ReplaceAllString(pairComma.ReplaceAllString(rest, "$1 / $2"), "$1 / $2")
		rest = strings.NewReplacer("(", "", ")", "").Replace(rest)
	}
	if none.MatchString(rest) {
		rest = "-"
	}
	return part + ": " + strings.ReplaceAll(rest, ";", ",")
}

// between matches the sign » after a move, where it is an arrow and not a quotation mark.
var between = regexp.MustCompile(`(?i)\b([AB][0-9]*)[ \t\x{a0}]*»[ \t\x{a0}]*\b`)

// plain undoes what word processors and East Asian input methods do to letters and blanks.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～': // the full-width forms of ASCII
			return r - '！' + '!'
		case r != '\n' && r != '\t' && unicode.IsSpace(r):
			return ' '
		}
		return r
	}, typography.Replace(between.ReplaceAllString(text, "$1 → ")))
}
