package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"wobbly/page"
)

// TestIdentify: licences are recognised by their texts.
func TestIdentify(t *testing.T) {
	const mit = "MIT License\n\nPermission is hereby granted, free of\ncharge, to any person"
	const bsd = "Redistribution and use in source and binary forms, with or without"
	const both = bsd + " Neither the name\n----\n" + mit
	for text, want := range map[string]string{
		mit: "MIT",
		bsd: "BSD-2-Clause",
		bsd + "\n * Neither the name of Google Inc.":                               "BSD-3-Clause",
		bsd + " * neither the name of the author":                                  "BSD-3-Clause",
		"   Apache License\n   Version 2.0, January":                               "Apache-2.0",
		"Permission to use, copy, modify, and/or distribute this software for any": "ISC",
		both:                   "BSD-3-Clause AND MIT",
		"All rights reserved.": "",
		"":                     "",
	} {
		if got, err := identify(text); got != want || (err == nil) != (want != "") {
			t.Errorf("identify(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
}

// TestReadLicences: all licence files of a library are read, and a library without one is an error.
func TestReadLicences(t *testing.T) {
	folder := t.TempDir()
	var l library
	if err := l.readLicences(folder); err == nil {
		t.Error("readLicences of an empty folder has no error")
	}
	for name, text := range map[string]string{
		"LICENSE.md": "\r\nPermission is hereby granted, free of charge\r\n",
		"NOTICE":     "of us",
		"README":     "no",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.readLicences(folder); err != nil ||
		string(l.texts) != "Permission is hereby granted, free of charge\n\nof us\n" ||
		l.licence != "MIT" {
		t.Errorf("readLicences: %v, texts %q, licence %s; want MIT", err, l.texts, l.licence)
	}
}

// TestReadBundled: the packages in the page are found in the text of their licences.
func TestReadBundled(t *testing.T) {
	all, err := readBundled(page.Licenses())
	if err != nil || len(all) < 10 || len(all) != strings.Count(page.Licenses(), "\n----\n")+1 {
		t.Fatalf("readBundled finds %d packages, %v; want one for each text, 10 or more", len(all),
			err)
	}
	names := map[string]bool{}
	for _, p := range all {
		names[p.name] = true
	}
	if !names["@codemirror/view"] || !names["preact"] {
		t.Errorf("readBundled = %v, want @codemirror/view and preact", all)
	}
	if _, err := readBundled("What.\n\npreact 10.1.0\n\nMIT"); err == nil {
		t.Error("readBundled of a package without a licence has no error")
	}
}

// TestSBOM: the bill of materials can be parsed, lists the programs, the libraries and the parts of
// the page, and has no dependency that it does not list. The same is true of the licences.
func TestSBOM(t *testing.T) {
	b := &builder{source: &source{time: time.Unix(1e9, 0).UTC()}, version: "v1"}
	libraries := map[string]*library{
		std: {path: std, version: "1.26.8", licence: "BSD-3-Clause",
			texts: []byte("Go's\n")},
		"example.org/A/b": {path: "example.org/A/b", version: "v2", sum: "h1:AAEC",
			licence: "MIT AND ISC", texts: []byte("b's\n")},
	}
	info := &buildinfo.BuildInfo{Deps: []*debug.Module{{Path: "example.org/A/b"}}}
	text, err := b.sbom(target{"linux", "amd64"},
		[]binary{{"wobbly", nil, &buildinfo.BuildInfo{}}, {"wobbly-serve", nil, info}}, libraries,
		[]bundled{{"@x/y", "3", "MIT"}})
	if err != nil {
		t.Fatal(err)
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(bytes.NewReader(text),
		cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	listed := map[string]cdx.Component{bom.Metadata.Component.BOMRef: *bom.Metadata.Component}
	for _, c := range *bom.Components {
		listed[c.BOMRef] = c
	}
	c := listed["pkg:golang/example.org/a/b@v2"]
	if c.Hashes == nil || (*c.Hashes)[0].Value != "000102" ||
		(*c.Licenses)[0].Expression != "MIT AND ISC" || listed["pkg:npm/%40x/y@3"].Name != "@x/y" ||
		bom.Metadata.Timestamp != "2001-09-09T01:46:40Z" {
		t.Errorf("the SBOM lacks the hash, a licence, a name or its time:\n%s", text)
	}
	if c := listed["pkg:golang/std@1.26.8"]; c.Hashes != nil {
		t.Errorf("the standard library, which has no sum, has the hash %v", *c.Hashes)
	}
	depends := map[string]string{}
	for _, d := range *bom.Dependencies {
		depends[d.Ref] = strings.Join(*d.Dependencies, " ")
		for _, ref := range append(*d.Dependencies, d.Ref) {
			if _, ok := listed[ref]; !ok {
				t.Errorf("%s depends on %s, which is not listed", d.Ref, ref)
			}
		}
	}
	if depends["wobbly"] != "pkg:golang/std@1.26.8" ||
		depends["wobbly-serve"] != "pkg:golang/std@1.26.8 pkg:golang/example.org/a/b@v2 "+
			"pkg:npm/%40x/y@3" || depends[bom.Metadata.Component.BOMRef] != "wobbly wobbly-serve" {
		t.Errorf("dependencies = %v, want those of wobbly, wobbly-serve and of both", depends)
	}
	all := string(licences(libraries))
	for _, want := range []string{
		"example.org/A/b v2, MIT AND ISC\n\nb's\n\n----\n\n" +
			"Go, its standard library and its runtime, 1.26.8, BSD-3-Clause\n\nGo's\n\n----\n\n",
		"\npreact ",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("the licences lack %q", want)
		}
	}
}
