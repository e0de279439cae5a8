// Package semantics is the readable reference of the paper's concrete execution model (Section
// 3.2), to be read alongside it:
//
//   - Definition 3.1, addresses and values of paths: Address and Value
//   - Figure 5, the steps of simple commands: Step, one function for each rule
//   - Figure 5, compound statements: Point, and Traces for the sets [[C]]
//   - Figure 6, interleaving: Config, Enabled, Next, Interleavings
//   - Definition 3.6, the race: Race
//   - Definition 5.2, well-behaved states: WellBehaved
//
// States, program points and configurations are immutable values; every function is pure, and
// whatever is nondeterministic (the thread that moves, the branch of an if, another iteration of a
// while) is an argument. Search and Races search small programs by brute force; they are
// the oracle with which tests compare faster engines. So the package is independent by design: it
// has its own continuations where the engines have flow graphs, and shares only il with them.
//
// The package assumes a program that package check has accepted, with bodies in core statements. An
// ill-formed program is harmless: if no rule applies, the functions return the reason as a Stuck
// value. They panic only on a statement other than a core statement, on a call without a matching
// method, and on a Heap.With outside the heap's objects and fields. With recursive methods each
// step is correct, but enumerations may not end.
//
// Left out: sugar (il.Lower removes it), guards, and everything about several initial states.
//
// Deviations from the paper. G1 to G17 are inconsistencies of its printed definitions.
//
//  1. skip takes no step, and neither does resolving an if or a while. As printed, [[skip]] is {ε}
//     while last(ε) is undefined, so that no program has a trace (G1). Here last(σ, ε) = σ: a state
//     carries through an empty trace (G2, G6). The alternative, a skip that steps and changes
//     nothing, only adds stuttering.
//  2. lock() adds 1 without a cap. The printed add(L, 1) with its bound comes
//     from Figure 7 and would make balanced programs get stuck (G3).
//  3. The arguments of a call are evaluated in the heap that the call finds,
//     not in that of the whole program's start (G4).
//  4. push(e1, ..., en) is a command with a rule of its own, because Figure 6 executes it (G5). Of
//     pop(), a stack of one frame has no successor: states have a frame.
//  5. The meaning of a while is the least set above [[C]] closed under one
//     more iteration; the printed fix is empty (G7). Enumerations take an
//     explicit bound on iterations, and say whether it cut anything.
//  6. Field is finite and belongs to the Heap. locn(h) is the set of objects
//     that were put into h; it differs from locn(dom(h)) only for objects
//     without any cell, which a full heap does not have (G8).
//  7. new() takes one location, the least unused one, where Figure 5 admits each unused one; it is
//     never nil (G9). Results are the same up to renaming.
//  8. Well-behavedness lets a local hold nil until it is assigned; as printed,
//     no state inside a call would be well-behaved (G10). The initial stacks
//     of both threads give values to formals only, as for methods.
//  9. A trace carries the state after each command, as Figure 5 has it; a configuration is the
//     state between two commands. The mixture in Figure 6 (G11) does not arise: the addresses of a
//     race are taken in the configuration in which both threads are about to make them (G12), and
//     that may be the initial one (G13).
//  10. Initial configurations hold one frame for each thread and no lock (G14). NewConfig builds
//     what it is given; WellBehaved decides whether the result is well-behaved.
//  11. Racing addresses are in dom(h); two undefined ones are never equal
//     (G15). Race says which accesses meet (G16).
//  12. The look-ahead elements of Figure 6, a command that has not been executed, are not elements
//     of traces: a configuration knows the next command of each thread (G17). Interleavings yields
//     the longest traces; the set of Figure 6 is that of their prefixes.
//  13. Traces and Interleavings yield one element for each resolution of the
//     choices, so that equal traces can come more than once.
package semantics
