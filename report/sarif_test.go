package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/exact"
	"wobbly/report"
)

// sarifLog has the parts of a log that the tests read.
type sarifLog struct {
	Runs []struct {
		Results []struct {
			RuleID    string
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
				}
			}
			CodeFlows []struct {
				ThreadFlows []struct {
					Locations []struct {
						Location struct{ Message struct{ Text string } }
					}
				}
			}
			PartialFingerprints struct{ PrimaryLocationLineHash string }
		}
		Tool struct {
			Driver struct {
				Rules []struct {
					ID         string
					Properties struct{ Precision string }
				}
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
	}
}

// logOf returns what check finds in some files as one log, which must be valid, and its text.
func logOf(t *testing.T, analyzer string, limit int, files ...examples.File) (sarifLog, string) {
	t.Helper()
	var b bytes.Buffer
	log := report.FindCheckFormat("sarif").Open(&b, report.Style{})
	a, err := ask.Analysis{Name: analyzer, Limit: limit}.Analyzer()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range files {
		var doc *report.Check
		core, err := ask.Load(context.Background(), il.NewSource(x.Name, x.Text), false)
		if err == nil {
			doc, err = ask.Check(context.Background(), core, ask.Checking{Analyzer: a})
		}
		var illegal *ask.Illegal
		switch {
		case errors.As(err, &illegal):
			err = log.Errors(illegal.Source, illegal.Errors)
		case err == nil:
			_, err = log.Check(doc)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := log.End(); err != nil {
		t.Fatal(err)
	}
	validate(t, b.Bytes())
	var got sarifLog
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got, b.String()
}

// validate checks a document against the schema of SARIF 2.1.0 that OASIS publishes.
func validate(t *testing.T, document []byte) {
	t.Helper()
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("the document breaks the SARIF schema: %v\n%.2000s", err, document)
	}
}

// TestSARIF checks a log of all examples. Its results must be the races of check, each with the
// flows of both threads, and equal lines must have different fingerprints.
func TestSARIF(t *testing.T) {
	log, _ := logOf(t, "racerdx", 1000, examples.All()...)
	if len(log.Runs) != 1 || len(log.Runs[0].Tool.Driver.Rules) != 2 ||
		log.Runs[0].Tool.Driver.Rules[1].Properties.Precision != "very-high" ||
		!log.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Fatalf("the run is by %+v, want one successful run with 2 rules of very high precision",
			log.Runs[0].Tool)
	}
	seen := map[string]bool{}
	flows, deadlocks := 0, 0
	for _, x := range log.Runs[0].Results {
		if x.RuleID == "deadlock" {
			deadlocks++
			all := x.CodeFlows[0].ThreadFlows[0].Locations
			if !strings.Contains(all[len(all)-1].Location.Message.Text, "B: waits for lock ") {
				t.Errorf("the execution %+v does not end with B's wait", x)
			}
			continue
		}
		if x.RuleID != "race" || x.Level != "error" || len(x.CodeFlows) != 2 ||
			len(x.CodeFlows[0].ThreadFlows) != 1 || len(x.CodeFlows[1].ThreadFlows) != 2 {
			t.Fatalf("the result %+v is not an error of the rule race with 2 executions of 1 "+
				"and 2 threads", x)
		}
		if f := x.PartialFingerprints.PrimaryLocationLineHash; f == "" || seen[f] {
			t.Errorf("the fingerprint %q is empty or that of another result", f)
		} else {
			seen[f] = true
		}
		both := 0
		for i, thread := range x.CodeFlows[1].ThreadFlows {
			both += len(thread.Locations)
			for _, l := range thread.Locations {
				if !strings.HasPrefix(l.Location.Message.Text, "AB"[i:i+1]+": ") {
					t.Errorf("the flow of thread %s has the step %q of another one", "AB"[i:i+1],
						l.Location.Message.Text)
				}
			}
		}
		if all := x.CodeFlows[0].ThreadFlows[0].Locations; len(all) != both && len(all) < 1000 {
			t.Errorf("the flow of both threads has %d steps, want %d as in those of each", len(all),
				both)
		}
		flows++
	}
	if flows < 50 || deadlocks < 4 {
		t.Errorf("%d races and %d deadlocks, want at least 50 and 4", flows, deadlocks)
	}
}

// TestSARIFOrder checks that the other access is named, and that columns count characters.
func TestSARIFOrder(t *testing.T) {
	log, text := logOf(t, "racerdx", 1000, examples.File{
		Name: "dir name/ü.il",
		Text: "m(ä) { /* é */ x := ä.f }\nn(b) { v := new(); b.f := v }\n",
	})
	x := log.Runs[0].Results[0]
	at := x.Locations[0].PhysicalLocation
	if x.Message.Text != "race: m reads ä.f, n writes b.f (with [2:20](1))" ||
		at.Region.StartColumn != 21 || at.Region.EndColumn != 24 ||
		at.ArtifactLocation.URI != "dir%20name/%C3%BC.il" {
		t.Errorf("in %s: the result is %+v, want the race of ä.f and b.f at 2:21", text, x)
	}
}

// TestSARIFLong checks that the flow of a long execution shows its beginning and its end, and says
// how much is left out, and that a list which is cut says so.
func TestSARIFLong(t *testing.T) {
	steps := strings.Repeat("x := new(); ", 3000)
	log, _ := logOf(t, "racerdx", 1, examples.File{
		Name: "long.il", Text: "m(b) { " + steps + " v := new(); b.f := v; b.f := v }",
	})
	all := log.Runs[0].Results[0].CodeFlows[0].ThreadFlows[0].Locations
	left := 0
	for _, l := range all {
		if strings.Contains(l.Location.Message.Text, "steps are left out") {
			fmt.Sscanf(l.Location.Message.Text[3:], "... %d", &left)
		}
	}
	if len(all) > 1000 || left+len(all)-3 != 6002 {
		t.Errorf("%d steps are shown and %d are left out, want at most 1000, and 6002 together",
			len(all)-3, left)
	}
	if notes := log.Runs[0].Invocations[0].ToolExecutionNotifications; len(notes) != 1 ||
		notes[0].Message.Text != "long.il: 1 of 3 reports are listed" {
		t.Errorf("notifications = %+v, want one: 1 of 3 reports are listed", notes)
	}
}

