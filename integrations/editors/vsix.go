package editors

import (
	"archive/zip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

//go:embed vscode/package.json vscode/README.md vscode/icon.png vscode/language-configuration.json vscode/syntaxes vscode/dist
var files embed.FS

// contentTypes maps the extensions of the packed files to their types.
const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".png" ContentType="image/png"/>
</Types>
`

// manifest is the file that VS Code reads before it unpacks a package.
const manifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="%s" Version="%s" Publisher="%s"/>
    <DisplayName>%s</DisplayName>
    <Description xml:space="preserve">%s</Description>
    <Tags>%s</Tags>
    <Categories>%s</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="%s"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/dist/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/dist/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
  </Assets>
</PackageManifest>
`

// VSIX packs the extension for VS Code and writes the package to w. The same files give the same
// bytes.
func VSIX(w io.Writer) error {
	var about struct {
		Name, Version, Publisher, DisplayName, Description string
		Keywords, Categories                               []string
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
	head := fmt.Sprintf(manifest, about.Name, about.Version, about.Publisher, about.DisplayName,
		about.Description, strings.Join(about.Keywords, ","), strings.Join(about.Categories, ","),
		about.Engines.Vscode)
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

// add adds a file without a modification time, so that the bytes do not depend on it.
func add(z *zip.Writer, name string, text []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
