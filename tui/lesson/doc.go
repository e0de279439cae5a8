// Package lesson is the screen Lesson: the text of the lesson, the open question or the goal, and
// the hints. The lesson itself, its questions and its checks are in package wobbly/lesson.
//
// Unlike other screens, it keeps its state when another program is opened: that may belong to the
// next task, or the student may look at it in between. It watches the session after each message
// (Watch), draws the goal next to the other screens (Beside), and closes screens that would give
// an answer away (Closed).
package lesson
