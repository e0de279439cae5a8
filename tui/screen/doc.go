// Package screen is what screens have in common, and how they know the terminal.
//
//   - A Screen is what one of them has to be; a Host is the terminal as it knows
//     it: what is open, the status line, the panes, layers, work beside the loop.
//   - A Binding is a row of a key table. Tables are the only place where a key
//     gets a meaning; the help, the line of hints and the documentation are made
//     from them. A binding that cannot be used now says why (Off).
//   - A Layer lies above a screen and takes all keys: a prompt (Ask), a choice
//     (Choose), a text (Tell), rows to pick from (Picker).
//   - A List is rows of which one is highlighted; a Worker does one piece of work
//     at a time beside the loop.
//   - A Program is what a session can be had with, Files where texts go, and a
//     Farewell what is left to say in the end.
package screen
