package cli_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// shown returns the page that wobbly-serve has in these tests.
func shown(context.Context) (map[string][]byte, error) {
	return map[string][]byte{"index.html": []byte("the page"), "sw.js": []byte("a worker")}, nil
}

// beside returns a folder with wobbly and wobbly-serve, as in a release.
func beside(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, name := range []string{"wobbly", "wobbly-serve"} { // which this program is by its name
		if err := os.Link(self, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestServe: wobbly finds wobbly-serve in its own directory, even through a link. wobbly-serve ends
// when wobbly ends or dies.
func TestServe(t *testing.T) {
	folder := beside(t)
	link := filepath.Join(t.TempDir(), "wobbly")
	if err := os.Symlink(filepath.Join(folder, "wobbly"), link); err != nil {
		t.Fatal(err)
	}
	for signal, file := range map[syscall.Signal]string{
		syscall.SIGINT: link, syscall.SIGTERM: filepath.Join(folder, "wobbly"),
		syscall.SIGKILL: filepath.Join(folder, "wobbly"),
	} {
		r, w, err := os.Pipe() // which wobbly-serve writes to itself, so that its end is seen
		if err != nil {
			t.Fatal(err)
		}
		command := exec.Command(file, "serve", "--no-open", "--port", "0")
		command.Stdout, command.Stderr = w, w
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		said := bufio.NewReader(r)
		line, err := said.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
			t.Fatalf("the first line is %q, %v; want the address", line, err)
		}
		address := strings.TrimSpace(line)
		if got, err := http.Get(address); err != nil || got.StatusCode != 200 {
			t.Errorf("getting %s: %v, %v", address, got, err)
		} else if text, _ := io.ReadAll(got.Body); string(text) != "the page" {
			t.Errorf("the page is %q, want %q", text, "the page")
		}
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, said) // until both have ended
		if err := command.Wait(); (err != nil) != (signal == syscall.SIGKILL) {
			t.Errorf("after %v: Wait = %v", signal, err)
		}
		if c, err := net.Dial("tcp4", strings.Trim(address, "htp:/")); err == nil {
			c.Close()
			t.Errorf("%v: the page is still served", signal)
		}
	}
}

// TestServeSays: wobbly passes on the output of wobbly-serve, and ends the same way.
func TestServeSays(t *testing.T) {
	wobbly := filepath.Join(beside(t), "wobbly")
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	text, err := exec.Command(wobbly, "serve", "--no-open", "--port", port).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 ||
		!strings.HasPrefix(string(text), "wobbly-serve: port "+port+" is taken\n") {
		t.Errorf("serve on a port in use: %v, %s; want exit 2 and that %s is taken", err, text,
			port)
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
	wobbly := filepath.Join(beside(t), "wobbly")
	// More than a pipe holds: when all is written, the process reads, and listens to signals.
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
		io.WriteString(in, endless)
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		in.Close()
		err = command.Wait()
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 3 && exit.ExitCode() != 1 {
			t.Errorf("after %v: %v, want exit 3 or 1: %.300s", signal, err, out.String())
		}
	}
}
