// Package plain is stepping by lines: it reads lines, does the commands that they
// mean (session/command), and answers with lines, for screen readers and pipes.
// It knows no terminal.
package plain
