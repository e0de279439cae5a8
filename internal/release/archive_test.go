package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// An unpacked is a file that was read from an archive.
type unpacked struct {
	content string
	mode    fs.FileMode
	time    time.Time
}

// unpack returns the files of an archive by their names. A file with an owner is an error.
func unpack(t *testing.T, ending string, content []byte) map[string]unpacked {
	t.Helper()
	files := map[string]unpacked{}
	add := func(name string, i fs.FileInfo, r io.Reader, err error) {
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = unpacked{content: string(text), mode: i.Mode(), time: i.ModTime().UTC()}
	}
	if ending == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			add(f.Name, f.FileInfo(), r, err)
		}
		return files
	}
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		add(h.Name, h.FileInfo(), r, nil)
		if h.Uid != 0 || h.Gid != 0 || h.Uname+h.Gname != "" {
			t.Errorf("%s has the owner %d %q and the group %d %q, want none", h.Name, h.Uid,
				h.Uname, h.Gid, h.Gname)
		}
	}
}

// TestPack: an archive has its files and programs in one folder, with one time, and the same bytes
// in any order of files.
func TestPack(t *testing.T) {
	commit := time.Date(2026, 11, 22, 20, 50, 2, 0, time.UTC)
	files := []file{
		{"share/b", []byte("b"), document},
		{"bin/wobbly", bytes.Repeat([]byte("x"), 1000), executable},
		{"share/a", nil, document},
	}
	reversed := slices.Clone(files)
	slices.Reverse(reversed)
	for _, ending := range []string{".tar.gz", ".zip"} {
		one, err := archiver{commit}.pack("w-1", ending, files)
		if err != nil {
			t.Fatal(err)
		}
		if two, err := (archiver{commit}).pack("w-1", ending, reversed); err != nil ||
			!bytes.Equal(one, two) {
			t.Errorf("%s: packing the files in reverse: error %v, equal %t; want the same bytes",
				ending, err, bytes.Equal(one, two))
		}
		got := unpack(t, ending, one)
		for _, f := range files {
			if x := got["w-1/"+f.path]; x.content != string(f.content) || x.mode != f.mode ||
				!x.time.Equal(commit) {
				t.Errorf("%s: %s is %+.60v, want its content, mode and time", ending, f.path, x)
			}
		}
		if len(got) != len(files) {
			t.Errorf("%s: %d files, want %d", ending, len(got), len(files))
		}
	}
}

// TestParseTargets: systems are chosen by name, and unknown ones are rejected.
func TestParseTargets(t *testing.T) {
	if got, err := parseTargets("windows/arm64,linux/amd64"); err != nil ||
		!slices.Equal(got, []target{{"windows", "arm64"}, {"linux", "amd64"}}) {
		t.Errorf("parseTargets of two = %v, %v; want them in their order", got, err)
	}
	if got, err := parseTargets(""); err != nil || len(got) != 6 {
		t.Errorf("parseTargets of none = %v, %v; want all 6", got, err)
	}
	for _, list := range []string{"plan9/386", "linux", "linux/amd64,"} {
		if got, err := parseTargets(list); err == nil {
			t.Errorf("parseTargets(%q) = %v, want an error", list, got)
		}
	}
}

// TestExitCode: the exit code of an error is 2. The test runs itself again as the command.
func TestExitCode(t *testing.T) {
	const inner = "WOBBLY_RELEASE_TEST"
	if os.Getenv(inner) != "" {
		os.Args = []string{"release", "-only", "none"}
		main()
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestExitCode$")
	c.Env = append(os.Environ(), inner+"=1")
	text, _ := c.CombinedOutput() // the error is that of the exit code
	code := c.ProcessState.ExitCode()
	if code != 2 || !strings.HasPrefix(string(text), "release: ") {
		t.Errorf("exit %d after %q, want 2 after an error", code, text)
	}
}
