package witness

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// sample returns a witness that uses every key of the format.
func sample() *Witness {
	w := &Witness{
		Schema:  Schema,
		Program: Digest("m(b) { b.f := b }"),
		Units:   [2]string{"m", "m"},
		Init: Init{
			Objects: []string{"o1", "o2"},
			Cells:   [][3]string{{"o1", "f", "o2"}, {"o2", "f", "o2"}},
			A:       StackOf(map[string]string{"b": "o1", "a": "o2"}),
			B:       StackOf(map[string]string{"b": "o1", "a": "o2"}),
		},
		Steps: []Step{
			{Thread: "A", At: "1:2", Do: "lock()"},
			{Thread: "A", At: "2:2", Do: Push, Args: []string{"b.f", "a"},
				Choices: []Choice{{"1:9", Then}, {"1:10", Exit}}},
			{Thread: "B", At: "3:2", Do: Run, Steps: "123456789012345678901234567890"},
		},
		Race: Race{
			Cell: [2]string{"o1", "f"},
			A:    Access{At: "1:8", Kind: "write"},
			B:    Access{At: "1:8", Kind: "read", Choices: []Choice{{"1:5", Loop}}},
		},
		Compressed: true,
		File:       "a<b>&.il",
	}
	w.Seal = w.Sum()
	return w
}

// TestWriteIsStable checks the JSON of a witness, with its layout.
func TestWriteIsStable(t *testing.T) {
	const want = `{
 "schema":"wobbly/witness/1",
 "program":"89b17c2d7a7c5dd0dbb3c8c66e19a30f39a0a0b3a6f7b5b5c5b7f1bd6d2cf0b6",
 "units":["m","m"],
 "init":{"objects":["o1","o2"],"cells":[["o1","f","o2"],
  ["o2","f","o2"]],"A":{"a":"o2","b":"o1"},"B":{"a":"o2","b":"o1"}},
 "steps":[{"thread":"A","at":"1:2","do":"lock()"},
  {"thread":"A","at":"2:2","do":"push","args":["b.f","a"],"choices":[{"at":"1:9","take":"then"},
  {"at":"1:10","take":"exit"}]},
  {"thread":"B","at":"3:2","do":"run","steps":"123456789012345678901234567890"}],
 "race":{"cell":["o1","f"],"A":{"at":"1:8","kind":"write"},
  "B":{"at":"1:8","kind":"read","choices":[{"at":"1:5","take":"loop"}]}},
 "compressed":true,
 "file":"a<b>&.il",
 "seal":"SEAL"
}
`
	w := sample()
	out := string(mustMarshal(t, w))
	expect := strings.NewReplacer("\n  ", "", "\n ", "", "\n", "", "SEAL", w.Seal,
		"89b17c2d7a7c5dd0dbb3c8c66e19a30f39a0a0b3a6f7b5b5c5b7f1bd6d2cf0b6", w.Program).Replace(want)
	if out != expect {
		t.Errorf("MarshalJSON = \n%s\nwant\n%s", out, expect)
	}
}

// TestRoundTrip: a witness that is written and read again is the same, on one line or on several.
func TestRoundTrip(t *testing.T) {
	for name, w := range map[string]*Witness{
		"sample": sample(),
		"strange": {Schema: Schema, Units: [2]string{"\"}{\\", "]\n["},
			Init: Init{Objects: []string{",", "é\u2028"}}},
	} {
		compact := mustMarshal(t, w)
		var lines bytes.Buffer
		if err := json.Indent(&lines, compact, "", " "); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{lines.String(), string(compact)} {
			got, err := Read(strings.NewReader(text))
			if err != nil {
				t.Fatalf("reading the witness %s: %v", name, err)
			}
			again := mustMarshal(t, got)
			if !bytes.Equal(again, compact) || got.Sum() != w.Sum() {
				t.Errorf("the witness %s is read and written as %s, want %s", name, again, compact)
			}
		}
	}
	got, err := Read(bytes.NewReader(mustMarshal(t, sample())))
	if err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("Read of a marshalled witness = %+v, %v, want %+v", got, err, sample())
	}
}

