// Package lessons holds the twelve lessons as texts, one file each, in the format
// that docs/lessons.md describes. Package lesson reads and plays them.
package lessons

import "embed"

// Files holds the lessons: the files *.lesson.
//
//go:embed *.lesson
var Files embed.FS
