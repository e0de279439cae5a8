package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"wobbly/internal/slice"
)

// sbom returns the bill of materials of an archive: the programs, the libraries of each, and the
// packages in the page.
func (b *builder) sbom(t target, built []binary, libraries map[string]*library, page []bundled) ([]byte, error) {
	own := fmt.Sprintf("pkg:generic/wobbly@%s?os=%s&arch=%s", b.version, t.os, t.arch)
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: b.source.time.Format(time.RFC3339),
		Component: &cdx.Component{BOMRef: own, Type: cdx.ComponentTypeApplication, Name: "wobbly", Version: b.version, Licenses: licence("MIT")},
	}
	var components []cdx.Component
	depends := []cdx.Dependency{{Ref: own, Dependencies: &[]string{}}}
	for _, x := range built {
		refs := []string{purl(libraries[std])}
		for _, m := range x.info.Deps {
			refs = append(refs, purl(libraries[m.Path]))
		}
		if x.name == "wobbly-serve" {
			refs = append(refs, slice.Map(page, npm)...)
		}
		components = append(components, cdx.Component{BOMRef: x.name, Type: cdx.ComponentTypeApplication, Name: x.name, Version: b.version, Licenses: licence("MIT")})
		depends = append(depends, cdx.Dependency{Ref: x.name, Dependencies: &refs})
		*depends[0].Dependencies = append(*depends[0].Dependencies, x.name)
	}
	for _, path := range slices.Sorted(maps.Keys(libraries)) {
		l := libraries[path]
		c := cdx.Component{BOMRef: purl(l), Type: cdx.ComponentTypeLibrary, Name: l.path, Version: l.version, PackageURL: purl(l), Licenses: licence(l.licence)}
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(l.sum, "h1:")); err == nil && len(sum) > 0 {
			c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
		}
		components = append(components, c)
	}
	for _, p := range page {
		components = append(components, cdx.Component{BOMRef: npm(p), Type: cdx.ComponentTypeLibrary, Name: p.name, Version: p.version, PackageURL: npm(p), Licenses: licence(p.licence)})
	}
	bom.Components, bom.Dependencies = &components, &depends
	var text bytes.Buffer
	err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return text.Bytes(), err
}

// licence returns an SPDX expression in the form of a component.
func licence(expression string) *cdx.Licenses {
	if strings.Contains(expression, " ") {
		return &cdx.Licenses{{Expression: expression}}
	}
	return &cdx.Licenses{{License: &cdx.License{ID: expression}}}
}

func purl(l *library) string { return "pkg:golang/" + strings.ToLower(l.path) + "@" + l.version }

// npm returns the package URL of a package in the page.
func npm(p bundled) string {
	return "pkg:npm/" + strings.ReplaceAll(p.name, "@", "%40") + "@" + p.version
}
