package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"slices"
	"strings"
	"time"
)

type file struct {
	path    string // with slashes, below the folder of the archive
	content []byte
	program bool
}

func (f file) mode() fs.FileMode {
	if f.program {
		return 0o755
	}
	return 0o644
}

// A clock gives all files of an archive the same time.
type clock struct{ time time.Time }

// pack returns an archive with the given ending that has the files in a folder of the given name.
// The order of the files does not matter.
func (c clock) pack(name, ending string, files []file) ([]byte, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	var b bytes.Buffer
	write := c.tarball
	if ending == ".zip" {
		write = c.zip
	}
	err := write(&b, name, files)
	return b.Bytes(), err
}

func (c clock) tarball(b *bytes.Buffer, name string, files []file) error {
	z, err := gzip.NewWriterLevel(b, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: name + "/" + f.path, Size: int64(len(f.content)), Mode: int64(f.mode()), ModTime: c.time, Format: tar.FormatPAX}
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

func (c clock) zip(b *bytes.Buffer, name string, files []file) error {
	w := zip.NewWriter(b)
	for _, f := range files {
		h := &zip.FileHeader{Name: name + "/" + f.path, Method: zip.Deflate, Modified: c.time}
		h.SetMode(f.mode())
		to, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := to.Write(f.content); err != nil {
			return err
		}
	}
	return w.Close()
}
