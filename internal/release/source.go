package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"wobbly/internal/gotool"
)

// A source is the repository that a release is built from.
type source struct {
	root      string
	time      time.Time // of the commit, in UTC
	documents []file    // that are shipped as they are
}

// Where documents, licences and the SBOM are in an archive.
const docFolder = "share/doc/wobbly/"

// shipped are the paths of the repository that are documents.
var shipped = []string{
	"README.md", "CHANGELOG.md", "LICENSE", "ARCHITECTURE.md", "NOTATION.md", "CONTRIBUTING.md", "proof/README.md", "docs", "examples", "integrations",
}

// readSource reads the repository that the working directory is in.
func readSource(ctx context.Context) (*source, error) {
	root, err := gotool.Run(ctx, nil, "list", "-m", "-f", "{{.Dir}}", "wobbly")
	if err != nil {
		return nil, err
	}
	seconds, err := git(ctx, root, "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, err
	}
	s := &source{root: root, time: time.Unix(n, 0).UTC()}
	list, err := git(ctx, root, append([]string{"ls-files", "-z", "--"}, shipped...)...)
	if err != nil {
		return nil, err
	}
	for path := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		if strings.HasSuffix(path, ".go") || strings.Contains(path, "testdata/") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			return nil, err
		}
		s.documents = append(s.documents, file{docFolder + path, content, false})
	}
	return s, nil
}

// git returns the output of a git command, without the end of its last line.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", args...)
	command.Dir = folder
	out, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSuffix(string(out), "\n"), err
}
