package report

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/slice"
	"wobbly/witness"
)

// This file writes SARIF 2.1.0 for code hosts. They show the first location of a result, match
// results of different versions by primaryLocationLineHash, and show a limited number of steps of a
// flow. So a race is located at its left access, the right access is a related location that the
// message refers to, and the execution is given as two code flows: one with all steps, and one with
// the steps of each thread.

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" +
		"sarif-schema-2.1.0.json"
	sarifVersion = "2.1.0"
	raceRule     = "race"
	deadlockRule = "deadlock"
)

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifLocation struct {
	ID               int `json:"id,omitempty"`
	PhysicalLocation struct {
		ArtifactLocation struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region sarifRegion `json:"region"`
	} `json:"physicalLocation"`
	Message *sarifMessage `json:"message,omitempty"`
}

// sarifResult is a race, a deadlock or an error.
type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	Kind                string            `json:"kind,omitempty"`
	Level               string            `json:"level"`
	Message             sarifMessage      `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
	CodeFlows           []sarifCodeFlow   `json:"codeFlows,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Properties          map[string]string `json:"properties,omitempty"`
}

type sarifRule struct {
	ID               string            `json:"id"`
	ShortDescription sarifMessage      `json:"shortDescription"`
	FullDescription  sarifMessage      `json:"fullDescription"`
	Help             sarifMessage      `json:"help"`
	Properties       map[string]string `json:"properties"`
}

// sarifNotification says what is incomplete.
type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifInvocation struct {
	ExecutionSuccessful        bool                `json:"executionSuccessful"`
	ToolExecutionNotifications []sarifNotification `json:"toolExecutionNotifications"`
}

// sarif is the log of one run over several files. It writes results as they are found, and their
// rules and the notifications at the end.
type sarif struct {
	*stream
	sep   string
	rules []sarifRule
	notes []sarifNotification
	// failed says whether some file has no result, or only part of it.
	failed bool
	// seen counts how often each fingerprint has occurred.
	seen map[string]int
}

func newSARIF(w io.Writer) CheckLog {
	s := &sarif{stream: &stream{w: w}, seen: map[string]int{}, notes: []sarifNotification{}}
	s.member("{", "$schema", sarifSchema)
	s.member(",", "version", sarifVersion)
	s.raw(`,"runs":[{`)
	s.member("", "columnKind", "unicodeCodePoints")
	s.raw(`,"results":[`)
	return s
}

func (s *sarif) Check(c *Check) (Tally, error) {
	t, limits, err := c.write(func(r Race) error {
		message := fmt.Sprintf("%s: %s (with [%s](1))", verdictWord(c, r),
			PairSentence(r.Left, r.Right), r.Right.At)
		s.rule(raceDescription(c))
		s.result(sarifResult{
			RuleID: raceRule, Level: verdicts[r.Verdict].level,
			Message: sarifMessage{message},
			Locations: []sarifLocation{located(c.Source, r.Left.Span, 0,
				sideSentence(0, r.Left))},
			RelatedLocations: []sarifLocation{located(c.Source, r.Right.Span, 1,
				sideSentence(1, r.Right))},
			CodeFlows: codeFlows(c, r),
			PartialFingerprints: s.fingerprint(c.Source, r.Left.Span,
				r.Right.Kind+" "+lineAt(c.Source, r.Right.Span)),
			Properties: map[string]string{"id": r.ID, "verdict": r.Verdict},
		})
		return s.err
	})
	for _, d := range c.Deadlocks {
		s.rule(deadlockDescription)
		s.result(s.deadlock(c.Source, d))
	}
	s.failed = s.failed || t.Interrupted
	for _, limit := range limits {
		s.note("warning", c.File, limit)
	}
	return t, err
}

func (s *sarif) deadlock(src *il.Source, d Deadlock) sarifResult {
	x := sarifResult{
		RuleID: deadlockRule, Level: verdicts[d.Verdict].level,
		Message: sarifMessage{fmt.Sprintf("deadlock: %s (with [%s](1))",
			DeadlockSentence(d), d.Right.At)},
		Locations: []sarifLocation{located(src, d.Left.Span, 0,
			waiterSentence(0, d.Left))},
		RelatedLocations: []sarifLocation{located(src, d.Right.Span, 1,
			waiterSentence(1, d.Right))},
		PartialFingerprints: s.fingerprint(src, d.Left.Span, "deadlock "+lineAt(src, d.Right.Span)),
		Properties:          map[string]string{"id": d.ID, "verdict": d.Verdict},
	}
	if d.Witness != nil {
		flow := flowSteps(src, d.Witness.Steps)
		for i, w := range [2]Waiter{d.Left, d.Right} {
			flow = append(flow, sarifFlowStep{
				located(src, w.Span, 0, letters[i]+": waits for "+LockWords(w.Wants)),
				"essential",
			})
		}
		message := sarifMessage{"The execution, up to the state in which both wait"}
		x.CodeFlows = []sarifCodeFlow{{message, []sarifThreadFlow{{"A and B", flow}}}}
	}
	return x
}

