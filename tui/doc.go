// Package tui shows a session on a terminal: seven screens that are drawn with
// characters and driven by keys and mouse (Run), and the same actions typed as
// words, answered by lines (Plain). It touches no files, no environment and no
// clock: what it needs of these comes in Options, and what is left to say in
// the end goes back as a Farewell. What programs do is for package session to
// say; this package only shows it.
//
// # The parts
//
//   - app is bubbletea's model: sizes, theme, which screen is in front, the
//     status line, layers. There is one, used by reference, and one goroutine
//     uses it.
//   - screen is one of Home, Step, Reports, Explore, Analysis, Theorem, Lesson.
//     The table makers makes them, all anew when another program is opened
//     (app.open, app.visit). A screen keeps *app and reads app.program and app.session.
//     The screen Lesson alone lives on while its lesson is played (app.lesson): it
//     opens the programs of the tasks, looks at the session after each message
//     (watch), draws the goal beside other screens (besideLesson), and keeps
//     screens closed that would give an answer away (app.closed). What a lesson
//     asks and decides is package lesson's.
//   - pairRaces is how many races are reported on each pair of the file; picker is
//     the layer that offers pairs and initial states.
//   - layer is what lies above a screen and takes all keys: the help, a prompt
//     (app.ask), a choice (app.choose), a text (app.tell).
//   - binding is a row of a key table. Tables are the only place where a key
//     gets a meaning; the help, the line of hints and the documentation are
//     made from them. A binding that cannot be used now says why (off), in the
//     help and, when it is pressed, in the status line. Keys must not be bound
//     twice on a screen, app.keys and always included; a test sees to that.
//   - Drawing goes through package draw, whose canvases cut off what is outside,
//     know colours, and answer to the mouse.
//   - analyses is what the analysis has said of the program that is open, for all
//     screens; repairer asks for repairs, and proposals is the layer that shows
//     them. What is said and proposed comes from Options.
//
// # Rules for screens
//
//   - draw only reads, and touches what is visible only: it must be done in a
//     few milliseconds at a trace of 10,000 states and a heap of 1,000 objects.
//   - A screen has to be of use from 40x10 cells on (its canvas is the terminal
//     without three rows).
//   - Every action ends in a sentence in the status line: app.say for what was
//     done, app.refuse for why not, app.report for the result of an operation
//     of the session.
//   - What takes longer than a key may goes through app.background: its result
//     comes to update, unless another program was opened meanwhile, and its
//     context ends then. Progress is sent by work that returns what it has and
//     is started again. It reads values only (session.View, il.Core), never the
//     session.
//   - A screen that shows what takes a while to find is a waiter: after each
//     message it is asked whether there is work to begin.
//   - To open a program, such as a counterexample: app.visit, then its screen's
//     enter. It keeps the program that was open, with its session and its screens,
//     as a place to which Esc leads back. To go to a state: the session's own methods, then
//     app.show(screenStep).
//   - What a screen needs from outside is a field of its own struct in Options
//     (ReportsOptions, ...), as data or as functions.
//   - A message of a screen's own command comes back only if the command is of
//     app.background; other messages go to the screen in front.
//   - A screen that wants to be asked before q leaves sets app.guard.
//
// # Words for expressions
//
// What :, w and / take is the language of package session/query, with the
// variables of the thread of the focused code pane, else of the one that moved
// last. Conditions to run until may also be one of the words of the table
// events, and touch, write or meet with a cell. Where c searches ahead, states
// are looked at without the way to them: conditions about events never hold, and
// the threads' numbers of steps are those of where the search began.
package tui
