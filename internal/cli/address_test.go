package cli

import (
	"bytes"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
	"wobbly/session/schedule"
)

// stepWith runs wobbly step --plain with the environment env and the commands keys.
func stepWith(t *testing.T, env, keys string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = runWobbly(t.Context(),
		console.System{
			Args: append([]string{"step", "--plain"}, args...), Env: []string{env},
			Stdin: strings.NewReader(keys), Stdout: &out, Stderr: &errs,
		})
	return code, out.String(), errs.String()
}

// TestAddress: if the page's location is known, y prints the address of the present state, which
// leads to the same state.
func TestAddress(t *testing.T) {
	code, stdout, stderr := stepWith(t, "WOBBLY_PAGE=https://il.example/course/", "A B A2\ny\nq\n",
		"--example", "burble.il")
	_, address, found := strings.Cut(stderr, "\ncopied    ")
	address = strings.TrimSpace(address)
	if code != 0 || !found || !strings.HasPrefix(address, "https://il.example/course/#") ||
		!strings.Contains(stdout, "\n"+address+"\n") {
		t.Fatalf("y: exit %d, want 0 and the address in both outputs\n%s\n%s", code, stdout, stderr)
	}
	x, err := schedule.ParseShared(address)
	if err != nil || x.Example != "burble.il" ||
		!strings.Contains(stdout, "Schedule: "+x.Schedule+"\n") {
		t.Errorf("ParseShared(%s) = %+v, %v; want burble.il and its schedule, as in\n%s", address,
			x, err, stdout)
	}
	_, stdout, stderr = stepWith(t, "", "y\nq\n", address)
	if !strings.Contains(stdout, "\nSchedule: "+x.Schedule+"\n") ||
		strings.Contains(stdout+stderr, "copied    https") {
		t.Errorf("stepping from %s: want the schedule %s, and no address\n%s\n%s", address,
			x.Schedule, stdout, stderr)
	}
}

func TestNoAddress(t *testing.T) {
	for _, page := range []string{
		"localhost:7410", "file:///etc/passwd", "http://", "http://x/#y", "https://a b/",
	} {
		code, _, stderr := stepWith(t, "WOBBLY_PAGE="+page, "q\n", "--example", "burble.il")
		if code != int(console.ExitUsage) ||
			!strings.Contains(stderr, "WOBBLY_PAGE is not the address of a page") {
			t.Errorf("WOBBLY_PAGE=%s: exit %d, %s; want exit %d and an error", page, code, stderr,
				console.ExitUsage)
		}
	}
}
