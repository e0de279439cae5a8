// Package lessons holds the student edition of the fourteen lessons as texts, one file
// each, in the format that docs/lessons.md describes. Package lesson reads and plays
// them. Their masters, with solutions and right answers, are the files of master: no
// program carries them, and `make lessons` makes the student edition of them.
package lessons

import "embed"

// Files holds the lessons: the files *.lesson.
//
//go:embed *.lesson
var Files embed.FS
