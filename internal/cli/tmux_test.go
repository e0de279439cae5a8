//go:build unix

package cli_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/charmbracelet/x/xpty"
	"github.com/google/go-cmp/cmp"

	"wobbly/examples"
	"wobbly/internal/cli"
	"wobbly/internal/quick"
)

// act is a part of the story: what is typed, the text to wait for, and how the screen then looks.
// One of keys, line and again is set.
type act struct {
	keys   string // types keys and characters, named with blanks between them
	line   string // types a line into the shell
	again  bool   // types the command that was printed to resume
	wait   string // the text that must appear on the screen
	golden string // the name of the captured screen; empty: it is not compared
}

// story plays a lesson to its end, finds a race by hand, opens the witness of a
// report, goes back, forks, leaves, and goes on with the printed command.
var story = []act{
	// Lesson 1, to its win.
	{line: "wobbly lesson 1 --record me.json", wait: "enter begin"},
	{keys: "Enter", wait: "question 1 of 1", golden: "lesson-question"},
	{keys: "Down Down", wait: "Enter answers b: ", golden: "lesson-answer"},
	{keys: "Enter", wait: "Recorded.", golden: "lesson-goal"},
	{keys: "i", wait: "Hint 1 of 3", golden: "lesson-hint"},
	{keys: "Enter", wait: "state 0/0", golden: "lesson-step"},
	{keys: "a a", wait: "The goal cannot be met from here", golden: "lesson-lost"},
	{keys: "u b a", wait: "state 3/3", golden: "lesson-almost"},
	{keys: "q", wait: "This lesson is not done yet", golden: "lesson-guard"},
	{keys: "y", wait: "resume", golden: "lesson-left"},
	{again: true, wait: "Hint 1 What must", golden: "lesson-resumed"},
	{keys: "Enter", wait: "state 3/3"},
	{keys: "b", wait: "Task done with A B A B", golden: "lesson-task-done"},
	{keys: ">", wait: "You said", golden: "lesson-answers"},
	{keys: ">", wait: "question 1 of 2", golden: "lesson-next"},
	{keys: "b Enter", wait: "question 2 of 2"},
	{keys: "b Enter", wait: "Recorded."},
	{keys: "Enter", wait: "state 0/0"},
	{keys: "a a b b", wait: "There is another final", golden: "lesson-more"},
	{keys: "R b b a a", wait: "branch 2 of 2"},
	{keys: "R a b a b", wait: "Task done with", golden: "lesson-won"},
	{keys: ">", wait: "You said"},
	{keys: ">", wait: "enter begin", golden: "lesson-end"},
	{keys: "Enter", wait: "question 1 of 1"},
	{keys: "q", wait: "This lesson is not done yet"},
	{keys: "y", wait: "0 of 2 tasks done", golden: "lesson-bye"},

	// A lesson from home, and a program that an editor changes.
	{line: "wobbly step", wait: "Break the theorem", golden: "home"},
	{keys: "Down Down Down", wait: "> 4 The lock"},
	{keys: "Enter", wait: "enter begin"},
	{keys: "Enter", wait: "question 1 of 1", golden: "lesson-program"},
	{keys: "a Enter", wait: "Recorded."},
	{keys: "E", wait: "Task 1 of 3 is done", golden: "lesson-edited"},
	{keys: "Escape", wait: "Task done with insert.il", golden: "lesson-program-done"},
	{keys: "q", wait: "saved insert.il", golden: "lesson-program-bye"},

	// The race of burble, by hand and from its report.
	{line: "wobbly step --pair meps,reps examples/burble.il", wait: "state 0/0", golden: "step"},
	{keys: "a", wait: "state 1/1"},
	{keys: "b", wait: "RACE on o1.f", golden: "step-race"},
	{keys: "2", wait: "CONFIRMED", golden: "reports"},
	{keys: "Enter", wait: "The racing state of R1", golden: "reports-witness"},
	{keys: "q", wait: "resume", golden: "step-bye"},

	// A longer witness: back by ten, another way from there, and on with it later.
	{line: "wobbly step examples/prefix-args.il", wait: "state 0/0"},
	{keys: "2", wait: "CONFIRMED"},
	{keys: "Enter", wait: "state 14/14", golden: "long-witness"},
	{keys: "PPage", wait: "state 4/14", golden: "long-back"},
	{keys: "b", wait: "branch 2 of 2", golden: "long-fork"},
	{keys: "b b", wait: "state 7/7"},
	{keys: "q", wait: "schedule A4 B3", golden: "long-bye"},
	{again: true, wait: "state 7/7", golden: "long-resumed"},
	{keys: "a", wait: "state 8/8"},
	{keys: "q", wait: "schedule A4 B3 A"},

	// Another pair of the same file, and back; the report of a third one.
	{line: "wobbly step --pair meps,meps examples/burble.il", wait: "2 races: R1 meps/reps b.f",
		golden: "pairs"},
	{keys: "a P", wait: "!! 1 race", golden: "pairs-choose"},
	{keys: "Down Enter", wait: "pair 2 of 6"},
	{keys: "a b", wait: "RACE on o1.f"},
	{keys: "Escape", wait: "Back in burble.il, meps || meps, in state 1."},
	{keys: "2", wait: "R2 !! CONFIRMED", golden: "pairs-reports"},
	{keys: "Down Enter", wait: "The racing state of R2, reps || reps", golden: "pairs-witness"},
	{keys: "q", wait: "also", golden: "pairs-bye"},
	{line: "wobbly step --race R2 examples/burble.il", wait: "RACE on o1.f"},
	{keys: "2", wait: "R2 !! CONFIRMED"},
	{keys: "q", wait: "resume"},

	// More reports than are listed.
	{line: "wobbly step examples/many.il", wait: "state 0/0"},
	{keys: "2", wait: "first 1000 of 1035 filtered", golden: "many-reports"},
	{keys: "q", wait: "resume"},

	// A program of the directory, from home.
	{line: "wobbly step", wait: "Programs here", golden: "home-files"},
	{keys: "Enter", wait: "state 0/0"},
	{keys: "q", wait: "wobbly step insert.il"},

	// A terminal without UTF-8.
	{line: "LC_ALL=C wobbly examples/prefix-args.il", wait: "state 0/0"},
	{keys: "n", wait: "state 14/14", golden: "ascii"},
	{keys: "q", wait: "resume"},
}