// Unanswered notes why a file has no result. Without the note, the log would look as if the file
// had no race.
func (s *sarif) Unanswered(src *il.Source, why string) error {
	s.failed = true
	s.note("error", src.Name, why)
	return s.err
}

func (s *sarif) note(level, file, text string) {
	if !strings.Contains(text, FileName(file)) {
		text = FileName(file) + ": " + text
	}
	s.notes = append(s.notes, sarifNotification{level, sarifMessage{text}})
}

func (s *sarif) Errors(src *il.Source, list diag.List) error {
	illegal := false
	for _, d := range list {
		illegal = illegal || d.Code.Severity() == "error"
		at := Span{d.At, max(d.At, d.End)}
		text := d.Message + when(d.Fix != "", "; fix: %s", d.Fix)
		x := sarifResult{
			RuleID: string(d.Code), Level: d.Code.Severity(), Message: sarifMessage{text},
			Locations:           []sarifLocation{located(src, at, 0, "")},
			PartialFingerprints: s.fingerprint(src, at, string(d.Code)),
		}
		for i, n := range d.Notes {
			x.RelatedLocations = append(x.RelatedLocations,
				located(src, Span{n.At, max(n.At, n.End)}, i+1, n.Message))
		}
		page, _ := diag.Explain(d.Code)
		s.rule(sarifRule{
			string(d.Code), sarifMessage{page.Title}, sarifMessage{page.Title},
			sarifMessage{page.Text}, properties("very-high", d.Code.Severity()),
		})
		s.result(x)
	}
	if illegal {
		return s.Unanswered(src, "not checked, because it has errors")
	}
	return s.err
}

// raceDescription returns the rule for races. Its precision is very high if every report is proved,
// by a theorem and by its own witness.
func raceDescription(c *Check) sarifRule {
	text := "In some state, both threads can take a step, both are about to access the same " +
		"cell, and one of them writes (Definition 3.6). "
	precision := "medium"
	if c.Judged() {
		text += "Reports are judged by " + c.Truth + "."
	} else {
		precision = "very-high"
		text += "Each report has an execution that shows the race, which an independent " +
			"checker has replayed."
	}
	help := "Found by " + c.Title +
		". wobbly explain FILE R1 says which rule put each element where, wobbly step FILE " +
		"--race R1 opens the racing state, wobbly fix FILE R1 proposes a repair."
	return sarifRule{
		raceRule, sarifMessage{"data race"}, sarifMessage{text}, sarifMessage{help},
		properties(precision, "error"),
	}
}

// properties returns the properties of a rule by which code hosts sort results.
func properties(precision, severity string) map[string]string {
	return map[string]string{"precision": precision, "problem.severity": severity}
}

var deadlockDescription = sarifRule{
	deadlockRule, sarifMessage{"deadlock"},
	sarifMessage{"Each thread waits for a lock that the other one holds. An independent checker " +
		"has replayed an execution that leads there."},
	sarifMessage{"wobbly explain FILE D1 says which locks are held, wobbly step FILE --race D1 " +
		"opens the state, wobbly fix FILE D1 proposes a repair."},
	properties("very-high", "error"),
}

func (s *sarif) result(x sarifResult) {
	s.raw(s.sep)
	s.value(x)
	s.sep = ","
}

// rule adds a rule unless there is one with its ID.
func (s *sarif) rule(r sarifRule) {
	if !slices.ContainsFunc(s.rules, func(old sarifRule) bool { return old.ID == r.ID }) {
		s.rules = append(s.rules, r)
	}
}

// fingerprint identifies a result across edits of other lines. It is a hash of the text of the
// result's line and of what distinguishes the result on that line.
func (s *sarif) fingerprint(src *il.Source, at Span, also string) map[string]string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s\n%s", src.Name, lineAt(src, at), also)
	key := fmt.Sprintf("%016x", h.Sum64())
	s.seen[key]++
	return map[string]string{"primaryLocationLineHash": fmt.Sprintf("%s:%d", key, s.seen[key])}
}

// lineAt returns the line on which a span begins, without its indentation.
func lineAt(src *il.Source, at Span) string {
	return strings.TrimSpace(src.Line(src.Position(at.At).Line))
}

func (s *sarif) End() error {
	type driver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	slice.Sort(s.rules, func(a, b sarifRule) int { return strings.Compare(a.ID, b.ID) })
	s.raw("]")
	s.member(",", "tool",
		map[string]driver{"driver": {"wobbly", "https://doi.org/10.1145/3290370",
			append([]sarifRule{}, s.rules...)}})
	s.member(",", "invocations", []sarifInvocation{{!s.failed, s.notes}})
	s.raw("}]}\n")
	return s.err
}

