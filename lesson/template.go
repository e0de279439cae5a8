package lesson

import _ "embed"

// Template is a lesson to begin with: a small one that works, with comments on
// every part of the format.
//
//go:embed template.lesson
var Template string
