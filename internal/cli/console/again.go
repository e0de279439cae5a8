package console

import (
	"fmt"
	"reflect"
	"strings"
)

// Again is those of some fields of a command that were given, as flags with a space before
// each: so they must be given to see the same. What a flag is called, and what it is where
// it is left out, its field says to kong.
func Again(command any, fields ...string) string {
	v := reflect.Indirect(reflect.ValueOf(command))
	var b strings.Builder
	for _, name := range fields {
		f, _ := v.Type().FieldByName(name)
		x := v.FieldByName(name)
		if usual, ok := f.Tag.Lookup("default"); x.IsZero() && !ok || word(x) == usual {
			continue
		}
		b.WriteString(" --" + flagName(f))
		if x.Kind() != reflect.Bool {
			b.WriteString(" " + ShellWord(word(x)))
		}
	}
	return b.String()
}

// word is the value of a flag as it is written.
func word(x reflect.Value) string {
	switch x.Kind() {
	case reflect.Pointer:
		return word(x.Elem())
	case reflect.Slice:
		words := make([]string, x.Len())
		for i := range words {
			words[i] = word(x.Index(i))
		}
		return strings.Join(words, ",")
	default:
		return fmt.Sprint(x)
	}
}

// flagName is what a field is called on the command line: RunSteps is run-steps.
func flagName(f reflect.StructField) string {
	if name := f.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, c := range f.Name {
		if 'A' <= c && c <= 'Z' && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(c)
	}
	return strings.ToLower(b.String())
}
