package console

import (
	"encoding/json"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/schedule"
	"wobbly/witness"
)

// An otherKind is a kind of text that is not a program, with the command that accepts it, or "" if
// there is none.
type otherKind struct{ name, command string }

// kindOf recognises a text by its beginning: a trace, a lesson, a JSON document, a link, an archive
// or a web page. It returns nil for everything else, in particular for programs.
func kindOf(name, source string) *otherKind {
	file := FileWord(name)
	start := strings.TrimSpace(strings.TrimPrefix(source, "\ufeff"))
	switch word := strings.ToLower(start[:min(len(start), len("<!doctype"))]); {
	case schedule.IsTrace(source):
		return &otherKind{"a trace", "wobbly step " + file}
	case !strings.ContainsAny(start, " \n") && schedule.IsShared(start):
		return &otherKind{"a link", "wobbly step " + text.ShellWord(text.Brief(start))}
	case strings.HasPrefix(word, "edition:"), strings.HasPrefix(word, "lesson:"):
		return &otherKind{"a lesson", "wobbly help lesson"}
	case strings.HasPrefix(word, "pk\x03\x04"):
		return &otherKind{"a zip archive", "unzip " + file}
	case strings.HasPrefix(word, "<!doctype"), strings.HasPrefix(word, "<html"),
		strings.HasPrefix(word, "<svg"), strings.HasPrefix(word, "<?xml"):
		return &otherKind{"a picture or a web page", "open it in a browser"}
	case strings.HasPrefix(start, "{"), strings.HasPrefix(start, "["):
		var doc struct{ Schema string }
		if !json.Valid([]byte(start)) {
			return nil
		}
		if err := json.Unmarshal([]byte(start), &doc); err != nil {
			return &otherKind{"a JSON document", ""}
		}
		switch doc.Schema {
		case witness.Schema:
			return &otherKind{"a witness", "wobbly replay " + file}
		case witness.AbsenceSchema:
			return &otherKind{"a certificate of absence", "wobbly replay " + file}
		case witness.CheckSchema, witness.ExploreSchema, witness.CrosscheckSchema,
			witness.PredictSchema, witness.RaceMobSchema:
			return &otherKind{"a JSON document with witnesses", "wobbly replay " + file}
		case lesson.RecordSchema:
			return &otherKind{"a record of lessons",
				fmt.Sprintf("wobbly lesson --record %s, or wobbly lesson check 1 %[1]s", file)}
		}
		return &otherKind{"a JSON document", ""}
	}
	return nil
}

// NotAProgram returns the error of a text that is something other than a program, or nil if it may
// be meant as one.
func NotAProgram(src *il.Source) error {
	k := kindOf(src.Name, src.Text)
	switch {
	case k == nil && strings.HasSuffix(src.Name, ".trace"):
		return notATrace(src.Name, src.Text)
	case k == nil:
		return nil
	}
	hint := ""
	if k.command != "" {
		hint = "Use: " + k.command
	}
	return Usage(hint, "%s is not a program, but %s", report.FileName(src.Name), k.name)
}

// NotAWitness returns the error of a text that is something other than a witness, such as a
// program or an unfinished file, or nil if it may be meant as one. format is the error of reading
// it as a witness.
func NotAWitness(name, source string, format error) error {
	file := FileWord(name)
	if p, errs := parse.File(il.NewSource(name, source)); p != nil && len(errs) == 0 &&
		len(p.Decls) > 0 || strings.HasSuffix(name, ".il") {
		hint := fmt.Sprintf("To make and check the witnesses of its races: wobbly check --json %s "+
			"| wobbly replay -", file)
		return Usage(hint, "%s is not a witness, but a program", report.FileName(name))
	}
	if k := kindOf(name, source); k != nil && !strings.HasPrefix(strings.TrimSpace(source), "{") {
		return Usage("Use: "+k.command, "%s is not a witness, but %s",
			report.FileName(name), k.name)
	}
	var doc map[string]json.RawMessage
	err := json.Unmarshal([]byte(source), &doc)
	for _, key := range []string{"schema", "units", "init", "steps", "race"} {
		if _, ok := doc[key]; ok && err == nil {
			return nil
		}
	}
	return Usage("A document with witnesses: wobbly check --json FILE.il > witnesses.json",
		"%s:%s", report.FileName(name), format)
}
