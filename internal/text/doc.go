// Package text has helpers for everything that writes text: counts with their nouns, lists in a
// sentence, lines that are wrapped, clipped, padded and set in columns, names and words from users
// or files quoted for a message or a shell, the characters that a terminal would obey instead of
// showing, and the short names of random and enumerated programs.
//
// A Measure returns how wide a text is: a terminal, a report and a picture count differently.
package text
