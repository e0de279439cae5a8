package editors_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"wobbly/integrations/editors"
)

// TestVSIX: the package holds the extension, twice the same, and what its manifest names
// is there.
func TestVSIX(t *testing.T) {
	var a, b bytes.Buffer
	if err := editors.VSIX(&a); err != nil {
		t.Fatal(err)
	}
	if err := editors.VSIX(&b); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("two packages differ (%v)", err)
	}
	z, err := zip.NewReader(bytes.NewReader(a.Bytes()), int64(a.Len()))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		texts[f.Name] = string(text)
	}
	var about struct {
		Version, Main string
		Contributes   struct {
			Languages []struct{ Configuration string }
			Grammars  []struct{ Path string }
		}
	}
	if err := json.Unmarshal([]byte(texts["extension/package.json"]), &about); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{about.Main, about.Contributes.Languages[0].Configuration, about.Contributes.Grammars[0].Path} {
		if texts["extension/"+strings.TrimPrefix(path, "./")] == "" {
			t.Errorf("%s is not packed", path)
		}
	}
	if m := texts["extension.vsixmanifest"]; !strings.Contains(m, `Version="`+about.Version+`"`) || texts["[Content_Types].xml"] == "" {
		t.Errorf("%s", m)
	}
}
