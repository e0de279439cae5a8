package research

import (
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/internal/cli/console"
	"wobbly/session/schedule"
)

// maxTyped is how many bytes an initial state and a schedule may have together to be shown in a
// command line.
const maxTyped = 200

// showCommand returns the command that shows an execution from an initial state.
func showCommand(p il.Pair, heap, schedule, file string) string {
	return "wobbly show --pair " + console.ShellWord(p.Left.Name+","+p.Right.Name) + " --heap " +
		console.ShellWord(heap) +
		" --schedule " + console.ShellWord(schedule) + " " + console.FileWord(file)
}

// typedCommand is like showCommand, but returns "" if the command would be too long.
func typedCommand(p il.Pair, heap, schedule, file string) string {
	if len(schedule)+len(heap) > maxTyped {
		return ""
	}
	return showCommand(p, heap, schedule, file)
}

// scheduleOf returns the schedule of the first steps of an execution. Like the trace, it has an
// entry for each resolved choice.
func scheduleOf(x *dynamic.Execution, steps int) schedule.Schedule {
	var s schedule.Schedule
	for _, m := range x.Moves[:steps] {
		for _, c := range m.Choices {
			s = append(s, schedule.Choose(m.Thread, c.Take))
		}
		s = append(s, schedule.Move{Thread: m.Thread, Do: schedule.Step})
	}
	return s
}
