// Command release builds the archives of a release: `make release`. The archive of a system has the
// folders bin and share for a prefix such as ~/.local: programs, the page inside wobbly-serve,
// completion scripts, manual pages, documents, examples, the licences of all libraries, and an SBOM
// in CycloneDX's JSON. Another archive has the page alone, for a web host. The file SHA256SUMS has
// the sums of the archives.
//
// The same commit and the same Go give the same bytes, in any folder and at any time: the programs
// are built without paths, and all times are that of the commit.
package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"wobbly/internal/cli"
	"wobbly/internal/cli/hive"
	"wobbly/internal/gotool"
)

func main() {
	folder := flag.String("o", "dist", "the `folder` to write to")
	only := flag.String("only", "", "build for `systems` only, such as linux/amd64,windows/arm64")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	targets, err := parseTargets(*only)
	if err == nil && flag.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %s", flag.Arg(0))
	}
	if err == nil {
		err = release(ctx, *folder, targets)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(2)
	}
}

// A target is a system, by its values of GOOS and GOARCH.
type target struct{ os, arch string }

var allTargets = []target{
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"linux", "amd64"}, {"linux", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// parseTargets returns the targets in a list such as linux/amd64,windows/arm64, or all if it is
// empty.
func parseTargets(list string) ([]target, error) {
	if list == "" {
		return allTargets, nil
	}
	var targets []target
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(allTargets, func(t target) bool { return t.os+"/"+t.arch == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no release for %q", name)
		}
		targets = append(targets, allTargets[i])
	}
	return targets, nil
}

// release builds the archives for at least one target and writes them to a folder.
func release(ctx context.Context, folder string, targets []target) error {
	work, err := os.MkdirTemp("", "wobbly-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	root, err := gotool.Run(ctx, nil, "list", "-m", "-f", "{{.Dir}}", "wobbly")
	if err != nil {
		return err
	}
	s, err := readSource(ctx, root)
	if err != nil {
		return err
	}
	b, err := newBuilder(ctx, s, work, targets[0])
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	shared, err := sharedFiles(s, b.version)
	if err != nil {
		return err
	}
	out := &store{archiver: archiver{s.time}, folder: folder}
	for _, t := range targets {
		fmt.Fprintf(os.Stderr, "%s/%s\n", t.os, t.arch)
		files, err := b.files(ctx, t)
		if err != nil {
			return err
		}
		extension := ".tar.gz"
		if t.os == "windows" {
			extension = ".zip"
		}
		name := fmt.Sprintf("wobbly-%s-%s-%s", b.version, t.os, t.arch)
		if err := out.put(name, extension, slices.Concat(files, shared)); err != nil {
			return err
		}
	}
	if err := out.put("wobbly-"+b.version+"-page", ".zip", b.page); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out.folder, "SHA256SUMS"),
		[]byte(strings.Join(out.sums, "")), 0o666)
}

// sharedFiles returns the files that do not depend on the target: documents, completion scripts and
// manual pages.
func sharedFiles(s *source, version string) ([]file, error) {
	generated := map[string][]byte{}
	for _, p := range []interface {
		Ship(files map[string][]byte, version, date string) error
	}{cli.Wobbly(), hive.Program()} {
		if err := p.Ship(generated, version, s.time.Format(time.DateOnly)); err != nil {
			return nil, err
		}
	}
	files := slices.Clone(s.documents)
	for path, content := range generated {
		files = append(files, file{path: path, content: content, mode: document})
	}
	return files, nil
}

// A store writes archives to a folder and collects their sums.
type store struct {
	archiver
	folder string
	sums   []string
}

func (s *store) put(name, extension string, files []file) error {
	content, err := s.pack(name, extension, files)
	if err != nil {
		return err
	}
	s.sums = append(s.sums, fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name+extension))
	return os.WriteFile(filepath.Join(s.folder, name+extension), content, 0o666)
}
