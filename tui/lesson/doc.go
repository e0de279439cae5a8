// Package lesson is the screen Lesson: the text of the lesson, the open question or the goal, and
// the hints. The lesson itself, its questions and its checks are in package wobbly/lesson.
//
// The screen keeps its state when another program is opened, which no other screen does: the
// program may be that of the next task, or one that the student looks at in between. It looks at
// the session after each message (Watch), draws the goal beside the other screens (Beside), and
// closes screens that would give an answer away (Closed).
package lesson