// deadline limits the wait for a text. It is long because other tests may run on the machine.
const deadline = 30 * time.Second

const (
	paneWidth  = 80
	paneHeight = 24
)

// terminal is a terminal that plays a story.
type terminal interface {
	// press presses a key by its name in tmux.
	press(t *testing.T, key string)
	// screen returns the text on the screen.
	screen(t *testing.T) string
}

// TestStory plays a story in a wobbly process on a pseudo terminal. The terminal emulator is part
// of the test; with the build tag full, tmux must show the same screens.
func TestStory(t *testing.T) {
	t.Parallel()
	bin := releaseFolder(t)
	t.Run("emulator", func(t *testing.T) {
		playOn(t, newEmulator(t, shellIn(t, bin)), *update)
	})
	if !quick.All {
		return
	}
	t.Run("tmux", func(t *testing.T) {
		playOn(t, newTmux(t, shellIn(t, bin)), false)
	})
}

// shellIn returns a shell in a directory with the examples. It finds programs in the folder bin.
func shellIn(t *testing.T, bin string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "examples"), 0o755); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"editor": "#!/bin/sh\ncat >\"$1\" <<end\n" + lockedInsert + "end\n"}
	for _, x := range examples.All() {
		files[filepath.Join("examples", x.Name)] = x.Text
	}
	files[filepath.Join("examples", "many.il")] = "m(a) {\n" +
		strings.Repeat("  a.f := a;\n", 45) + "}\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("sh")
	c.Dir = dir
	c.Env = []string{
		"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + dir, "PS1=$ ", "NO_COLOR=1",
		"TERM=xterm-256color", "LC_ALL=C.UTF-8",
		"HISTFILE=/dev/null", "EDITOR=./editor",
	}
	return c
}