func mustMarshal(t testing.TB, w *Witness) []byte {
	t.Helper()
	text, err := w.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestSum: the seal does not depend on the file and the seal, nor on whether a list is absent or
// empty. TestSumSeesEverything tests what it depends on.
func TestSum(t *testing.T) {
	w, same := sample(), sample()
	same.File, same.Seal, same.Steps[0].Args = "elsewhere", "", []string{}
	if w.Sum() != same.Sum() {
		t.Error("the seal depends on the file, on itself or on an empty list")
	}
	if (&Witness{}).Sum() != (&Witness{
		Steps: []Step{},
		Init:  Init{Objects: []string{}, Cells: [][3]string{}, A: Stack{}, B: Stack{}},
	}).Sum() {
		t.Error("the seal depends on whether a list is nil or empty")
	}
}

// TestReadSkipsUnknownKeys: unknown keys are skipped, whatever their values are.
func TestReadSkipsUnknownKeys(t *testing.T) {
	text := strings.NewReplacer(
		`"steps":[{`, `"later":{"a":[1,{"b":null}],"c":true},"steps":[{"why":["x"],`,
		`"objects":`, `"from":"a file","objects":`,
		`"cell":`, `"note":[],"cell":`,
		`"kind":`, `"path":{},"kind":`,
		`"take":`, `"why":0.5e9,"take":`,
	).Replace(string(mustMarshal(t, sample())))
	got, err := Read(strings.NewReader(text))
	if err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("Read with unknown keys = %+v, %v, want %+v", got, err, sample())
	}
}

// TestReadRefuses checks the errors of Read. A wanted text that begins with a space is the end of
// the error.
func TestReadRefuses(t *testing.T) {
	good := string(mustMarshal(t, sample()))
	replace := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the sample does not contain %s", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	for _, c := range []struct{ text, want string }{
		{"", "1:1: the text is empty"},
		{" \n", "1:1: the text is empty"},
		{"{", "1:2: the text is not one JSON document: unexpected end of JSON input"},
		{"{\n \"schema\": é}",
			"2:12: the text is not one JSON document: invalid character 'Ã' looking for " +
				"beginning of value"},
		{"\n\"\xff\"", "2:2: the text is not UTF-8"},
		{good + "\n{}",
			"2:1: the text is not one JSON document: invalid character '{' after top-level value"},
		{strings.Repeat("[", 20000),
			"1:10001: the text is not one JSON document: invalid character '[' exceeded max depth"},
		{"[]", "1:1: the witness must be an object, not an array"},
		{"null", "1:1: the witness must be an object, not null"},
		{"{}", `1:1: the witness has no "schema"`},
		{`{"schema":"wobbly/witness/2"}`,
			`1:11: the schema of a witness is "wobbly/witness/1", not "wobbly/witness/2"`},
		{"{\"schema\": \"wobbly/witness/1\",\n \"é\": 1, \"schema\": 2}",
			`2:10: the witness has the key "schema" twice`},
		{"{\"x\": [\n {\"a\": 1, \"a\": 2}]}", `2:11: an object has the key "a" twice`},
		{`{"` + strings.Repeat("k", 99) + `":1,"` + strings.Repeat("k", 99) + `":1}`,
			`1:106: the witness has the key "` + strings.Repeat("k", 40) + `..." twice`},
		{replace(`"units":["m","m"]`, `"units":["m"]`),
			`1:115: the units must hold 2 strings, not 1`},
		{replace(`"units":["m","m"]`, `"units":["m",7]`),
			`1:120: an element of the units must be a string, not a number`},
		{replace(`["o1","f","o2"]`, `["o1","f","o2","o2"]`), ` a cell must hold 3 strings, not 4`},
		{replace(`"A":{"a":"o2","b":"o1"}`, `"A":{"a":"o2","a":"o1"}`),
			` the stack of A has the key "a" twice`},
		{replace(`"A":{"a":"o2","b":"o1"},`, ``), ` the initial state has no "A"`},
		{replace(`"b":"o1"`, `"b":null`), ` the value of a parameter must be a string, not null`},
		{replace(`"objects":["o1","o2"]`, `"objects":true`),
			` the list of objects must be an array, not true`},
		{replace(`{"thread":"A","at":"1:2","do":"lock()"}`, `["lock()"]`),
			` a step must be an object, not an array`},
		{replace(`"do":"lock()"`, `"Do":"lock()"`), ` a step has no "do"`},
		{replace(`"steps":"123456789012345678901234567890"`, `"steps":3`),
			` the number of steps of a run must be a string, not a number`},
		{replace(`"take":"then"`, `"take":false`),
			` what a choice takes must be a string, not false`},
		{replace(`,"take":"then"`, ``), ` a choice has no "take"`},
		{replace(`"cell":["o1","f"]`, `"cell":{}`),
			` the racing cell must be an array, not an object`},
		{replace(`"kind":"write"`, `"kind":["write"]`),
			` the kind of an access must be a string, not an array`},
		{replace(`"compressed":true`, `"compressed":"yes"`),
			` "compressed" must be true or false, not a string`},
		{replace(`"choices":[{"at":"1:5","take":"loop"}]`, `"choices":null`),
			` the choices must be an array, not null`},
	} {
		w, err := Read(strings.NewReader(c.text))
		var format *FormatError
		switch {
		case !errors.As(err, &format):
			t.Errorf("Read(%.60q) = %v, %v; want %q", c.text, w, err, c.want)
		case w != nil || !strings.HasSuffix(err.Error(), c.want) ||
			c.want[0] != ' ' && err.Error() != c.want:
			t.Errorf("Read(%.60q) = %s\nwant %s", c.text, err, c.want)
		}
	}
}

