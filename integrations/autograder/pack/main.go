// Command pack makes the zip for a Gradescope autograder: its two scripts, wobbly for Linux as a
// static program, and the masters of a course, which are the lessons with their solutions. Run it
// in the root of a clone:
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

// pack writes the zip to the file out. It checks first that the masters have the lessons, which are
// numbers separated by commas.
func pack(ctx context.Context, masters, lessons, page, out string) error {
	work, err := os.MkdirTemp("", "wobbly-autograder")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	inWork := func(name string) string { return filepath.Join(work, name) }
	wobbly := func(args ...string) error {
		_, err := gotool.Run(ctx, nil, append([]string{"run", "./cmd/wobbly"}, args...)...)
		return err
	}
	if err := wobbly("lesson", "pack", masters, inWork("masters.zip")); err != nil {
		return err
	}
	// Grade an empty submission, so that a lesson that does not exist fails here and not at the
	// first submission.
	if err := os.Mkdir(inWork("nothing"), 0o777); err != nil {
		return err
	}
	err = wobbly("grade", inWork("nothing"), "--submission", "--master", inWork("masters.zip"),
		"--lessons", lessons)
	if err != nil {
		return err
	}
	build := append([]string{"build", "-o", inWork("wobbly")}, gotool.Small("")...)
	_, err = gotool.Run(ctx, []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"},
		append(build, "./cmd/wobbly")...)
	if err != nil {
		return err
	}
	settings := "LESSONS=" + quoted(lessons) + "\nPAGE=" + quoted(page) + "\n"
	if err := os.WriteFile(inWork("settings.sh"), []byte(settings), 0o666); err != nil {
		return err
	}
	const scripts = "integrations/autograder/"
	archive, err := zipped(scripts+"setup.sh", scripts+"run_autograder", scripts+"prairielearn.sh",
		inWork("settings.sh"), inWork("masters.zip"), inWork("wobbly"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	return os.WriteFile(out, archive, 0o666)
}

// zipped returns a zip of executable files, without their directories.
func zipped(files ...string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		h := &zip.FileHeader{Name: filepath.Base(file), Method: zip.Deflate}
		h.SetMode(0o755)
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// quoted returns s as a single-quoted word of the shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