// lockedInsert is the program that the editor writes in lesson 4.
const lockedInsert = `insert(l) {
  n := new();
  synchronized {
    t := l.head;
    n.next := t;
    l.head := n;
  }
}
`

// playOn plays the story and compares the screens with the captured ones, or captures them again.
func playOn(t *testing.T, on terminal, update bool) {
	t.Helper()
	number := 0
	for _, a := range story {
		switch {
		case a.line != "":
			enter(t, on, a.line)
		case a.again:
			enter(t, on, resumeCommand(t, on.screen(t)))
		default:
			for k := range strings.FieldsSeq(a.keys) {
				on.press(t, k)
			}
		}
		await(t, on, fmt.Sprintf("%q", a.wait), func(text string) bool {
			return strings.Contains(cli.Unwrapped(text), a.wait)
		})
		if a.golden != "" {
			number++
			checkScreen(t, on, filepath.Join("testdata", "panes",
				fmt.Sprintf("%02d-%s.txt", number, a.golden)), update)
		}
	}
	panes, err := os.ReadDir(filepath.Join("testdata", "panes"))
	if err != nil || len(panes) != number {
		t.Errorf("testdata/panes has %d files, %v; want the %d screens of the story", len(panes),
			err, number)
	}
}

// enter types a line into the shell when its prompt appears.
func enter(t *testing.T, on terminal, line string) {
	t.Helper()
	await(t, on, "a prompt of the shell", func(text string) bool {
		return strings.HasSuffix(strings.TrimRight(text, "\n"), "\n$") || text == "$"
	})
	for _, r := range line {
		on.press(t, string(r))
	}
	on.press(t, "Enter")
}

// resumeCommand returns the command to resume that was printed last. A line that fills its row
// continues in the next one.
func resumeCommand(t *testing.T, screen string) string {
	t.Helper()
	lines := strings.Split(screen, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		command, ok := strings.CutPrefix(lines[i], "resume    ")
		if !ok {
			continue
		}
		for ; len(lines[i]) == paneWidth && i+1 < len(lines); i++ {
			command += lines[i+1]
		}
		return command
	}
	t.Fatalf("no command to resume in\n%s", screen)
	return ""
}

