package cli_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestServeOpens checks that wobbly serve opens a browser, by xdg-open, unless it has --no-open.
func TestServeOpens(t *testing.T) {
	wobbly, bin := filepath.Join(releaseFolder(t), "wobbly"), t.TempDir()
	opened := filepath.Join(bin, "opened")
	script := fmt.Sprintf("#!/bin/sh\necho \"$1\" > %s.part && mv %[1]s.part %[1]s\n", opened)
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, open := range []bool{false, true} {
		command := exec.Command(wobbly, "serve", "--port", "0")
		if !open {
			command.Args = append(command.Args, "--no-open")
		}
		out, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		address, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		checkPage(t, strings.TrimSpace(address)) // wobbly answers once the browser is opened
		var got []byte
		for end := time.Now().Add(time.Minute); open && len(got) == 0 && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
			got, _ = os.ReadFile(opened)
		}
		if err := command.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := command.Wait(); err != nil {
			t.Error(err)
		}
		if !open {
			got, _ = os.ReadFile(opened)
		}
		if (string(got) == address) != open || (len(got) > 0) != open {
			t.Errorf("open: %t; the browser shows %q, and the address is %q", open, got, address)
		}
	}
}
