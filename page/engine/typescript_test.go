package engine

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// typesText returns the protocol in TypeScript: an interface for each message type of the files
// *protocol.go, one for each document that the page reads (from its schema), and the table of
// verbs.
func typesText(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("// Made of page/engine, which has the comments, and docs/schema by " +
		"go test ./page/engine -run TestTypes -update.\n\n")
	fmt.Fprintf(&b, "export const PROTOCOL = %q;\n\n", protocolVersion)
	b.WriteString("export type Document = Record<string, unknown>;\n")
	files, err := filepath.Glob("*protocol.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				s := s.(*ast.TypeSpec)
				if x, ok := s.Type.(*ast.StructType); ok {
					writeInterface(&b, s.Name.Name, x)
				}
			}
		}
	}
	all := &schemas{t: t, read: map[string]*schema{}, named: map[string]bool{}}
	for _, v := range verbs() {
		if v.doc != "" && !slices.Contains(unread, v.doc) {
			document := all.text(all.file(v.doc), v.doc)
			b.WriteString(all.defs.String())
			all.defs.Reset()
			b.WriteString(wrapped("export interface " + documentName(v.doc) + " " + document))
		}
	}
	b.WriteString("\n/** What can be asked, and what the answer is. */\nexport interface Verbs {\n")
	for _, v := range verbs() {
		var ok string
		if v.ok != nil {
			ok = typeOf(v.ok)
		} else {
			ok = documentName(v.doc)
		}
		fmt.Fprintf(&b, "  %q: { ask: %s; ok: %s };\n", v.name, typeOf(v.ask), ok)
	}
	b.WriteString("}\n")
	return b.String()
}

// typeOf returns the name of a message's type.
func typeOf(t reflect.Type) string {
	if t.NumField() == 0 {
		return "Record<string, never>"
	}
	return title(t.Name())
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// joint is a blank at which no line is broken.
const joint = "\u00a0"

// wrapped returns text in lines that begin with two spaces, except the first. A field keeps the
// beginning of its type.
func wrapped(text string) string {
	const width = 118
	var out strings.Builder
	column := 0
	text = strings.ReplaceAll(text, ": ", ":"+joint)
	for word := range strings.SplitSeq(text, " ") {
		word = strings.ReplaceAll(word, joint, " ")
		switch {
		case column == 0:
			column = len(word)
		case column+1+len(word) > width:
			out.WriteString("\n  ")
			column = 2 + len(word)
		default:
			out.WriteString(" ")
			column += 1 + len(word)
		}
		out.WriteString(word)
	}
	return out.String() + "\n"
}

// writeInterface writes a struct as an interface, without the comments.
func writeInterface(b *strings.Builder, name string, x *ast.StructType) {
	var parents, fields []string
	for _, f := range x.Fields.List {
		if len(f.Names) == 0 {
			parents = append(parents, typeText(f.Type))
			continue
		}
		key, options, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value,
			"`")).Get("json"), ",")
		text := typeText(f.Type)
		if text == "Document" && key == "record" {
			text = documentName("lesson-record.json")
		}
		if options == "omitempty" {
			key += "?"
		} else if _, pointer := f.Type.(*ast.StarExpr); pointer {
			text += " | null"
		}
		fields = append(fields, key+": "+text)
	}
	head := "export interface " + title(name)
	if len(parents) > 0 {
		head += " extends " + strings.Join(parents, ", ")
	}
	b.WriteString(wrapped(head + " { " + strings.Join(fields, "; ") + " }"))
}

// typeText returns a type in TypeScript.
func typeText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "string"
		case "bool":
			return "boolean"
		case "int", "uint64", "float64":
			return "number"
		}
		return title(e.Name)
	case *ast.SelectorExpr: // json.RawMessage
		return "Document"
	case *ast.StarExpr:
		return typeText(e.X)
	case *ast.ArrayType:
		element := typeText(e.Elt)
		if e.Len == nil {
			return element + "[]"
		}
		if n, ok := e.Len.(*ast.BasicLit); ok && n.Value == "2" {
			return "[" + element + ", " + element + "]"
		}
	}
	panic(fmt.Sprintf("no type for %T", e))
}