// await waits until the text of a screen satisfies a condition. Its name is for the failure
// message.
func await(t *testing.T, on terminal, what string, satisfied func(string) bool) {
	t.Helper()
	end := time.Now().Add(deadline)
	for !satisfied(on.screen(t)) {
		if time.Now().After(end) {
			t.Fatalf("%s did not appear in %v:\n%s", what, deadline, on.screen(t))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// checkScreen waits until the screen is that of a file. With update, it first writes the screen to
// the file, when that no longer changes.
func checkScreen(t *testing.T, on terminal, file string, update bool) {
	t.Helper()
	if update {
		rewrite(t, file, settledScreen(t, on)+"\n")
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./internal/cli -run Story -update creates it", err)
	}
	end := time.Now().Add(deadline)
	for got := on.screen(t) + "\n"; got != string(want); got = on.screen(t) + "\n" {
		if time.Now().After(end) {
			t.Fatalf("%s (-want +got):\n%s", file,
				cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// settledScreen returns the screen when it has been the same for a second.
func settledScreen(t *testing.T, on terminal) string {
	t.Helper()
	last, since := on.screen(t), time.Now()
	for time.Since(since) < time.Second {
		time.Sleep(10 * time.Millisecond)
		if now := on.screen(t); now != last {
			last, since = now, time.Now()
		}
	}
	return last
}

// rewrite writes a file and creates its folder.
func rewrite(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// trimmed returns a screen without blanks at the ends of its rows, and without empty rows at its
// end.
func trimmed(text string) string {
	rows := strings.Split(text, "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " \r")
	}
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

// emulator is a pseudo terminal whose other end is an emulator in this process.
type emulator struct {
	pty xpty.Pty

	mu sync.Mutex // guards vt
	vt *vt.Emulator
}

// Write shows what is written to the terminal.
func (e *emulator) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.vt.Write(p)
}

// keyCodes has what a terminal sends for keys that are not characters, by their names in tmux.
var keyCodes = map[string]string{
	"Enter": "\r", "Escape": "\x1b", "Up": "\x1b[A", "Down": "\x1b[B", "PPage": "\x1b[5~",
	"NPage": "\x1b[6~",
}

// newEmulator starts a shell in an emulator.
func newEmulator(t *testing.T, shell *exec.Cmd) *emulator {
	t.Helper()
	pty, err := xpty.NewPty(paneWidth, paneHeight)
	if err != nil {
		t.Fatal(err)
	}
	e := &emulator{pty: pty, vt: vt.NewEmulator(paneWidth, paneHeight)}
	shell.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := pty.Start(shell); err != nil {
		t.Fatal(err)
	}
	go io.Copy(e, pty)
	go io.Copy(pty, e.vt) // the answers of the terminal to requests of programs
	t.Cleanup(func() {
		shell.Process.Kill()
		pty.Close() // this ends the programs in it
		shell.Wait()
	})
	return e
}

func (e *emulator) press(t *testing.T, key string) {
	t.Helper()
	if code, ok := keyCodes[key]; ok {
		key = code
	}
	if _, err := io.WriteString(e.pty, key); err != nil {
		t.Fatal(err)
	}
}

func (e *emulator) screen(*testing.T) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return trimmed(e.vt.String())
}

// tmux is a tmux server of its own, with one pane.
type tmux struct{ socket, config string } // names of files

// newTmux starts a tmux server with a shell in its pane.
func newTmux(t *testing.T, shell *exec.Cmd) *tmux {
	t.Helper()
	dir, err := os.MkdirTemp("", "wobbly") // a socket must have a short name
	if err != nil {
		t.Fatal(err)
	}
	x := &tmux{filepath.Join(dir, "tmux"), filepath.Join(dir, "tmux.conf")}
	t.Cleanup(func() {
		x.command("kill-server").Run()
		os.RemoveAll(dir)
	})
	if err := os.WriteFile(x.config, []byte("set -g status off\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	words := []string{
		"new-session", "-d", "-x", fmt.Sprint(paneWidth), "-y", fmt.Sprint(paneHeight), "-c",
		shell.Dir, "env",
	}
	x.run(t, append(append(words, shell.Env...), "sh")...)
	return x
}

// command returns a command that sends words to the server.
func (x *tmux) command(words ...string) *exec.Cmd {
	return exec.Command("tmux", append([]string{"-u", "-S", x.socket, "-f", x.config}, words...)...)
}

// run sends words to the server and returns what tmux prints.
func (x *tmux) run(t *testing.T, words ...string) string {
	t.Helper()
	out, err := x.command(words...).CombinedOutput()
	if err != nil {
		t.Fatalf("tmux %v: %v\n%s", words, err, out)
	}
	return string(out)
}

func (x *tmux) press(t *testing.T, key string) {
	t.Helper()
	if _, named := keyCodes[key]; named {
		x.run(t, "send-keys", key)
		return
	}
	if key == ";" { // which would end the command
		key = `\;`
	}
	x.run(t, "send-keys", "-l", key)
}

func (x *tmux) screen(t *testing.T) string {
	t.Helper()
	return trimmed(x.run(t, "capture-pane", "-p"))
}
