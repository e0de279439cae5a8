package editors

import (
	"archive/zip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
)

//go:embed vscode
var files embed.FS

// contentTypes tells what the files of the package are.
const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
`

// manifest is what VS Code reads of a package before it unpacks it.
const manifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="%s" Version="%s" Publisher="%s"/>
    <DisplayName>%s</DisplayName>
    <Description xml:space="preserve">%s</Description>
    <Categories>Programming Languages,Linters</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="%s"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>
`

// VSIX packs the extension for VS Code. The same files give the same bytes.
func VSIX(w io.Writer) error {
	var about struct {
		Name, Version, Publisher, DisplayName, Description string
		Engines                                            struct{ Vscode string }
	}
	text, err := files.ReadFile("vscode/package.json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &about); err != nil {
		return err
	}
	z := zip.NewWriter(w)
	head := fmt.Sprintf(manifest, about.Name, about.Version, about.Publisher, about.DisplayName, about.Description, about.Engines.Vscode)
	if err := add(z, "extension.vsixmanifest", []byte(head)); err != nil {
		return err
	}
	if err := add(z, "[Content_Types].xml", []byte(contentTypes)); err != nil {
		return err
	}
	err = fs.WalkDir(files, "vscode", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		if err != nil {
			return err
		}
		return add(z, "extension"+path[len("vscode"):], text)
	})
	if err != nil {
		return err
	}
	return z.Close()
}

// add adds a file without a time.
func add(z *zip.Writer, name string, text []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}
