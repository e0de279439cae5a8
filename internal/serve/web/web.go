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

// Pages returns the files of the page by their names. It may take minutes, and ends with its
// context.
type Pages func(context.Context) (map[string][]byte, error)

// Main is wobbly-serve as a process: the command line, SIGINT, SIGTERM, and the end of
// standard input. It returns the exit code.
func Main(pages Pages) int {
	o, err := serve.Read(os.Args[1:], os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if o.Attached {
		go func() {
			io.Copy(io.Discard, os.Stdin) // until there is an end of it, of whatever kind
			stop()
		}()
	}
	return run(ctx, o, pages, os.Stdout, os.Stderr)
}

// run serves the page until ctx ends, or writes it into a folder, and returns the exit code: 0; 2
// after an error; or 3 if ctx ended before the page was built or written.
func run(ctx context.Context, o serve.Options, pages Pages, out, errs io.Writer) int {
	do := show
	if o.Folder != "" {
		do = write
	}
	err := do(ctx, o, pages, out, errs)
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintf(errs, "%s: interrupted\n", serve.Program)
		return 3
	}
	fmt.Fprintf(errs, "%s: %s\n", serve.Program, err)
	return 2
}

// made builds the page. Its errors suggest a remedy.
func made(ctx context.Context, pages Pages) (map[string][]byte, error) {
	files, err := pages(ctx)
	if err != nil {
		err = fmt.Errorf("cannot build the page: %w\nRun it in the folder of the project with Go "+
			"installed, or use a release, which carries the page", err)
	}
	return files, err
}

// show serves the page until ctx ends.
func show(ctx context.Context, o serve.Options, pages Pages, out, errs io.Writer) error {
	l, err := listen(ctx, o.Port)
	if isTaken(err) {
		return fmt.Errorf("port %d is taken\nPerhaps the page is served already: "+
			"http://127.0.0.1:%[1]d/\nOr use --port %d; the page then starts without what it has "+
			"kept in the browser", o.Port, o.Port%65535+1)
	}
	if err != nil {
		return fmt.Errorf("cannot serve: %w", err)
	}
	defer l.Close()
	files, err := made(ctx, pages)
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
	const windows = syscall.Errno(10048) // WSAEADDRINUSE, a number that other systems do not use
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, windows)
}

// write writes the page into a folder, and prints its size.
func write(ctx context.Context, o serve.Options, pages Pages, out, _ io.Writer) error {
	files, err := made(ctx, pages)
	if err != nil {
		return err
	}
	bytes := 0
	for _, content := range files {
		bytes += len(content)
	}
	if err := site.Write(o.Folder, files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d files, %.1f MB\n", o.Folder, len(files), float64(bytes)/1e6)
	return err
}

// openBrowser opens an address, which was also printed, in the user's browser if there is one.
func openBrowser(address string) {
	words := map[string][]string{"darwin": {"open"},
		"windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if words == nil {
		words = []string{"xdg-open"}
	}
	command := exec.Command(words[0], append(words[1:], address)...)
	if command.Start() == nil {
		go command.Wait() // however it ends
	}
}
