// Package promela writes a program C1 || C2 with one initial state as a model in Promela, so that
// the model checker Spin can give a second opinion on the number of states and on the races.
//
// It transcribes Figure 5 (the steps of commands) and Figure 6 (interleaving) into another
// language, from the tree of package il. From package semantics it takes only the initial state,
// not the control flow or the steps of commands. It assumes a program that package check has
// accepted.
//
// It is independent by design: it computes its control graph, its accesses and its sizes from the
// tree, without the facts of il and il/flow, because a second opinion should share as little as
// possible with the first. Only the nesting of lock(), which decides whether a byte can count it,
// is an il.Level.
//
// # The model
//
// Each thread is a process: its control graph, with calls inlined. Every place before a command has
// a label, in text order. The step there is a d_step for each place that can be next: how if * and
// while * are resolved after a command is part of the command's step. Frames are separate
// variables, one set for each unit and depth of the stack, which are 0 unless the frame is there.
// Objects are bytes and 0 is nil; the heap has an array for each field. The lock is the two levels
// L_A and L_B, and lock() waits for the other one to be 0, which is equivalent to Figure 6 for
// balanced programs. A thread that has ended waits forever.
//
// # Counts
//
//	spin -a -o2 model.pml
//	cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c
//	./pan -n -m1000000
//
// "states, stored" is then the number of reachable resolved configurations ⟨points, stacks, heap,
// levels⟩, in which no thread is at a choice, plus Model.Unresolved. Two of them are one state if
// and only if they are equal with objects named in this way: initial ones by their names, others by
// the thread that allocated them and the number of its allocations before. There is no other
// merging:
//
//   - Objects that differ by name only make different states, and so do objects that nothing
//     reaches and locals that are no longer read. Search.States of package semantics merges what
//     differs by names and by unreachable objects, and so is at most as large; where a program
//     neither allocates nor lets an initial object get out of reach or change places with another
//     one, the two are equal. An engine that forgets dead locals has fewer states still.
//   - Names are not those of semantics.Heap, which numbers allocations in the order of the run: two
//     orders of the same allocations make one state here.
//   - The number of iterations of a loop is not part of a state.
//
// Why Spin's states are these: each of the model's variables is a function of the configuration and
// the other way round, and nothing else is in a state, because a d_step has no states in between,
// scratch variables are hidden, and no process ends. The option -o2 is needed: without it Spin
// leaves out variables that are never read. Where a thread begins with a choice, the state before
// all choices is one more: both threads leave it together by a rendezvous.
//
// "transitions" is the number of steps, one for each resolved successor, plus one for the initial
// state; the rendezvous steps also count.
//
// # Races
//
//	spin -a -o2 -DRACES=0 model.pml
//	cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c
//	./pan -n -m1000000 -c0
//
// asserts before each access of A, for each access of B that could race with it by field and kind,
// that B is not before that one with an equal object (Definition 3.6). Nothing keeps A from
// stepping in a racing configuration, so the search reaches the assertion. ReadResult returns the
// numbers of the pairs whose assertions failed. With -DRACES=n only pair n is asserted, "errors: 0"
// is the verdict that it does not race, and spin -t -p -DRACES=n model.pml replays the execution
// that shows that it does. The assertions add no states.
//
// # Limits
//
// Export rejects programs that exceed maxTransitions, maxChecks, maxObjects or maxLevel, and new()
// inside loops unless Options.Allocations bounds the objects of a thread. With the bound, a thread
// before a new() that it may not execute waits forever, and deadlocks are not looked for: the
// counts are those of the part of the state space that has no more objects.
//
// # Deviations from the paper
//
//  1. Those of package semantics, 1 to 7 there, with another choice of fresh locations: new() takes
//     the next one of the thread's own.
//  2. Popping a frame sets its variables to nil instead of removing them.
//  3. The premise of Figure 6 is evaluated by lock() alone. Other commands meet it: a thread with L
//     > 0 has the lock for itself, and one with L = 0 keeps that. This uses balance (assumption
//     A2), like unlock() without a guard.
//  4. No rule is stuck for want of a cell or a value, because the initial state is well-behaved and
//     locals are assigned before they are used.
package promela
