package gotool

// Small returns the build flags that keep wobbly small enough for a class to download. ldflags,
// which is empty or begins with a blank, is added to the linker's flags. Code that only prints or
// draws is not inlined (-l), which users do not notice. Together with the alignment of functions,
// that saves 700 kB of 20 MB.
func Small(ldflags string) []string {
	return []string{
		"-trimpath", "-ldflags=-s -w -funcalign=16" + ldflags,
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
