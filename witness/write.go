package witness

import (
	"bytes"
	"encoding/json"
	"io"
)

// MarshalJSON gives the witness in the contract's form on one line: keys in
// the contract's order, lists and maps never null, nothing escaped for HTML.
func (w Witness) MarshalJSON() ([]byte, error) {
	type plain Witness // without this method
	p := plain(w)
	p.Init.Objects = orEmpty(p.Init.Objects)
	p.Init.Cells = orEmpty(p.Init.Cells)
	p.Steps = orEmpty(p.Steps)
	if p.Init.A == nil {
		p.Init.A = map[string]string{}
	}
	if p.Init.B == nil {
		p.Init.B = map[string]string{}
	}
	return encode(p)
}

// Marshal is the witness on one line, without a line end.
func Marshal(w *Witness) ([]byte, error) { return w.MarshalJSON() }

// Write prints the witness with one line for each step, each initial cell and
// each of the other keys. The same witness gives the same bytes.
func Write(out io.Writer, w *Witness) error {
	compact, err := Marshal(w)
	if err != nil {
		return err
	}
	_, err = out.Write(layout(compact))
	return err
}

// encode is json.Marshal without escapes for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// layout breaks a witness on one line into lines: one for each key, and one
// for each element of the lists of steps and of cells, which are the arrays
// that hold objects or arrays.
func layout(compact []byte) []byte {
	var out bytes.Buffer
	depth := 0
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		switch {
		case c == '"':
			end := stringEnd(compact, i)
			out.Write(compact[i:end])
			i = end - 1
			continue
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if depth == 0 && c == '}' {
			out.WriteByte('\n')
		}
		out.WriteByte(c)
		switch {
		case depth == 1 && (c == '{' || c == ','):
			out.WriteString("\n ")
		case c == ',' && compact[i-1] == '}' && compact[i+1] == '{',
			c == ',' && compact[i-1] == ']' && compact[i+1] == '[':
			out.WriteString("\n  ")
		}
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// stringEnd is the offset after the string literal that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}
