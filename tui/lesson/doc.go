// Package lesson is the screen Lesson: the text, the question or the goal, and the
// hints of the lesson that is played. What a lesson asks and decides is for
// package wobbly/lesson.
//
// It is the one screen that lives on when another program is opened: that of its
// task, or one that the student looks at in between. It looks at the session
// after each message (Watch), draws the goal beside other screens (Beside), and
// keeps screens closed that would give an answer away (Closed).
package lesson
