// Package service answers the questions that are asked alike at the command line, on
// the screens and on the page: where a session begins (open.go), what the exact search
// finds (explore.go), which changes remove a race (fix.go, repair.go), what the analysis knows
// beside a session (analyst.go), statements and switches of the theorem (theorem.go),
// lessons as documents (lesson.go).
//
// Like internal/pipeline, on which it stands, it reads no file and prints nothing; its
// errors say which exit they mean, and how they are shown is for whoever asked.
package service
