package cli

// learnCommands are for students and their teachers.
var learnCommands = []subcommand{
	{"lesson", "Lessons in which you are the scheduler: play, check, solve, and write them.", of[lessonCmd]},
	{"step", "Step both threads by hand: forward, back, to the race.", of[stepCmd]},
	{"show", "Print an execution as a trace, a picture, or a page to step through.", of[showCmd]},
	{"serve", "Open the page: wobbly in a browser.", of[serveCmd]},
	{"grade", "Grade the solutions of lessons that students have handed in.", of[gradeCmd]},
}
