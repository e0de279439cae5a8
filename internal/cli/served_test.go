package cli_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"wobbly/internal/cli/console"
)

// smallSite returns the files that wobbly-serve serves in these tests.
func smallSite(context.Context) (map[string][]byte, error) {
	return map[string][]byte{"index.html": []byte("the page"), "sw.js": []byte("a worker")}, nil
}

// releaseFolder returns a folder with wobbly and wobbly-serve, as in a release. Both are this
// program, which behaves according to its name.
func releaseFolder(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, name := range []string{"wobbly", "wobbly-serve"} {
		if err := os.Link(self, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestServe: wobbly finds wobbly-serve in its own directory, even through a link. wobbly-serve ends
// when wobbly ends or dies.
func TestServe(t *testing.T) {
	folder := releaseFolder(t)
	link := filepath.Join(t.TempDir(), "wobbly")
	if err := os.Symlink(filepath.Join(folder, "wobbly"), link); err != nil {
		t.Fatal(err)
	}
	for signal, file := range map[syscall.Signal]string{
		syscall.SIGINT: link, syscall.SIGTERM: filepath.Join(folder, "wobbly"),
		syscall.SIGKILL: filepath.Join(folder, "wobbly"),
	} {
		// wobbly-serve has the pipe open too. It is closed when both programs have ended.
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		command := exec.Command(file, "serve", "--no-open", "--port", "0")
		command.Stdout, command.Stderr = w, w
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		output := bufio.NewReader(r)
		line, err := output.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
			t.Fatalf("wobbly serve prints first %q, %v; want the address", line, err)
		}
		address := strings.TrimSpace(line)
		checkPage(t, address)
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, output) // until both programs have ended
		if err := command.Wait(); (err != nil) != (signal == syscall.SIGKILL) {
			t.Errorf("wobbly serve after %v: %v, want an error only after SIGKILL", signal, err)
		}
		if c, err := net.Dial("tcp4", strings.Trim(address, "htp:/")); err == nil {
			c.Close()
			t.Errorf("after %v to wobbly serve, %s is still served", signal, address)
		}
	}
}

// checkPage checks what is served at an address.
func checkPage(t *testing.T, address string) {
	t.Helper()
	got, err := http.Get(address)
	if err != nil {
		t.Errorf("getting %s: %v", address, err)
		return
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != http.StatusOK || string(text) != "the page" {
		t.Errorf("getting %s: %s, %q, %v; want the page", address, got.Status, text, err)
	}
}

// TestServeOutput: wobbly passes on the output of wobbly-serve, and ends the same way.
func TestServeOutput(t *testing.T) {
	wobbly := filepath.Join(releaseFolder(t), "wobbly")
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command(wobbly, "serve", "--no-open", "--port", port).CombinedOutput()
	var exited *exec.ExitError
	if !errors.As(err, &exited) || exited.ExitCode() != int(console.ExitUsage) ||
		!strings.HasPrefix(string(text), "wobbly-serve: port "+port+" is taken\n") {
		t.Errorf("serve on a port in use: %v, %s; want exit %d and that %s is taken", err, text,
			console.ExitUsage, port)
	}
	site := filepath.Join(t.TempDir(), "site")
	text, err = exec.Command(wobbly, "serve", "-o", site).CombinedOutput()
	if err != nil || string(text) != site+": 2 files, 0.0 MB\n" {
		t.Errorf("serve -o: %v, %s; want 2 files", err, text)
	}
}

// TestSignals: a run that is told to end by either signal prints its results so far, and its exit
// code says so.
func TestSignals(t *testing.T) {
	wobbly := filepath.Join(releaseFolder(t), "wobbly")
	// The program is larger than the buffer of a pipe. When all of it is written, the process reads
	// it, and so listens to signals.
	endless := "//" + strings.Repeat(" ", 1<<18) +
		"\nm(a) { while * { a := a.g; }; a.f := a; } n(a) { a.f := new(); }"
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		command := exec.Command(wobbly, "explore", "--max-states", "0", "--json", "-")
		var out strings.Builder
		command.Stdout = &out
		in, err := command.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(in, endless); err != nil {
			t.Fatal(err)
		}
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		in.Close()
		err = command.Wait()
		var exited *exec.ExitError
		if !errors.As(err, &exited) || exited.ExitCode() != int(console.ExitInconclusive) &&
			exited.ExitCode() != int(console.ExitFound) {
			t.Errorf("explore after %v: %v, want exit %d or %d: %.300s", signal, err,
				console.ExitInconclusive, console.ExitFound, out.String())
		}
	}
}