// TestReadFailsWithTheInput: an error of the input is returned, wrapped.
func TestReadFailsWithTheInput(t *testing.T) {
	broken := errors.New("broken")
	for _, read := range []func(io.Reader) error{
		func(in io.Reader) error { _, err := Read(in); return err },
		func(in io.Reader) error { _, err := ReadAll(in); return err },
	} {
		if err := read(iotest.ErrReader(broken)); !errors.Is(err, broken) ||
			err.Error() != "reading the witness: broken" {
			t.Errorf("reading from a broken input = %v, want the error wrapped", err)
		}
	}
}

// TestReadAll reads a witness on its own, and documents of CheckSchema.
func TestReadAll(t *testing.T) {
	one := string(mustMarshal(t, sample()))
	for _, c := range []struct {
		text string
		want []Named
	}{
		{one, []Named{{Witness: sample()}}},
		{`{"schema":"wobbly/check/1","races":[]}`, nil},
		{`{"file":"f","races":[{"witness":` + one +
			`,"id":"R1","left":{"calls":[]}},{"id":"R2"},{"id":"R3","witness":` + one +
			`}],"filtered":[{"reasons":["wobbly"]}],"schema":"wobbly/check/1"}`,
			[]Named{
				{ID: "R1", Left: Claim{Calls: []string{}}, Witness: sample()}, {ID: "R2"},
				{ID: "R3", Witness: sample()},
			}},
	} {
		got, err := ReadAll(strings.NewReader(c.text))
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("ReadAll(%.60q) = %+v, %v, want %+v", c.text, got, err, c.want)
		}
	}
}

