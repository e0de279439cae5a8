package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"wobbly/internal/gotool"
	"wobbly/internal/slice"
	"wobbly/page"
)

// A library is a module of Go that a program is linked with.
type library struct {
	path, version string
	// sum is the hash in go.sum, or empty for the standard library.
	sum string
	// texts are the texts of its licences, and licence is their SPDX expression.
	texts   []byte
	licence string
}

// std names the standard library in SBOMs.
const std = "std"

// linked returns the libraries of programs by their paths, the standard library included.
func linked(ctx context.Context, programs []binary) (map[string]*library, error) {
	libraries := map[string]*library{
		std: {path: std, version: strings.TrimPrefix(runtime.Version(), "go")},
	}
	for _, p := range programs {
		for _, m := range p.info.Deps {
			if m.Replace != nil {
				return nil, fmt.Errorf("%s is replaced", m.Path)
			}
			libraries[m.Path] = &library{path: m.Path, version: m.Version, sum: m.Sum}
		}
	}
	args := []string{"list", "-m", "-f", "{{.Path}}\t{{.Dir}}"}
	for _, path := range slices.Sorted(maps.Keys(libraries)) {
		if path != std {
			args = append(args, path)
		}
	}
	list, err := gotool.Run(ctx, nil, args...)
	if err != nil {
		return nil, err
	}
	root, err := gotool.Run(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(std + "\t" + root + "\n" + list) {
		path, folder, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		l := libraries[path]
		if l == nil {
			return nil, fmt.Errorf("go list prints %q, which is not a library", line)
		}
		if err := l.readLicences(folder); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return libraries, nil
}

// readLicences reads the licences in the folder of a library. A library without one is an error.
func (l *library) readLicences(folder string) error {
	var names []string
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "COPYING*", "NOTICE*", "PATENTS*"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return err
		}
		names = append(names, found...)
	}
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if i > 0 {
			l.texts = append(l.texts, '\n')
		}
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		l.texts = append(l.texts, bytes.TrimSpace(text)...)
		l.texts = append(l.texts, '\n')
	}
	var err error
	l.licence, err = identify(string(l.texts))
	return err
}

// phrases identify licences by their texts without commas and line breaks.
var phrases = []struct{ id, phrase string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
	{"ISC", "Permission to use copy modify and/or distribute this software"},
	{"MIT", "Permission is hereby granted free of charge"},
}

// thirdClause is a phrase of BSD-3-Clause that BSD-2-Clause lacks.
const thirdClause = "either the name"

// identify returns the SPDX expression for the texts of licences.
func identify(texts string) (string, error) {
	texts = strings.Join(strings.Fields(strings.ReplaceAll(texts, ",", " ")), " ")
	var ids []string
	for _, p := range phrases {
		id := p.id
		if id == "BSD-2-Clause" && strings.Contains(texts, thirdClause) {
			id = "BSD-3-Clause"
		}
		if strings.Contains(texts, p.phrase) {
			ids = append(ids, id)
		}
	}
	if ids == nil {
		return "", errors.New("the licence is not known")
	}
	return strings.Join(ids, " AND "), nil
}

const separator = "\n----\n\n"

// licences returns the text of all licences: of the libraries, and of the packages in the page.
func licences(libraries map[string]*library) []byte {
	var b bytes.Buffer
	b.WriteString("What wobbly, wobbly-hive and wobbly-serve are linked with.\n\n")
	for i, path := range slices.Sorted(maps.Keys(libraries)) {
		if i > 0 {
			b.WriteString(separator)
		}
		l := libraries[path]
		name := l.path
		if path == std {
			name = "Go, its standard library and its runtime,"
		}
		fmt.Fprintf(&b, "%s %s, %s\n\n%s", name, l.version, l.licence, l.texts)
	}
	b.WriteString(separator)
	b.WriteString(page.Licenses())
	return b.Bytes()
}

// A bundled is an npm package in the page.
type bundled struct{ name, version, licence string }

// readBundled lists the packages in the page from the text of their licences, each of which begins
// with a line such as "preact 10.1.0, MIT".
func readBundled(text string) ([]bundled, error) {
	var all []bundled
	_, text, _ = strings.Cut(text, "\n\n")
	for part := range strings.SplitSeq(text, separator) {
		line, _, _ := strings.Cut(strings.TrimSpace(part), "\n")
		name, rest, _ := strings.Cut(line, " ")
		version, licence, ok := strings.Cut(rest, ", ")
		if !ok || name == "" || strings.Contains(licence, " ") {
			return nil, fmt.Errorf("the licences of the page: %q does not name a package", line)
		}
		all = append(all, bundled{name: name, version: version, licence: licence})
	}
	return all, nil
}

// sbom returns the bill of materials of an archive: the programs, the libraries of each, and the
// packages in the page.
func (b *builder) sbom(t target, built []binary, libraries map[string]*library,
	page []bundled) ([]byte, error) {
	root := fmt.Sprintf("pkg:generic/wobbly@%s?os=%s&arch=%s", b.version, t.os, t.arch)
	program := func(ref, name string) cdx.Component {
		return cdx.Component{
			BOMRef: ref, Type: cdx.ComponentTypeApplication, Name: name, Version: b.version,
			Licenses: licence("MIT"),
		}
	}
	packageAt := func(url, name, version, expression string) cdx.Component {
		return cdx.Component{
			BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: name, Version: version,
			PackageURL: url, Licenses: licence(expression),
		}
	}
	whole := program(root, "wobbly")
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Timestamp: b.source.time.Format(time.RFC3339), Component: &whole}
	var components []cdx.Component
	var names []string // of the programs, on which the whole depends
	var depends []cdx.Dependency
	for _, x := range built {
		refs := []string{purl(libraries[std])}
		for _, m := range x.info.Deps {
			refs = append(refs, purl(libraries[m.Path]))
		}
		if x.name == "wobbly-serve" {
			refs = append(refs, slice.Map(page, npm)...)
		}
		components = append(components, program(x.name, x.name))
		depends = append(depends, cdx.Dependency{Ref: x.name, Dependencies: &refs})
		names = append(names, x.name)
	}
	depends = slices.Insert(depends, 0, cdx.Dependency{Ref: root, Dependencies: &names})
	for _, path := range slices.Sorted(maps.Keys(libraries)) {
		l := libraries[path]
		c := packageAt(purl(l), l.path, l.version, l.licence)
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(l.sum, "h1:"))
		if err == nil && len(sum) > 0 {
			c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
		}
		components = append(components, c)
	}
	for _, p := range page {
		components = append(components, packageAt(npm(p), p.name, p.version, p.licence))
	}
	bom.Components, bom.Dependencies = &components, &depends
	var text bytes.Buffer
	err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return text.Bytes(), err
}

// licence returns an SPDX expression in the form that CycloneDX has for it.
func licence(expression string) *cdx.Licenses {
	if strings.Contains(expression, " ") {
		return &cdx.Licenses{{Expression: expression}}
	}
	return &cdx.Licenses{{License: &cdx.License{ID: expression}}}
}

// purl returns the package URL of a module of Go.
func purl(l *library) string { return "pkg:golang/" + strings.ToLower(l.path) + "@" + l.version }

// npm returns the package URL of a package in the page.
func npm(p bundled) string {
	return "pkg:npm/" + strings.ReplaceAll(p.name, "@", "%40") + "@" + p.version
}