// TestSARIFErrors checks that an illegal program has its errors, each with a rule that explains it.
func TestSARIFErrors(t *testing.T) {
	log, _ := logOf(t, "racerdx", 10,
		examples.File{Name: "/tmp/e.il", Text: "m(b) { x = b }\nn(b) { y := }\n"},
		examples.File{Name: `C:\x\f.il`, Text: "m(b) { lock() }\n"})
	results := log.Runs[0].Results
	if len(results) != 3 || len(log.Runs[0].Tool.Driver.Rules) != 3 ||
		results[0].Message.Text != `"=" is not an assignment; fix: write ":="` ||
		results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "file:///tmp/e.il" ||
		results[2].Locations[0].PhysicalLocation.ArtifactLocation.URI != "file:///C:/x/f.il" {
		t.Errorf("the run is %+v, want 3 results of 3 rules with the URIs of both files",
			log.Runs[0])
	}
	if run := log.Runs[0].Invocations[0]; run.ExecutionSuccessful ||
		len(run.ToolExecutionNotifications) != 2 {
		t.Errorf("the invocation is %+v, want a failed one with a notification for each file", run)
	}
}

// TestSARIFJudged checks that reports which no theorem proves say what they were found to be.
func TestSARIFJudged(t *testing.T) {
	for _, x := range examples.All() {
		log, _ := logOf(t, "racerd", 1000, x)
		for _, r := range log.Runs[0].Results {
			// Deadlocks are proved by Theorem D.
			if r.RuleID == "deadlock" {
				continue
			}
			word, _, _ := strings.Cut(r.Message.Text, ":")
			want := map[string]string{
				"race": "error", "false alarm": "note", "report, not decided": "warning",
			}[word]
			if r.Level != want {
				t.Errorf("%s: the level of %q = %s, want %s", x.Name, r.Message.Text, r.Level, want)
			}
			rules := log.Runs[0].Tool.Driver.Rules
			if got := rules[len(rules)-1].Properties.Precision; got != "medium" {
				t.Errorf("%s: precision %s, want medium, as not all is proved", x.Name, got)
			}
		}
	}
}

// TestGitHub checks that characters which would end a command or one of its values are encoded.
func TestGitHub(t *testing.T) {
	var b bytes.Buffer
	log := report.FindCheckFormat("github").Open(&b, report.Style{})
	_, err := ask.Load(context.Background(), il.NewSource("a,b:100%.il", "m(b) { x = b }"), false)
	var illegal *ask.Illegal
	if !errors.As(err, &illegal) {
		t.Fatal(err)
	}
	if err := errors.Join(log.Errors(illegal.Source, illegal.Errors), log.End()); err != nil {
		t.Fatal(err)
	}
	const want = "::error file=a%2Cb%3A100%25.il,line=1,endLine=1,col=10,endColumn=11," +
		"title=E0010::\"=\" is not an assignment%0Afix: write \":=\"\n"
	if b.String() != want {
		t.Errorf("the annotation = %s, want %s", b.String(), want)
	}
}

// TestVerdicts checks that code hosts get a severity and a name for each verdict.
func TestVerdicts(t *testing.T) {
	src := il.NewSource("v.il", "m(b) { x := b.f }\n")
	for verdict, want := range map[string][2]string{
		report.Confirmed: {"error", "race"}, report.Refuted: {"error", "refuted report"},
		report.Unknown:    {"warning", "report, not decided"},
		report.Impossible: {"note", "false alarm"},
		report.Outside:    {"note", "report outside the definition"},
	} {
		for name, begins := range map[string]string{
			"github": fmt.Sprintf("::%s file=v.il,line=1,endLine=1,col=1,endColumn=1,title=R1 %s::",
				strings.Replace(want[0], "note", "notice", 1),
				strings.ReplaceAll(want[1], ",", "%2C")),
			"short": fmt.Sprintf("v.il:1:1: %s: ", want[1]),
			"sarif": "{",
		} {
			var b bytes.Buffer
			log := report.FindCheckFormat(name).Open(&b, report.Style{})
			side := report.Side{Unit: "m", At: "1:1", Kind: "read", Path: "b.f"}
			_, err := log.Check(&report.Check{
				File: "v.il", Source: src,
				Found: report.Found{
					Truth: "some truth", Counts: map[string]int{verdict: 1},
					TotalRaces: exact.Of(1),
					Races: slices.Values([]report.Race{{ID: "R1", Left: side, Right: side,
						Verdict: verdict}}),
				},
			})
			if err := errors.Join(err, log.End()); err != nil ||
				!strings.HasPrefix(b.String(), begins) {
				t.Errorf("%s as %s: %s, %v, want a line that begins with %s", verdict, name,
					b.String(), err, begins)
			}
			if name == "sarif" {
				validate(t, b.Bytes())
				if !strings.Contains(b.String(), `"level":"`+want[0]+`"`) ||
					!strings.Contains(b.String(), `"text":"`+want[1]+": ") {
					t.Errorf("%s: SARIF lacks the level %s or the text %q:\n%s", verdict, want[0],
						want[1], b.String())
				}
			}
		}
	}
}