type sarifCodeFlow struct {
	Message     sarifMessage      `json:"message"`
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

// sarifThreadFlow has the steps of a thread, or of both.
type sarifThreadFlow struct {
	ID        string          `json:"id"`
	Locations []sarifFlowStep `json:"locations"`
}

type sarifFlowStep struct {
	Location   sarifLocation `json:"location"`
	Importance string        `json:"importance,omitempty"`
}

// maxFlow is the number of steps that a flow shows. Code hosts show 1,000 and refuse a result with
// 10,000.
const maxFlow = 1000

// codeFlows returns the execution that shows a race: interleaved, and each thread by itself.
func codeFlows(c *Check, r Race) []sarifCodeFlow {
	if r.Witness == nil {
		return nil
	}
	message := "The execution, up to the state in which both are about to access " +
		cell(r.Witness.Race.Cell)
	return []sarifCodeFlow{
		{sarifMessage{message}, []sarifThreadFlow{{"A and B", flowOf(c, r, "")}}},
		{sarifMessage{"The same, each thread by itself"},
			[]sarifThreadFlow{{"A", flowOf(c, r, "A")}, {"B", flowOf(c, r, "B")}}},
	}
}

// flowOf returns the steps of one thread, or of both if thread is empty, and their next accesses.
func flowOf(c *Check, r Race, thread string) []sarifFlowStep {
	isOf := func(letter string) bool { return thread == "" || thread == letter }
	flow := flowSteps(c.Source,
		slice.Filter(r.Witness.Steps, func(x witness.Step) bool { return isOf(x.Thread) }))
	for i, letter := range letters {
		if s := r.side(i); isOf(letter) {
			message := fmt.Sprintf("%s: is about to %s %s", letter, s.Kind, s.Path)
			flow = append(flow, sarifFlowStep{located(c.Source, s.Span, 0, message), "essential"})
		}
	}
	return flow
}

// flowSteps returns steps of an execution, with a note in place of the middle of a long one.
func flowSteps(src *il.Source, steps []witness.Step) (flow []sarifFlowStep) {
	const head, tail = maxFlow / 4, maxFlow - maxFlow/4 - 3
	for i, x := range steps {
		text := strings.TrimSpace(x.Do + " " + strings.Join(x.Args, ", "))
		switch hidden := len(steps) - head - tail; {
		case hidden <= 0, i < head, i >= head+hidden:
		case i == head:
			text = fmt.Sprintf("... %d steps are left out ...", hidden)
		default:
			continue
		}
		flow = append(flow, sarifFlowStep{Location: steppedAt(src, x.At, x.Thread+": "+text)})
	}
	return flow
}

// sideSentence returns a clause about an access: "A (meps) reads b.f, without the lock".
func sideSentence(i int, s Side) string {
	return fmt.Sprintf("%s %ss %s, %s", thread(i, s.Unit), s.Kind, s.Path, HoldingWords(s))
}

// located returns a location in a source, with a message unless text is empty.
func located(src *il.Source, at Span, id int, text string) sarifLocation {
	from, to := src.Position(at.At), src.Position(at.End)
	return regionIn(src, sarifRegion{from.Line, from.Col, to.Line, max(1, to.Col)}, id, text)
}

// steppedAt returns the location of a step of a witness. at is in the form "line:col".
func steppedAt(src *il.Source, at, text string) sarifLocation {
	region := sarifRegion{StartLine: 1, StartColumn: 1}
	if p, ok := il.ParsePosition(at); ok {
		region.StartLine, region.StartColumn = p.Line, p.Col
	}
	return regionIn(src, region, 0, text)
}

func regionIn(src *il.Source, r sarifRegion, id int, text string) sarifLocation {
	x := sarifLocation{ID: id}
	x.PhysicalLocation.ArtifactLocation.URI = fileURI(src.Name)
	x.PhysicalLocation.Region = r
	if text != "" {
		x.Message = &sarifMessage{text}
	}
	return x
}

// fileURI returns a file name as a URI reference, which is relative if the name is. It
// percent-encodes special characters.
func fileURI(name string) string {
	if name == StdinName {
		return "stdin"
	}
	name = strings.ReplaceAll(name, `\`, "/")
	prefix := ""
	switch {
	case strings.HasPrefix(name, "/"):
		prefix = "file://"
	case len(name) > 2 && name[1:3] == ":/":
		// The name begins with a drive, as in C:/programs/burble.il.
		prefix, name = "file:///"+name[:2], name[2:]
	default:
		name = strings.TrimPrefix(name, "./")
	}
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			strings.IndexByte("-._~/", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return prefix + b.String()
}
