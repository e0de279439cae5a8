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

// TestVSIX checks that two packages of the same files are equal, and that a package has everything
// that its manifests name.
func TestVSIX(t *testing.T) {
	var a, b bytes.Buffer
	if err := editors.VSIX(&a); err != nil {
		t.Fatal(err)
	}
	if err := editors.VSIX(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("VSIX writes different bytes the second time")
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
	inExtension := []string{about.Main, about.Icon}
	for _, l := range about.Contributes.Languages {
		inExtension = append(inExtension, l.Configuration)
	}
	for _, g := range about.Contributes.Grammars {
		inExtension = append(inExtension, g.Path)
	}
	for _, file := range inExtension {
		named = append(named, "extension/"+strings.TrimPrefix(file, "./"))
	}
	if len(named) != 10 {
		t.Errorf("the manifests name %d files, want 10: %q", len(named), named)
	}
	for _, file := range named {
		if texts[file] == "" {
			t.Errorf("%s is not packed", file)
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
			t.Errorf("%s has no content type", name)
		}
		if strings.Contains(name, "node_modules") || strings.Contains(name, "/src/") {
			t.Errorf("%s is packed, want no sources and no node_modules", name)
		}
	}
	license, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	licenses := texts["extension/dist/LICENSE.txt"]
	if !strings.HasPrefix(licenses, string(license)) ||
		!strings.Contains(licenses, "\nvscode-languageclient ") {
		t.Error("the licences are out of date; make vscode writes them")
	}
}
