// Package course embeds the student edition of the shipped lessons, one text file each,
// in the format that docs/lessons.md describes; package lesson reads and plays them.
//
// The masters, with solutions and right answers, are the files of the folder master.
// They are not embedded: `make lessons` derives the student edition from them.
package course

import "embed"

// Files contains the lessons: the files *.lesson.
//
//go:embed *.lesson
var Files embed.FS
