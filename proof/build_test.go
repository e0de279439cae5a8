//go:build full

package proof_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"wobbly/internal/verified"
)

// verifiedEnv is the environment variable that names the extracted command. If it is set, the tests
// do not build the command.
const verifiedEnv = "WOBBLY_VERIFIED"

// commandPath returns the path of the extracted command. If WOBBLY_VERIFIED does not name it, it is
// built from the Coq text, once for each text, in the user's cache. That needs Debian's packages
// coq and ocaml-nox.
func commandPath(t *testing.T) string {
	t.Helper()
	if path := os.Getenv(verifiedEnv); path != "" {
		return path
	}
	return build(t)
}

// extracted starts the extracted command, which ends with the test.
func extracted(t *testing.T, args ...string) *verified.Command {
	t.Helper()
	path := commandPath(t)
	run := exec.Command(path, args...)
	run.Stderr = os.Stderr
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatalf("starting the extracted command, which make verified builds: %v", err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		if err := run.Wait(); err != nil {
			t.Errorf("ending %s: %v", path, err)
		}
	})
	return verified.NewCommand(in, out)
}

// building is held while one test builds the command; others wait for it.
var building sync.Mutex

// build builds the command, unless the cache has it, and returns its path. The name of its
// directory in the cache has the digest of its sources.
func build(t *testing.T) string {
	t.Helper()
	building.Lock()
	defer building.Unlock()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	files := sources(t)
	final := filepath.Join(cache, "wobbly", "proof-"+digest(t, files))
	command := filepath.Join(final, "wobbly-verified")
	if _, err := os.Stat(command); err == nil {
		return command
	}
	// Other processes may build too: each has a directory of its own, which it renames at the end.
	if err := os.MkdirAll(filepath.Dir(final), 0o777); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(filepath.Dir(final), "building-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("building %s", command)
	run := exec.Command("make", "-s", "-C", dir, "verified", "VERIFIED=wobbly-verified")
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("make verified: %v\n%s", err, out)
	}
	if err := os.Rename(dir, final); err != nil {
		if _, missing := os.Stat(command); missing != nil {
			t.Fatal(err)
		}
	}
	return command
}

// sources returns the names of the files from which the command is built.
func sources(t *testing.T) []string {
	t.Helper()
	files := []string{"Makefile", "_CoqProject", "main.ml"}
	coq, err := filepath.Glob("*.v")
	if err != nil || len(coq) < 20 {
		t.Fatalf("%d files of Coq, %v, want at least 20", len(coq), err)
	}
	return slices.Concat(files, coq)
}

// digest returns the digest of the names and the contents of files.
func digest(t *testing.T, files []string) string {
	t.Helper()
	h := sha256.New()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(h, name+"\x00"+string(text)+"\x00")
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
