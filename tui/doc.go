// Package tui shows a session on a terminal: screens that are drawn with
// characters and driven by keys and mouse (Run), and the same commands typed as
// words, answered by lines (Plain). It touches no files, no environment and no
// clock: what it needs of these comes in Options, and what is left to say in
// the end goes back as a Farewell. What programs do is for package session to
// say, and what a command does for session/command; this package only shows it.
//
// # The rooms
//
//   - draw is what screens are drawn with; screen is what they have in common and
//     how they know the terminal (screen.Host).
//   - step, reports, explore, analysis, theorem, lesson and home are a screen each.
//     They know no other screen: what two of them share is a package (pairs,
//     repair) or comes from analysis.Known.
//   - plain is stepping by lines.
//   - This package is the terminal: app is bubbletea's model and the Host of all
//     screens: sizes, theme, which screen is in front, the status line, layers,
//     the programs that are open (place). There is one, used by reference, and one
//     goroutine uses it. It routes messages and knows what no screen does.
//
// # A new screen
//
// A package with a type that is a screen.Screen; its number and name in
// screen/screen.go; app.make, which makes it; and a field of Options where it
// needs something from outside. The keys 1 to 9 and the documentation follow.
//
// # Rules for screens
//
//   - Draw only reads, and touches what is visible only: it must be done in a
//     few milliseconds at a trace of 10,000 states and a heap of 1,000 objects.
//   - A screen has to be of use from 40x10 cells on (its canvas is the terminal
//     without three rows).
//   - Every action ends in a sentence in the status line: Host.Say for what was
//     done, Host.Refuse for why not, Host.Report for the result of an operation
//     of the session.
//   - Keys must not be bound twice on a screen, those of all screens and of the
//     terminal included; a test sees to that.
//   - What takes longer than a key may goes through Host.Background: its result
//     comes to Update, unless another program was opened meanwhile, and its
//     context ends then. Progress is sent by work that returns what it has and
//     is started again. It reads values only (session.View, il.Core), never the
//     session.
//   - A screen that shows what takes a while to find is a screen.Waiter: after
//     each message it is asked whether there is work to begin.
//   - To open a program, such as a counterexample: Host.Visit. It keeps the
//     program that was open, with its session and its screens, as a place to which
//     Esc leads back. To go to a state: the session's own methods, then Host.Show.
//   - A message of a screen's own command comes back only if the command is of
//     Host.Background; other messages go to the screen in front.
//
// # Words for expressions
//
// What :, w and / take is the language of package session/query, with the
// variables of the thread of the focused code pane, else of the one that moved
// last. Conditions to run until may also be one of the words of
// session/command, and touch, write or meet with a cell. Where c searches ahead,
// states are looked at without the moves to them: conditions about events never
// hold, and the threads' numbers of steps are those of where the search began.
package tui