// TestReadAllRefuses checks the errors of ReadAll.
func TestReadAllRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[]`, `1:1: the document must be an object, not an array`},
		{`{"schema":"wobbly/check/1"}`, `1:1: the document has no "races"`},
		{`{"schema":"wobbly/check/1","races":[{}]}`, `1:37: a race has no "id"`},
		{`{"schema":"wobbly/check/1","races":[{"id":"R1","witness":{}}]}`,
			`1:58: the witness has no "schema"`},
		{`{"schema":"wobbly/check/1","races":[],"races":[]}`,
			`1:39: the document has the key "races" twice`},
		{`{"schema":"wobbly/check/1","races":[{"id":"R1"},{"id":"R2"},{"id":"R1"}]}`,
			`1:67: two races have the id "R1"`},
		{`{"schema":"wobbly/check/1","races":[{"id":"R1"},{"id":"r1"}]}`,
			`1:55: two races have the id "r1"`},
		{`{"schema":"wobbly/check/1","races":[{"id":"R1","left":"4:5"}]}`,
			`1:55: the left access of a race must be an object, not a string`},
		{`{"schema":"wobbly/check/1","races":[{"id":"R1","right":{"at":4}}]}`,
			`1:62: the position of an access must be a string, not a number`},
		{`{"schema":"wobbly/check/1","races":[{"id":"R1","right":{"calls":"3:3"}}]}`,
			`1:65: the calls of an access must be an array, not a string`},
		{`{"schema":"wobbly/explore/1","pairs":[{"left":1,"races":[]}]}`,
			`1:47: the left unit of a pair must be a string, not a number`},
		{`{"schema":"wobbly/explore/1","pairs":[{"races":[{"left":{}}]}]}`,
			`1:57: the left position of a race must be a string, not an object`},
		{`{"schema":"wobbly/explore/1","pairs":[{"races":[{"kinds":["read"]}]}]}`,
			`1:58: the kinds of a race must hold 2 strings, not 1`},
		{`{"schema":"wobbly/explore/1"}`, `1:1: the document has no "pairs"`},
		{`{"schema":"wobbly/explore/1","pairs":[{"left":"m"}]}`, `1:39: a pair has no "races"`},
		{`{"schema":"wobbly/summary/1"}`,
			`1:11: the schema of a witness is "wobbly/witness/1", not "wobbly/summary/1"`},
		{`{"schema":1}`, `1:11: the schema must be a string, not a number`},
		{`{"a":{"b":1,"b":2},"schema":"wobbly/check/1"}`, `1:13: an object has the key "b" twice`},
	} {
		if got, err := ReadAll(strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("ReadAll(%s) = %v, %v\nwant %s", c.text, got, err, c.want)
		}
	}
}

// FuzzRead: any bytes are read, or refused with a place inside the text. A witness that was read
// and written is read again unchanged, except that it gets a seal if it had none.
func FuzzRead(f *testing.F) {
	f.Add(mustMarshal(f, sample()))
	f.Add([]byte(`{"schema":"wobbly/check/1","races":[{"id":"R1","witness":` +
		string(mustMarshal(f, sample())) + `}]}`))
	f.Add([]byte(`{"schema":`))
	f.Add([]byte("[[[[{\"a\":\"\\ud800\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := ReadAll(bytes.NewReader(text))
		if err != nil {
			var format *FormatError
			if !errors.As(err, &format) || format.Line < 1 || format.Col < 1 ||
				format.Line > 1+bytes.Count(text, []byte("\n")) {
				t.Fatalf("reading %q: %v, want a FormatError inside the text", text, err)
			}
			return
		}
		for _, n := range all {
			if n.Witness == nil {
				continue
			}
			want := *n.Witness
			if want.Seal == "" {
				want.Seal = want.Sum()
			}
			again, err := Read(bytes.NewReader(mustMarshal(t, n.Witness)))
			if err != nil || !reflect.DeepEqual(again, &want) {
				t.Fatalf("%q is read again as %+v, %v, want %+v", text, again, err, &want)
			}
		}
	})
}

// TestReadAllNested reads the witnesses of documents that hold them in pairs. The deadlocks of a
// pair may be a number.
func TestReadAllNested(t *testing.T) {
	one, err := (Witness{Schema: Schema, Program: "p", Units: [2]string{"m", "n"}}).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for schema, key := range map[string]string{ExploreSchema: "races", CrosscheckSchema: "missed"} {
		race := `{"left":"1:1","right":"2:2","witness":` + string(one) + `}`
		text := `{"schema":"` + schema + `","pairs":[{"left":"m","deadlocks":3,"` + key + `":[` +
			race + `,` + race + `]},{"` + key + `":[]},{"` + key + `":[{"left":"3:3"}]}]}`
		all, err := ReadAll(strings.NewReader(text))
		if err != nil || len(all) != 3 {
			t.Fatalf("%s: %d races, %v, want 3", schema, len(all), err)
		}
		if all[0].Witness == nil || all[1].Witness.Program != "p" || all[2].Witness != nil {
			t.Errorf("%s: %+v, want witnesses of p in the first two only", schema, all)
		}
		if all[0].ID != "" {
			t.Errorf("%s: the first race has the id %q, want none", schema, all[0].ID)
		}
		for _, invalid := range []string{
			`{"schema":"` + schema + `"}`, `{"schema":"` + schema + `","pairs":[{}]}`,
			`{"schema":"` + schema + `","pairs":[{"` + key + `":[1]}]}`,
			`{"schema":"` + schema + `","pairs":[{"` + key + `":[],"deadlocks":"3"}]}`,
		} {
			if _, err := ReadAll(strings.NewReader(invalid)); err == nil {
				t.Errorf("ReadAll(%s) succeeds, want an error", invalid)
			}
		}
	}
}

// TestReadAllSome reads a document in which not every candidate has a witness.
func TestReadAllSome(t *testing.T) {
	one, err := (Witness{Schema: Schema, Program: "p", Units: [2]string{"m", "n"}}).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	text := `{"schema":"` + RaceMobSchema +
		`","pairs":[{"candidates":[{"left":"1:1","right":"2:2"},{"witness":` + string(one) +
		`}]},{"candidates":[]}]}`
	all, err := ReadAll(strings.NewReader(text))
	if err != nil || len(all) != 1 || all[0].Witness.Program != "p" {
		t.Errorf("ReadAll = %+v, %v, want one witness, of p", all, err)
	}
}
