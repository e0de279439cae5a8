// Package draw is what screens draw with: characters in styles on rectangles
// of a terminal. It knows neither programs nor sessions.
//
//   - A Frame is a whole screen while it is drawn. A Canvas is a rectangle of it:
//     what is drawn outside is cut off, so that no drawing can spoil the layout,
//     and every row has exactly the frame's width. A canvas can answer to the
//     mouse (Click, Wheel).
//   - A Style says what a piece of text is (a race, thread A's, changed, ...). The
//     themes alone know colours (Colours). Whatever a style says, a character says
//     too.
//   - A Grid draws panes that share their borders, Box one with a border of its
//     own. Share divides the rows of a layout among its parts.
//   - Cells, Clip, Pad and Wrap measure in cells of the terminal, not in bytes.
package draw
