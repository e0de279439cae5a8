package lesson

import _ "embed"

// Template is a small working lesson with comments on every part of the format, for teachers to
// start from.
//
//go:embed template.lesson
var Template string
