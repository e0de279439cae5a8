package main

import (
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/gotool"
	"wobbly/internal/site"
	"wobbly/page"
)

// programs are the programs of an archive, packages below cmd.
var programs = []string{"wobbly", "wobbly-hive", "wobbly-serve"}

type builder struct {
	source *source
	// work is a temporary folder.
	work string
	// overlay is the name of a file that maps the page into package site, or empty at first.
	overlay string
	// version is the version of the module: a tag, or a pseudo-version of the commit.
	version string
	page    []file
}

// newBuilder returns a builder that has built the page and, to learn the version of the module, a
// program for the target t.
func newBuilder(ctx context.Context, s *source, work string, t target) (*builder, error) {
	b := &builder{source: s, work: work}
	first, err := b.build(ctx, t, "wobbly")
	if err != nil {
		return nil, err
	}
	b.version = first.info.Main.Version
	if !strings.HasPrefix(b.version, "v") {
		return nil, fmt.Errorf("no commit is found, so the version is %q: "+
			"a release is built in a clone of the repository, which has a folder .git", b.version)
	}
	built, err := site.Build(ctx, ask.Version)
	if err != nil {
		return nil, err
	}
	// With an overlay, package site embeds the page although it is not in the source tree.
	replace := map[string]string{}
	for name, content := range built {
		path := filepath.Join(work, "made", name)
		if err := write(path, content); err != nil {
			return nil, err
		}
		replace[filepath.Join(s.root, "internal", "site", "made", name)] = path
		b.page = append(b.page, file{path: name, content: content, mode: document})
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	b.overlay = filepath.Join(work, "overlay.json")
	return b, write(b.overlay, text)
}

// write writes a file, and creates its folder if necessary.
func write(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o666)
}

// A binary is a program that was built.
type binary struct {
	name    string
	content []byte
	info    *buildinfo.BuildInfo
}

// build builds a program for a target. The result does not depend on the machine or on the
// environment of its user.
func (b *builder) build(ctx context.Context, t target, name string) (binary, error) {
	file := filepath.Join(b.work, t.os, t.arch, name)
	args := []string{"build", "-C", b.source.root, "-buildvcs=true", "-o", file}
	args = append(args, gotool.Small(" -buildid=")...)
	if b.overlay != "" {
		args = append(args, "-tags=release", "-overlay="+b.overlay)
	}
	variables := []string{
		"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "GOFLAGS=-mod=readonly",
		"GOAMD64=v1", "GOARM64=v8.0", "GOWORK=off",
	}
	if _, err := gotool.Run(ctx, variables, append(args, "./cmd/"+name)...); err != nil {
		return binary{}, err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return binary{}, err
	}
	info, err := buildinfo.ReadFile(file)
	return binary{name: name, content: content, info: info}, err
}

// files returns the programs for a target, their licences and their bill of materials.
func (b *builder) files(ctx context.Context, t target) ([]file, error) {
	var files []file
	var built []binary
	for _, name := range programs {
		program, err := b.build(ctx, t, name)
		if err != nil {
			return nil, err
		}
		path := "bin/" + name
		if t.os == "windows" {
			path += ".exe"
		}
		built = append(built, program)
		files = append(files, file{path: path, content: program.content, mode: executable})
	}
	libraries, err := linked(ctx, built)
	if err != nil {
		return nil, err
	}
	bundled, err := readBundled(page.Licenses())
	if err != nil {
		return nil, err
	}
	sbom, err := b.sbom(t, built, libraries, bundled)
	if err != nil {
		return nil, err
	}
	return append(files,
		file{path: docFolder + "LICENSES.txt", content: licences(libraries), mode: document},
		file{path: docFolder + "sbom.cdx.json", content: sbom, mode: document},
	), nil
}