// unread are the documents that the page does not read.
var unread = []string{"check.json", "explore.json"}

// documentName returns the name of the type of a document: TheoremFuzzDocument of
// theorem-fuzz.json.
func documentName(file string) string {
	if slices.Contains(unread, file) {
		return "Document"
	}
	name := ""
	for _, word := range strings.Split(strings.TrimSuffix(file, ".json"), "-") {
		name += title(word)
	}
	return name + "Document"
}

// schema is the part of a JSON schema that determines a type.
type schema struct {
	Ref        string `json:"$ref"` // "FILE#/$defs/NAME", where either part may be missing
	Type       any
	Const      any
	Enum       []string
	Required   []string
	Properties map[string]*schema
	Items      *schema
	MaxItems   int
	Defs       map[string]*schema `json:"$defs"`
}

// schemas reads the files of docs/schema.
type schemas struct {
	t    *testing.T
	read map[string]*schema

	// The types of objects that a document refers to, as declarations, and their names.
	defs  strings.Builder
	named map[string]bool
}

func (x *schemas) file(name string) *schema {
	if s := x.read[name]; s != nil {
		return s
	}
	text, err := os.ReadFile("../../docs/schema/" + name)
	if err != nil {
		x.t.Fatal(err)
	}
	s := &schema{}
	if err := json.Unmarshal(text, s); err != nil {
		x.t.Fatal(err)
	}
	x.read[name] = s
	return s
}

// resolve returns the schema that the $ref of s names, and its file. file is the file of s.
func (x *schemas) resolve(s *schema, file string) (*schema, string) {
	name, path, _ := strings.Cut(s.Ref, "#/$defs/")
	if name != "" {
		file = name
	}
	if path == "" {
		return x.file(file), file
	}
	return x.file(file).Defs[path], file
}

// reference returns the type that the $ref of s names. If it is an object, it is declared too.
func (x *schemas) reference(s *schema, file string) string {
	to, in := x.resolve(s, file)
	_, def, _ := strings.Cut(s.Ref, "#/$defs/")
	if to.Properties == nil || def == "" {
		return x.text(to, in)
	}
	name := strings.TrimSuffix(documentName(in), "Document") + title(def)
	if !x.named[name] {
		x.named[name] = true
		x.defs.WriteString(wrapped("export interface " + name + " " + x.text(to, in)))
	}
	return name
}

// text returns the type of a schema in a file.
func (x *schemas) text(s *schema, file string) string {
	if s.Ref != "" && s.Properties == nil {
		return x.reference(s, file)
	}
	switch {
	case s.Const != nil:
		literal, err := json.Marshal(s.Const)
		if err != nil {
			x.t.Fatal(err)
		}
		return string(literal)
	case s.Enum != nil:
		words := strings.ReplaceAll(strings.Join(s.Enum, `"|"`), " ", joint)
		return `"` + strings.ReplaceAll(words, "|", " | ") + `"`
	case s.Properties != nil:
		var all []string
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			mark := "?: "
			if slices.Contains(s.Required, name) {
				mark = ": "
			}
			all = append(all, name+mark+x.text(s.Properties[name], file))
		}
		own := "{ " + strings.Join(all, "; ") + " }"
		if s.Ref != "" {
			return "(" + x.reference(s, file) + " & " + own + ")"
		}
		return own
	}
	switch s.Type {
	case "string":
		return "string"
	case "boolean":
		return "boolean"
	case "integer", "number":
		return "number"
	case "array":
		element := x.text(s.Items, file)
		if s.MaxItems == 2 {
			return "[" + element + ", " + element + "]"
		}
		if strings.HasPrefix(element, `"`) {
			element = "(" + element + ")"
		}
		return element + "[]"
	case "object":
		return "Record<string, number>"
	}
	return "unknown"
}
