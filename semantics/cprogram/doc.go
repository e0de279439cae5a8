// Package cprogram writes an execution that ends in a race as a C program with two
// threads and a mutex that makes the same steps, so that ThreadSanitizer can give a
// second opinion on it: it reports a data race at the two statements, and at no others.
//
// It assumes an execution of package execution whose last configuration races
// (Definition 3.6). Of package semantics it takes the moves of the execution; the text
// of the program is that of the lowered tree, statement for statement.
//
// # The program
//
// A unit is a function, an object a struct, a call a call; if * and while * ask what
// the execution did. A line directive before each statement names the line of the IL
// program, so that compilers, debuggers and ThreadSanitizer speak of that.
// The lock is a recursive mutex. Each thread waits for its turn before a step, and
// hands over behind it.
//
// Handing over is an acquire and a release, so happens-before orders all steps of the
// execution. Then both threads stand before the racing accesses. Each evaluates the
// address of its own; they meet; A makes its access, and B makes its own behind it,
// which nothing orders: what B waits for is read and written relaxed. So the two
// accesses are the one data race of the run by happens-before too, in every run.
//
// # Limits
//
// Compilers that optimise make one statement of two that are the same, and then
// ThreadSanitizer names the line of one of them: the program is compiled with -O0.
//
// The schedule stands in the text, one letter a step. Export refuses executions of
// more than MaxSteps steps.
//
// # Deviations from the paper
//
//  1. Threads end behind the race, and give the mutex back before: IL goes on.
//  2. Objects that nothing reaches are not freed.
//  3. A formal or local that C cannot name is renamed; line and path say which it is.
package cprogram
