// Package text has what all writers of text need: numbers with their nouns, and
// lines that are broken, cut, filled and set in columns. How wide a text is, is
// the caller's: a terminal, a report and a picture count differently. It knows what a
// terminal would obey in place of showing it, and how a shell quotes a word.
package text
