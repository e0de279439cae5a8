package cli

import (
	"context"
	"net"
	"strconv"
	"strings"
	"testing"
)

// TestServeRefuses: a port that is none, or that is taken, is an error that says what
// helps.
func TestServeRefuses(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	for args, want := range map[string]string{
		"--port 70000":    "from 0 to 65535",
		"--port=-1":       "from 0 to 65535",
		"--port " + taken: "port " + taken + " is taken",
		"here":            "unexpected argument here",
	} {
		code, out, stderr := execute(context.Background(), "", append([]string{"serve", "--no-open"}, strings.Fields(args)...)...)
		if code != int(exitUsage) || out != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d, %s%s", args, code, out, stderr)
		}
	}
}

// TestServeElsewhere: without the project there is nothing to build, and the error says
// where there is.
func TestServeElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, stderr := execute(context.Background(), "", "serve", "--no-open", "--port", "0")
	if code != int(exitUsage) || out != "" || !strings.Contains(stderr, "cannot build the page") || !strings.Contains(stderr, "folder of the project") {
		t.Errorf("exit %d, %s%s", code, out, stderr)
	}
}
