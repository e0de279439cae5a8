package editors_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path"
	"strings"
	"testing"

	"wobbly/integrations/editors"
)

// TestVSIX: the same files give the same package, and everything that its manifests name is in it.
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
		Version, Main, Icon string
		Contributes         struct {
			Languages []struct{ Configuration string }
			Grammars  []struct{ Path string }
		}
	}
	if err := json.Unmarshal([]byte(texts["extension/package.json"]), &about); err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Metadata struct {
			Identity struct {
				Version string `xml:",attr"`
			}
			License, Icon, Tags string
		}
		Assets struct {
			Asset []struct {
				Path string `xml:",attr"`
			}
		}
	}
	if err := xml.Unmarshal([]byte(texts["extension.vsixmanifest"]), &manifest); err != nil {
		t.Fatal(err)
	}
	named := []string{manifest.Metadata.License, manifest.Metadata.Icon}
	for _, a := range manifest.Assets.Asset {
		named = append(named, a.Path)
	}
	for _, path := range []string{
		about.Main, about.Icon, about.Contributes.Languages[0].Configuration,
		about.Contributes.Grammars[0].Path,
	} {
		named = append(named, "extension/"+strings.TrimPrefix(path, "./"))
	}
	if len(named) != 10 {
		t.Errorf("the manifest names %d files, want 10: %q", len(named), named)
	}
	for _, path := range named {
		if texts[path] == "" {
			t.Errorf("%s is not packed", path)
		}
	}
	if m := manifest.Metadata; m.Identity.Version != about.Version || about.Version != "0.1.0" ||
		!strings.Contains(m.Tags, "data race") {
		t.Errorf("metadata = %+v, want version 0.1.0 and the tag data race", m)
	}
	// Each file has a type, or VS Code refuses the package.
	for name := range texts {
		if !strings.Contains(texts["[Content_Types].xml"], `Extension="`+path.Ext(name)+`"`) &&
			name != "[Content_Types].xml" {
			t.Errorf("%s has no type", name)
		}
		if strings.Contains(name, "node_modules") || strings.Contains(name, "/src/") {
			t.Errorf("%s is packed", name)
		}
	}
	license, err := os.ReadFile("../../LICENSE")
	if err != nil || !strings.HasPrefix(texts["extension/dist/LICENSE.txt"], string(license)) ||
		!strings.Contains(texts["extension/dist/LICENSE.txt"], "\nvscode-languageclient ") {
		t.Errorf("the licences are out of date: make vscode (%v)", err)
	}
}
