// Package racemob validates candidate races by the runs of many users: RaceMob (Kasikci, Zamfir and
// Candea, SOSP 2013) on IL.
//
// A Job is a program, candidate races from any static analysis, and a Policy. A user is an initial
// state; a Task is one run of a user for one candidate, and has a seed of its own for choices and
// the schedule. A run (Job.Run) has the three stages of the paper's Section 3.2:
//
//   - dynamic context inference: the two accesses are made by the two threads on one cell
//   - on-demand race detection: from the first access of a candidate on, the locks are tracked; an
//     unlock() and a later lock() of the same lock between the accesses distinguish NoRace from
//     Race
//   - schedule steering: the thread that is about to violate the wanted order of the accesses is
//     held back for at most τ steps of the other one; after that the run has a Timeout
//
// The hive hands out tasks, gives failed ones to other users, raises τ, and summarizes results
// (Section 3.4) in a List of true races, likely false positives, and unknown candidates. It is a
// state machine; Do runs it in this goroutine, and DoAll by goroutines or by messages.
//
// # What a race is
//
// There are two notions of race. A candidate is co-enabled if both threads were about to make its
// accesses, on one cell: Definition 3.6 of the POPL paper, with a witness that package
// witness/check accepts. It is unordered if both were made, on one cell, and happens-before does
// not order them. Most true races are both. One that is only unordered is a race for a
// happens-before detector but may not be one by Definition 3.6; publication is an example. There
// are also races that are only co-enabled: either access, if made first, can lead the other one to
// another cell (TestOtherCell).
//
// These properties are tested:
//
//  1. A candidate is Unordered in a run if and only if some two events of the execution that make
//     its accesses, by different threads and on one cell, are not ordered by happens-before.
//  2. A candidate that is CoEnabled has a witness. So it races.
//  3. A candidate that is Unordered and not CoEnabled need not race in the sense of Definition 3.6.
//  4. The literal reading of Section 3.4 (deviation 1) proves nothing.
//  5. The list depends on nothing but the job.
//
// A likely false positive, or an unknown candidate, may be a race.
//
// # Deviations from the paper
//
//  1. Section 3.4 already calls a candidate a true race if one user makes the accesses in both
//     orders, whatever happens in between. Accesses that both hold a lock satisfy that.
//     Policy.BothOrders selects this reading, for demonstration; without it, a race needs an order
//     without happens-before in between, which the section names second.
//  2. The unit of time is the step. τ counts steps of the other thread, not milliseconds. If the
//     other thread has ended, or waits for a lock of the one that is held back, no τ would help, so
//     the Timeout counts as one with the greatest τ.
//  3. All stages are active from a candidate's first run on. The paper activates the second and
//     third after the first has confirmed a candidate, to save overhead that does not exist here.
//  4. Table 1 counts candidates whose accesses never meet on one cell, or are never made by two
//     threads, as likely false positives; by Sections 3.2.1 and 3.4 they are unknown unless a user
//     has reached the greatest τ. This package follows the text, and distinguishes the two
//     (ByNotAliasing, ByContext).
//  5. NoRace is reported when the second access is made, on the cell of the first, and not as soon
//     as a lock orders the other thread after the first access. A run that never reaches the second
//     access has seen nothing.
//  6. Every access of a candidate is remembered with its cell, where the paper's instrumentation
//     keeps the last address of each instruction.
//  7. A run watches all candidates of its program, and steers towards one. The paper's hive assigns
//     any number of candidates to a user, but one in its evaluation: Policy.Single.
//  8. A run continues after it has seen its candidate race, and the hive drops the candidate when
//     the round is over. So a race is shown in one order; the rows Single order and Both orders of
//     Table 1 are not distinguished.
//  9. Work is in rounds, with one run of each open candidate. That makes the list independent of
//     how fast users are, and costs some waiting. Policies that depend on the load of users have no
//     counterpart.
//  10. Users are not trusted: the run that shows a true race is repeated (List.Evidence), which
//     Section 6 leaves open.
//  11. If accesses were made unordered, the same branch decisions of the threads are tried once
//     more with the first access held back (Run.Meeting). That turns most races that only
//     happens-before shows into ones with a witness.
//  12. Crashes, which the paper's users report, do not exist in IL. A run that ends in a deadlock
//     keeps its observations.
//  13. The instrumentation of the paper's Section 4 makes an exception of empty waiting loops. That
//     has no counterpart: IL's loops have no condition.
package racemob
