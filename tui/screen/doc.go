// Package screen contains the parts that the screens share, and the interfaces between them and
// the terminal.
//
//   - A Screen is one of the seven screens. A Host is the terminal as a screen sees it:
//     the open program, the status line, panes, layers, and work in the background.
//   - A Binding is a row of a key table. Only these tables give keys a meaning: the help,
//     the line of hints and the documentation are generated from them. A binding that
//     cannot be used now returns the reason (Off).
//   - A Layer covers a screen and receives all keys: a prompt (Ask), a menu (Choose),
//     a text (Tell), a question (Quiz), rows to pick from (Picker).
//   - Work in the background returns a Then, which the event loop runs, so that no screen
//     has to recognise messages. A Worker does one piece of work at a time.
//   - A List has rows, one of them highlighted. A Scroller scrolls lines.
//   - A Program is the input of a session. Files is the access to the outside, and
//     a Farewell is printed when the terminal is left.
package screen
