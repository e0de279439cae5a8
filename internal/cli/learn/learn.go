// Package learn has the commands for students and their teachers: lessons, stepping, pictures,
// the page, and grading.
package learn

import (
	"wobbly/internal/cli/console"
)

// Commands are for students and their teachers.
var Commands = []console.Command{
	{Name: "lesson", Help: "Play a lesson in which you are the scheduler.",
		Grammar: console.Of[lessonCmd]},
	{Name: "step", Help: "Step both threads by hand, forward and back, to the race.",
		Grammar: console.Of[stepCmd]},
	{Name: "show", Help: "Print an execution as text, as a picture, or as a web page.",
		Grammar: console.Of[showCmd]},
	{Name: "serve", Help: "Open wobbly in a browser.", Grammar: console.Of[serveCmd]},
	{Name: "grade", Help: "Grade the solutions of students.", Grammar: console.Of[gradeCmd]},
}
