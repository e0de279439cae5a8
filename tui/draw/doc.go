// Package draw draws characters in styles on rectangles of a terminal. It does not depend on
// programs or sessions.
//
//   - A Frame is a whole screen while it is drawn. A Canvas is a rectangle of it. Drawing outside
//     of it has no effect, so that every row keeps exactly the frame's width. A canvas can answer
//     to the mouse (Click, Wheel).
//   - A Style says what a piece of text is: a race, of thread A, changed, and so on. Only the
//     themes have colours (Colours). No style says anything that the text does not say.
//   - A Grid draws panes that share their borders, and Box draws one with a border of its own.
//     Share divides the rows of a layout among its parts.
//   - Cells, Clip, Pad and Wrap measure in cells of the terminal, not in bytes.
package draw
