package report

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/witness"
)

type sarifCodeFlow struct {
	Message     sarifMessage      `json:"message"`
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	ID        string          `json:"id"`
	Locations []sarifFlowStep `json:"locations"`
}

type sarifFlowStep struct {
	Location   sarifLocation `json:"location"`
	Importance string        `json:"importance,omitempty"`
}

// maxFlow is how many steps of an execution a flow shows: code hosts show 1,000 and refuse
// a result with 10,000.
const maxFlow = 1000

// codeFlows are the execution that shows a race: as it goes, and each thread by itself.
func codeFlows(c *Check, r Race) []sarifCodeFlow {
	if r.Witness == nil {
		return nil
	}
	all := flowOf(c, r, "")
	return []sarifCodeFlow{
		{sarifMessage{"The execution, up to the state in which both are about to access " + cell(r.Witness.Race.Cell)}, []sarifThreadFlow{{"A and B", all}}},
		{sarifMessage{"The same, each thread by itself"}, []sarifThreadFlow{{"A", flowOf(c, r, letters[0])}, {"B", flowOf(c, r, letters[1])}}},
	}
}

// flowOf are the steps of an execution, of one thread or of both, and what is next in
// the racing state. Of a long one the middle is left out, and that is said.
func flowOf(c *Check, r Race, thread string) []sarifFlowStep {
	steps := slice.Filter(r.Witness.Steps, func(x witness.Step) bool { return thread == "" || x.Thread == thread })
	const head, tail = maxFlow / 4, maxFlow - maxFlow/4 - 3
	var flow []sarifFlowStep
	for i, x := range steps {
		switch text := x.Thread + ": " + strings.TrimSpace(x.Do+" "+strings.Join(x.Args, ", ")); {
		case len(steps) <= head+tail, i < head, i >= len(steps)-tail:
			flow = append(flow, sarifFlowStep{Location: steppedAt(c.Source, x.At, text)})
		case i == head:
			text = fmt.Sprintf("%s: ... %d steps are left out ...", x.Thread, len(steps)-head-tail)
			flow = append(flow, sarifFlowStep{Location: steppedAt(c.Source, x.At, text)})
		}
	}
	for i := range letters {
		if thread == "" || thread == letters[i] {
			s := r.side(i)
			flow = append(flow, sarifFlowStep{located(c.Source, s.Span, 0, fmt.Sprintf("%s: is about to %s %s", letters[i], s.Kind, s.Path)), "essential"})
		}
	}
	return flow
}

// sideSentence is "A (meps) reads b.f".
func sideSentence(i int, s Side) string {
	return fmt.Sprintf("%s %ss %s, %s", thread(i, s), s.Kind, s.Path, lockWords(s))
}

// located is a stretch of a source, with a message unless that is empty.
func located(src *il.Source, at Span, id int, text string) sarifLocation {
	from, to := src.Position(at.At), src.Position(at.End)
	return regionIn(src, sarifRegion{from.Line, from.Col, to.Line, max(1, to.Col)}, id, text)
}

// steppedAt is the place of a step of a witness, "line:col".
func steppedAt(src *il.Source, at, text string) sarifLocation {
	region := sarifRegion{StartLine: 1, StartColumn: 1}
	if p, ok := il.ParsePosition(at); ok {
		region.StartLine, region.StartColumn = p.Line, p.Col
	}
	return regionIn(src, region, 0, text)
}

func regionIn(src *il.Source, r sarifRegion, id int, text string) sarifLocation {
	x := sarifLocation{ID: id, PhysicalLocation: sarifPhysical{sarifArtifact{fileURI(src.Name)}, r}}
	if text != "" {
		x.Message = &sarifMessage{text}
	}
	return x
}

// fileURI is the name of a file as a reference: relative as it is, absolute with its
// scheme, with what may not stand there in percent encoding.
func fileURI(name string) string {
	if name == StdinName {
		return "stdin"
	}
	name = strings.ReplaceAll(name, `\`, "/")
	prefix := ""
	switch {
	case strings.HasPrefix(name, "/"):
		prefix = "file://"
	case len(name) > 2 && name[1:3] == ":/": // C:/programs/burble.il
		prefix, name = "file:///"+name[:2], name[2:]
	default:
		name = strings.TrimPrefix(name, "./")
	}
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~/", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return prefix + b.String()
}
