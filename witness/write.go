package witness

import (
	"bytes"
	"encoding/json"
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
