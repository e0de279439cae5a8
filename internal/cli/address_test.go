package cli

import (
	"bytes"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/session/schedule"
)

// stepped steps through a program by lines, with an environment.
func stepped(t *testing.T, env, keys string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = runWobbly(t.Context(),
		console.System{
			Args: append([]string{"step", "--plain"}, args...), Env: []string{env},
			Stdin: strings.NewReader(keys), Stdout: &out, Stderr: &errs,
		})
	return code, out.String(), errs.String()
}

// TestAddress: y prints the page's address of the present state if the page's location is known;
// the address leads to the same state.
func TestAddress(t *testing.T) {
	code, stdout, stderr := stepped(t, "WOBBLY_PAGE=https://il.example/course/", "A B A2\ny\nq\n",
		"--example", "burble.il")
	_, address, found := strings.Cut(stderr, "\ncopied    ")
	address = strings.TrimSpace(address)
	if code != 0 || !found || !strings.HasPrefix(address, "https://il.example/course/#") ||
		!strings.Contains(stdout, "\n"+address+"\n") {
		t.Fatalf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	x, err := schedule.ParseShared(address)
	if err != nil || x.Example != "burble.il" ||
		!strings.Contains(stdout, "Schedule: "+x.Schedule+"\n") {
		t.Errorf("ParseShared(%s) = %+v, %v; want burble.il and its schedule, as in\n%s", address,
			x, err, stdout)
	}
	_, stdout, stderr = stepped(t, "", "y\nq\n", address)
	if !strings.Contains(stdout, "\nSchedule: "+x.Schedule+"\n") ||
		strings.Contains(stdout+stderr, "copied    https") {
		t.Errorf("opened:\n%s\n%s", stdout, stderr)
	}
}

func TestNoAddress(t *testing.T) {
	for _, page := range []string{
		"localhost:7410", "file:///etc/passwd", "http://", "http://x/#y", "https://a b/",
	} {
		code, _, stderr := stepped(t, "WOBBLY_PAGE="+page, "q\n", "--example", "burble.il")
		if code != int(console.ExitUsage) ||
			!strings.Contains(stderr, "WOBBLY_PAGE is not the address of a page") {
			t.Errorf("%s: exit %d, %s", page, code, stderr)
		}
	}
}
