package research

import (
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/internal/cli/console"
	"wobbly/session/schedule"
)

// maxTyped limits the bytes of an initial state and a schedule together that are shown in a command
// line.
const maxTyped = 200

// typedCommand returns the command that shows an execution from an initial state, or "" if it would
// be too long.
func typedCommand(p il.Pair, heap, schedule, file string) string {
	if len(schedule)+len(heap) > maxTyped {
		return ""
	}
	return "wobbly show" + executionFlags(p, heap, schedule) + " " + console.FileWord(file)
}

// executionFlags returns the flags that name an execution, with a space before each.
func executionFlags(p il.Pair, heap, schedule string) string {
	return " --pair " + console.ShellWord(p.Left.Name+","+p.Right.Name) +
		" --heap " + console.ShellWord(heap) + " --schedule " + console.ShellWord(schedule)
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
