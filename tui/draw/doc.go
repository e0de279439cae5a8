// Package draw draws styled characters on rectangles of a terminal. It does not depend on
// programs or sessions.
//
//   - A Frame is a whole screen while it is drawn. A Canvas is a rectangle of it. Drawing outside
//     of it has no effect, so that every row keeps exactly the frame's width. A canvas can respond
//     to the mouse (Click, Wheel).
//   - A Style gives the meaning of a text: a race, of thread A, changed, and so on. Only the
//     themes have colours (Colours). No style carries information that the text lacks.
//   - A Grid draws panes that share their borders, and Box draws one with a border of its own.
//     Share divides the rows of a layout among its parts.
//   - Cells, Clip, Pad and Wrap measure in terminal cells, not in bytes.
package draw
