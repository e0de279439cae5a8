package tui

import "wobbly/session"

// State is what an export writes: a program, and a session that stands at a
// state. Neither may be changed.
type State struct {
	Program *Program
	Session *session.Session
}
