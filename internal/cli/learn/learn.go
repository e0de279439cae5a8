// Package learn has the commands for students and their teachers: lessons, stepping, pictures,
// the page, and grading.
package learn

import (
	"wobbly/internal/cli/console"
)

// Commands are for students and their teachers.
var Commands = []console.Command{
	{Name: "lesson", Help: "Lessons in which you are the scheduler: play, check, solve, and write them.", Grammar: console.Of[lessonCmd]},
	{Name: "step", Help: "Step both threads by hand: forward, back, to the race.", Grammar: console.Of[stepCmd]},
	{Name: "show", Help: "Print an execution as a trace, a picture, or a page to step through.", Grammar: console.Of[showCmd]},
	{Name: "serve", Help: "Open the page: wobbly in a browser.", Grammar: console.Of[serveCmd]},
	{Name: "grade", Help: "Grade the solutions of lessons that students have handed in.", Grammar: console.Of[gradeCmd]},
}
