package gotool

// Small returns the flags that make wobbly small enough for a class to download, followed by a
// caller's linker flags. Code that only prints or draws is not inlined, which users do not notice.
// Together with the alignment of functions that saves 700 kB of 20 MB.
func Small(link string) []string {
	return []string{
		"-trimpath", "-ldflags=-s -w -funcalign=16" + link,
		"-gcflags=wobbly/report/...=-l", "-gcflags=wobbly/internal/cli/...=-l",
		"-gcflags=wobbly/tui/...=-l", "-gcflags=wobbly/lesson/...=-l",
		"-gcflags=wobbly/internal/ask=-l", "-gcflags=wobbly/internal/findings=-l",
		"-gcflags=wobbly/internal/grading=-l", "-gcflags=wobbly/internal/language=-l",
		"-gcflags=wobbly/internal/lsp=-l", "-gcflags=wobbly/session/command=-l",
		"-gcflags=wobbly/session/effect=-l", "-gcflags=wobbly/session/predict=-l",
		"-gcflags=wobbly/internal/spell=-l", "-gcflags=wobbly/il/diag=-l",
		"-gcflags=wobbly/internal/verified=-l", "-gcflags=wobbly/internal/crosscheck=-l",
		"-gcflags=wobbly/internal/compare=-l", "-gcflags=wobbly/repair=-l",
	}
}
