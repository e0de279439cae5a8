// Package tui shows a session on a terminal: as screens driven by keys and mouse (Run), or as
// lines that answer commands typed as words (Plain). It uses no files, no environment and no
// clock: these come in Options, and the final output is returned as a Farewell. Package session
// decides what programs do, and session/command what a command does; this package shows it.
//
// # The packages
//
//   - draw has the drawing primitives; screen has what the screens share, and the terminal
//     as they see it (screen.Host).
//   - step, reports, explore, analysis, theorem, lesson and home have one screen each. They do
//     not import each other: what two of them share is in pairs, repair or analysis.Known.
//   - plain steps through a program by lines.
//   - This package is the terminal. app is bubbletea's model and the Host of all screens: it
//     has the size, the theme, the screen in front, the status line, the layers and the open
//     programs (visit). There is one app, used by reference and by one goroutine.
//
// # A new screen
//
// A new screen needs a package with a type that implements screen.Screen; a number and a name in
// screen/screen.go; a case in app.make; and a field of Options if it needs anything from outside.
// The keys 1 to 9 and the documentation follow.
//
// # Rules for screens
//
//   - Draw changes nothing and visits only visible rows: it must take a few milliseconds
//     for a trace of 10,000 states and a heap of 1,000 objects.
//   - A screen is usable from 40x9 cells on (the smallest terminal without three rows).
//   - Every action ends in a sentence in the status line: Host.Say for success, Host.Refuse for
//     the reason of a refusal, Host.Report for the result of a session operation.
//   - No key is bound twice on a screen, counting those of all screens; a test checks that.
//   - Work that takes longer than a key press may goes through Host.Background, or a
//     screen.Worker if the user waits for it. It receives only values (session.View, il.Core),
//     never the session, and returns a function that the event loop runs with the result unless
//     another program was opened meanwhile.
//   - A screen with slow results is a screen.Waiter: it may start work after each message.
//   - Host.Visit opens a program, such as a counterexample, and keeps the present session and its
//     screens for esc to return to. To go to a state, call the methods of the session and then
//     Host.Show.
//
// # Words for expressions
//
// The keys :, w and / take expressions of package session/query, with the variables of the
// thread of the focused code pane, or else of the one that moved last. Conditions to run until
// may also be words of session/command: touch, write or meet with a cell, and others. The
// search of c sees states without the moves that lead to them: conditions about events never hold
// there, and the numbers of steps are those of the state in which the search began.
package tui
