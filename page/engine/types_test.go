package engine

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the files that are generated from the code")

// typesFile declares the messages for the page.
const typesFile = "../src/protocol.ts"

// TestTypes: typesFile is generated from the messages and schemas as they are.
func TestTypes(t *testing.T) {
	text := typesText(t)
	if *update {
		if err := os.WriteFile(typesFile, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(typesFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != text {
		t.Errorf("%s is out of date: go test ./page/engine -run TestTypes -update", typesFile)
	}
}

// protocolPage documents the protocol.
const protocolPage = "../../docs/page.md"

// TestProtocolPage: the documentation lists the verbs of the program.
func TestProtocolPage(t *testing.T) {
	const begin, end = "<!-- begin verbs -->\n", "<!-- end verbs -->"
	text, err := os.ReadFile(protocolPage)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(begin + "| verb | fields | answer | what it is |\n|---|---|---|---|\n")
	for _, v := range verbs() {
		ok := "`docs/schema/" + v.doc + "`"
		if v.ok != nil {
			ok = "`" + typeOf(v.ok) + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", v.name, strings.Join(fieldsOf(v.ask), " "),
			ok, v.help)
	}
	head, rest, _ := strings.Cut(string(text), begin)
	_, tail, found := strings.Cut(rest, end)
	if want := head + b.String() + end + tail; !found || want != string(text) {
		if *update && found {
			if err := os.WriteFile(protocolPage, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Errorf("%s does not list the verbs: go test ./page/engine -run TestProtocolPage -update",
			protocolPage)
	}
}

// fieldsOf lists the fields of a message. Optional ones end in a question mark.
func fieldsOf(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, fieldsOf(f.Type)...)
			continue
		}
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if options == "omitempty" {
			key += "?"
		}
		names = append(names, "`"+key+"`")
	}
	return names
}
