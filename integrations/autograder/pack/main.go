// Command pack makes the zip that Gradescope takes: its two scripts, wobbly for Linux as one static
// program, and the masters of a course. Run it in the root of a clone:
//
//	go run ./integrations/autograder/pack -masters lesson/course -lessons 1,2 -o bin/autograder.zip
package main

import (
	"archive/zip"
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"wobbly/internal/gotool"
)

func main() {
	masters := flag.String("masters", "lesson/course", "the `directory` of the masters")
	lessons := flag.String("lessons", "", "the `numbers` of the lessons that count; all if empty")
	page := flag.String("page", "", "the `address` of the page, for links in the feedback")
	out := flag.String("o", "bin/autograder.zip", "the `file` to write")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := pack(ctx, *masters, *lessons, *page, *out); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(2)
	}
}

func pack(ctx context.Context, masters, lessons, page, out string) error {
	work, err := os.MkdirTemp("", "wobbly-autograder")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	binary, packed := filepath.Join(work, "wobbly"), filepath.Join(work, "masters.zip")
	pack := []string{"run", "./cmd/wobbly", "lesson", "pack", masters, packed}
	if _, err := gotool.Run(ctx, nil, pack...); err != nil {
		return err
	}
	// A list that names no lesson would be found out by the first student only.
	check := []string{"run", "./cmd/wobbly", "grade", work, "--submission", "--format", "json",
		"--master", packed}
	if lessons != "" {
		check = append(check, "--lessons", lessons)
	}
	if text, err := gotool.Run(ctx, nil, check...); err != nil &&
		!strings.Contains(err.Error(), "exit status 3") {
		return fmt.Errorf("%w %s", err, text)
	}
	linux := []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"}
	build := append([]string{"build", "-o", binary}, gotool.Small("")...)
	if _, err := gotool.Run(ctx, linux, append(build, "./cmd/wobbly")...); err != nil {
		return err
	}
	settings := filepath.Join(work, "settings.sh")
	variables := "LESSONS=" + quoted(lessons) + "\nPAGE=" + quoted(page) + "\n"
	if err := os.WriteFile(settings, []byte(variables), 0o666); err != nil {
		return err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	const scripts = "integrations/autograder/"
	for _, file := range []string{
		scripts + "setup.sh", scripts + "run_autograder", scripts + "prairielearn.sh", settings,
		packed, binary,
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: filepath.Base(file), Method: zip.Deflate}
		h.SetMode(0o755)
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	return os.WriteFile(out, b.Bytes(), 0o666)
}

// quoted returns a text as a word of the shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
