// Package course embeds the shipped lessons, one text file each, in the format that
// docs/teaching.md describes; package lesson reads and plays them.
//
// The files include their keys: right answers are shown when a task is done. `wobbly lesson
// pack --exam` makes an edition without keys, for graded work.
package course

import "embed"

// Files contains the lessons: the files *.lesson.
//
//go:embed *.lesson
var Files embed.FS
