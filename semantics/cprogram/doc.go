// Package cprogram writes an execution that ends in a race as a C program with two threads and a
// mutex, which makes the same steps. So ThreadSanitizer can give a second opinion: it reports a
// data race at the two statements, and nowhere else.
//
// The last configuration of the execution must race (Definition 3.6). The program follows the
// lowered tree, statement by statement, and the moves of the execution.
//
// # The program
//
// A method is a function, an object a struct, a call a call; if * and while * follow the recorded
// choices. A line directive before each statement names the line of the IL program, so compilers,
// debuggers and ThreadSanitizer refer to it. The lock is a recursive mutex. Each thread waits for
// its turn before a step, and hands over after it.
//
// Handing over is an acquire and a release, so happens-before orders all steps of the execution.
// Then both threads are about to make the racing accesses. Each evaluates its address; they meet; A
// makes its access, and then B makes its own. Nothing orders the two, because B waits by relaxed
// reads and writes. So the two accesses are the only data race of the run by happens-before, in
// every run.
//
// # Limits
//
// Optimising compilers merge equal statements, and then ThreadSanitizer names the line of only one
// of them. So compile the program with -O0.
//
// The schedule is part of the text, one letter per step. Export refuses more than MaxSteps steps.
//
// # Deviations from the paper
//
//  1. Threads release the mutex and end after the race, where IL continues.
//  2. Unreachable objects are not freed.
//  3. A formal or local that C cannot name is renamed; its line and path identify it.
package cprogram
