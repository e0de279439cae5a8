package lesson

import _ "embed"

// Template is a small lesson that works, with comments on every part of the format, for
// teachers to start from.
//
//go:embed template.lesson
var Template string
