package web

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"wobbly/internal/serve"
	"wobbly/internal/site"
)

// A Pages function returns the files of the page by their names. It may take minutes, and ends with
// its context.
type Pages func(context.Context) (map[string][]byte, error)

// Main runs wobbly-serve with the command line of this process until SIGINT, SIGTERM or, if its
// options say so, the end of standard input. It returns the exit code.
func Main(pages Pages) int {
	o, err := serve.Read(os.Args[1:], os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		return exitError
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if o.Attached {
		go func() {
			io.Copy(io.Discard, os.Stdin) // an error is the end too
			stop()
		}()
	}
	return run(ctx, o, pages, os.Stdout, os.Stderr)
}

// The exit codes.
const (
	exitDone        = 0
	exitError       = 2
	exitInterrupted = 3 // before the page was built or written
)

// run serves the page until ctx ends, or writes it into a folder, and returns the exit code.
func run(ctx context.Context, o serve.Options, pages Pages, out, errs io.Writer) int {
	var err error
	if o.Folder != "" {
		err = write(ctx, o.Folder, pages, out)
	} else {
		err = serveFiles(ctx, o, pages, out, errs)
	}
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil:
		fmt.Fprintf(errs, "%s: interrupted\n", serve.Program)
		return exitInterrupted
	}
	fmt.Fprintf(errs, "%s: %s\n", serve.Program, err)
	return exitError
}

// build builds the page. Its errors suggest a remedy.
func build(ctx context.Context, pages Pages) (map[string][]byte, error) {
	files, err := pages(ctx)
	if err != nil {
		err = fmt.Errorf("cannot build the page: %w\nRun it in the folder of the project with Go "+
			"installed, or use a release, which carries the page", err)
	}
	return files, err
}

func serveFiles(ctx context.Context, o serve.Options, pages Pages, out, errs io.Writer) error {
	l, err := listen(ctx, o.Port)
	if isTaken(err) {
		other := o.Port%65535 + 1 // the next port, or 1 after the last
		return fmt.Errorf("port %d is taken\nPerhaps the page is served already: "+
			"http://127.0.0.1:%[1]d/\nOr use --port %[2]d; the page then starts without what it "+
			"has kept in the browser", o.Port, other)
	}
	if err != nil {
		return fmt.Errorf("cannot serve: %w", err)
	}
	defer l.Close()
	files, err := build(ctx, pages)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, address(l)); err != nil {
		return err
	}
	fmt.Fprintf(errs, "%s: the page is at this address until Ctrl+C\n", serve.Program)
	if o.Open {
		openBrowser(address(l))
	}
	return answer(ctx, l, files)
}

// isTaken reports whether an error means that another process listens on the port.
func isTaken(err error) bool {
	const wsaEADDRINUSE = syscall.Errno(10048) // on Windows; other systems do not use the number
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, wsaEADDRINUSE)
}

// write writes the page into a folder, and prints its size.
func write(ctx context.Context, folder string, pages Pages, out io.Writer) error {
	files, err := build(ctx, pages)
	if err != nil {
		return err
	}
	size := 0
	for _, content := range files {
		size += len(content)
	}
	if err := site.Write(folder, files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d files, %.1f MB\n", folder, len(files), float64(size)/1e6)
	return err
}

// openBrowser opens an address in the user's browser. It ignores errors, because the address was
// also printed.
func openBrowser(address string) {
	var command *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		command = exec.Command("open", address)
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	default:
		command = exec.Command("xdg-open", address)
	}
	if command.Start() == nil {
		go command.Wait() // or a zombie remains
	}
}
