package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A file is a file of an archive.
type file struct {
	// path is the path below the folder of the archive, with slashes.
	path    string
	content []byte
	mode    fs.FileMode
}

// The modes of files.
const (
	document   fs.FileMode = 0o644
	executable fs.FileMode = 0o755
)

// An archiver makes archives in which all files have the same time.
type archiver struct{ time time.Time }

// pack returns an archive with the files in a folder called name. It is a zip if the extension is
// ".zip", or else a tar compressed by gzip. The order of the files does not matter.
func (a archiver) pack(name, extension string, files []file) ([]byte, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(x, y file) int { return strings.Compare(x.path, y.path) })
	var b bytes.Buffer
	var err error
	if extension == ".zip" {
		err = a.writeZip(&b, name, files)
	} else {
		err = a.writeTar(&b, name, files)
	}
	return b.Bytes(), err
}

func (a archiver) writeTar(b *bytes.Buffer, name string, files []file) error {
	z, err := gzip.NewWriterLevel(b, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: name + "/" + f.path, Size: int64(len(f.content)),
			Mode: int64(f.mode), ModTime: a.time, Format: tar.FormatPAX,
		}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(f.content); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return z.Close()
}

func (a archiver) writeZip(b *bytes.Buffer, name string, files []file) error {
	w := zip.NewWriter(b)
	for _, f := range files {
		h := &zip.FileHeader{Name: name + "/" + f.path, Method: zip.Deflate, Modified: a.time}
		h.SetMode(f.mode)
		entry, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.content); err != nil {
			return err
		}
	}
	return w.Close()
}

// A source is the repository that a release is built from.
type source struct {
	root string
	// time is the time of the commit, in UTC.
	time time.Time
	// documents are the files that are shipped as they are.
	documents []file
}

// docFolder is the folder for documents, licences and the SBOM in an archive.
const docFolder = "share/doc/wobbly/"

// shipped lists the documents in the repository, and the folders that contain some. Go files and
// test data in these folders are not shipped.
var shipped = []string{
	"README.md", "CHANGELOG.md", "LICENSE", "ARCHITECTURE.md", "NOTATION.md", "CONTRIBUTING.md",
	"proof/README.md", "docs", "examples", "integrations",
}

// readSource reads a repository.
func readSource(ctx context.Context, root string) (*source, error) {
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
		s.documents = append(s.documents,
			file{path: docFolder + path, content: content, mode: document})
	}
	return s, nil
}

// git returns the output of a git command in a folder, without the end of its last line.
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
