package glossary

// shared has one race: A reads the field that B writes.
const shared = "{ x := arg1.f; }   // arg1 is a parameter\n||\n{ n := new(); arg1.f := n; }\n"

// locked is shared with the lock around both accesses.
const locked = "{ lock(); x := arg1.f; unlock(); }   // arg1 is a parameter\n||\n" +
	"{ lock(); arg1.f := arg1; unlock(); }\n"

// classes has two methods, and so three pairs.
const classes = "get(b) { x := b.f; }\nset(b) { n := new(); b.f := n; }\n"

// fresh is wobbly: B writes the field of an object that only B can reach.
const fresh = "{ x := arg1.f; }   // arg1 is a parameter\n||\n{ arg1 := new(); arg1.f := arg1; }\n"

// hidden has a race that no report shows: y is another name for A's parameter.
const hidden = "{ y := arg1; y.f := arg1; }   // arg1 is a parameter\n||\n{ x := arg1.f; }\n"

var groups = []Group{
	{"Running two threads", []Word{
		{
			Name: "thread",
			Text: "One of the two sequences of statements, A and B, that run at the same time. " +
				"Both share the objects and the locks; each has its own variables, including its " +
				"parameter arg1.",
			Program: "{ x := arg1.f; }   // thread A\n||\n{ y := arg1.g; }   // thread B\n",
			Lesson:  1,
			See:     []string{"step", "schedule", "local"},
		},
		{
			Name: "step", Also: []string{"move"},
			Text: "One read, write or other simple statement of a thread, executed without " +
				"interruption. x.f := y.f is short for two steps, a read and then a write.",
			Program: "{ arg1.f := arg1.g; } || { skip; }   // arg1 is a parameter\n", Lesson: 1,
			See: []string{"thread", "schedule", "state"},
		},
		{
			Name: "schedule", Also: []string{"A2 B"},
			Text: "The order in which the threads take their steps: A2 B is two steps of A, then " +
				"one of B. A sign chooses a branch: A+ enters the if or the loop, A- does not.",
			Program: "{ if * { skip; } x := arg1.f; }   // arg1 is a parameter\n||\n" +
				"{ y := arg1.f; }\n",
			Lesson: 1,
			See:    []string{"interleaving", "step"},
		},
		{
			Name: "context switch", Also: []string{"switch", "switches"},
			Text: "The place in a schedule where the other thread takes over: A2 B A has two. " +
				"Most races need one or none, so wobbly shows an execution with few.",
			Program: shared, Races: 1, Reports: 1, Lesson: 2,
			See: []string{"schedule", "interleaving"},
		},
		{
			Name: "interleaving", Also: []string{"execution", "trace"},
			Text: "All steps of both threads in one order, from the first to the last. Two " +
				"threads of n steps have many interleavings: 6 for n = 2, and 184,756 for n = 10.",
			Program: "{ x := arg1.f; y := arg1.f; }   // arg1 is a parameter\n||\n" +
				"{ v := arg1.f; w := arg1.f; }\n",
			Lesson: 1,
			See:    []string{"schedule", "search"},
		},
		{
			Name: "state",
			Text: "A snapshot of an execution: where both threads are, their variables, the " +
				"heap, and who holds the lock. Several schedules can reach the same state.",
			Program: shared, Races: 1, Reports: 1, Lesson: 1,
			See: []string{"step", "heap", "initial state"},
		},
		{
			Name: "initial state", Also: []string{"initial heap", "init"},
			Text: "The state before the first step: which objects exist, and which the " +
				"parameters hold. wobbly check and wobbly explore consider every initial state; " +
				"an init block in the file names one.",
			Program: "{ x := arg1.f; }   // arg1 and arg2 are parameters\n||\n" +
				"{ n := new(); arg2.f := n; }\n" +
				"init { A.arg1 = o1; B.arg2 = o1; }\n",
			Races: 1, Reports: 1, Lesson: 7,
			See: []string{"heap", "alias", "parameter"},
		},
		{
			Name: "search",
			Also: []string{"exact search", "oracle", "exhaustive", "limit", "cut", "inconclusive"},
			Text: "wobbly explore tries every interleaving from every initial state, so that " +
				"\"no race\" is a proof. A search that reaches a limit is cut: it says how far " +
				"it got, never \"no race\", and exits with 3.",
			Program: "{ while * { x := arg1.f; arg1 := x; } }   // arg1 is a parameter\n||\n" +
				"{ skip; }\n",
			Lesson: 10,
			See:    []string{"interleaving", "state"},
		},
		{
			Name: "stuck", Also: []string{"waits for ever"},
			Text: "A thread is stuck if it can never take its next step. With one lock this " +
				"happens when the other thread ends while still holding it; with two locks there " +
				"are deadlocks too.",
			Program: "{ lock(); lock(); unlock(); unlock(); }\n||\n{ lock(); unlock(); }\n",
			Lesson:  6,
			See:     []string{"lock", "lock level", "deadlock"},
		},
		{
			Name: "deadlock", Also: []string{"deadly embrace", "circular wait"},
			Text: "A state in which each thread waits for a lock that the other holds, so " +
				"neither ever continues, here after A B. wobbly check lists exactly the " +
				"deadlocks that can happen, D1, D2 and so on, each with a schedule that leads to " +
				"it.",
			Program: "{ lock(m); lock(l); unlock(l); unlock(m); }\n" +
				"||\n" +
				"{ lock(l); lock(m); unlock(m); unlock(l); }\n",
			Lesson: 9,
			See:    []string{"lock", "lock order", "lock set", "stuck"},
		},
		{
			Name: "lock order", Also: []string{"lock hierarchy", "gate"},
			Text: "A rule for the whole program: every thread takes the locks in the same order, " +
				"so no deadlock is possible. If the order cannot be changed, a gate helps: one " +
				"more lock, which every thread takes before the others.",
			Program: "{ lock(m); lock(l); unlock(l); unlock(m); }\n" +
				"||\n" +
				"{ lock(m); lock(l); unlock(l); unlock(m); }\n",
			Lesson: 9,
			See:    []string{"deadlock", "lock"},
		},
		{
			Name: "lock set", Also: []string{"lockset", "locks held"},
			Text: "The locks that a thread holds at a place in the program; they are the same " +
				"however it got there, because each block releases what it takes. Two accesses " +
				"cannot race if their lock sets share a lock.",
			Program: "{ n := new(); lock(m); arg1.f := n; unlock(m); }   // arg1 is a parameter\n" +
				"||\n" +
				"{ lock(l); x := arg1.f; unlock(l); }\n",
			Races: 1, Reports: 1, Lesson: 8,
			See: []string{"lock", "history", "lock level"},
		},
		{
			Name: "history", Also: []string{"acquisition history", "histories", "crossing"},
			Text: "For each lock that a thread holds, the locks it has taken since, including " +
				"those it has released. If each thread holds a lock that is in the other's " +
				"history, they cannot be at these places together: neither could have got there " +
				"first.",
			Program: "{ lock(m); lock(l); unlock(l); x := arg1.f; unlock(m); }\n" +
				"||\n" +
				"{ lock(l); lock(m); unlock(m); y := arg1.f; unlock(l); }\n",
			Lesson: 9,
			See:    []string{"lock set", "deadlock", "parameter"},
		},
	}},
	{"Objects and methods", []Word{
		{
			Name: "object",
			Text: "Every variable and every field holds an object; IL has no numbers and no " +
				"null. Objects are named o1, o2 and so on in the order of their creation, and " +
				"the fields of a new object hold the object itself.",
			Program: "m(b) { n := new(); b.f := n; }\n", Races: 1, Reports: 1, Lesson: 7,
			See: []string{"field", "heap", "alias"},
		},
		{
			Name: "field", Also: []string{"cell", "location"},
			Text: "A named place in an object that holds an object: b.f is the field f of the " +
				"object that b holds. The field of one particular object, such as o1.f, is also " +
				"called a cell or a location; races are about cells.",
			Program: "m(b) { x := b.f; b.f := x; }\n", Races: 2, Reports: 2, Lesson: 7,
			See: []string{"object", "path", "access"},
		},
		{
			Name: "heap",
			Text: "All objects and their fields. Both threads share the heap; variables are not " +
				"in it.",
			Program: shared, Races: 1, Reports: 1, Lesson: 7,
			See: []string{"object", "initial state"},
		},
		{
			Name: "path", Also: []string{"prefix"},
			Text: "A variable followed by fields, such as b.next.f, which leads to a cell. The " +
				"parts before the last field, b and b.next, are its proper prefixes; if one of " +
				"them changes, the path leads somewhere else.",
			Program: "m(b) { x := b.next.f; }\n", Lesson: 7,
			See: []string{"field", "alias", "stable"},
		},
		{
			Name: "alias", Also: []string{"same object"},
			Text: "Two paths are aliases if they lead to the same object. Here y and arg1 are " +
				"aliases, so y.f and arg1.f are one cell.",
			Program: hidden, Races: 1, Reports: 0, Lesson: 7,
			See: []string{"path", "missed race"},
		},
		{
			Name: "parameter", Also: []string{"formal", "argument", "arg1"},
			Text: "A name in the parentheses after a method's name, which holds an object when " +
				"the method begins; the paper calls it a formal. In the blocks of A || B the " +
				"parameters are arg1, arg2 and so on, and both threads can be given the same " +
				"object.",
			Program: "set(b) { n := new(); b.f := n; }   // b is a parameter\n", Races: 1,
			Reports: 1, Lesson: 7,
			See: []string{"local", "initial state"},
		},
		{
			Name: "local", Also: []string{"variable", "local variable"},
			Text: "A variable that is not a parameter; it must be assigned before it is read. " +
				"Only its own thread can reach it, so it is never in a race.",
			Program: "m(b) { x := b; y := x; }   // x and y are locals\n", Lesson: 7,
			See: []string{"parameter", "alias"},
		},
		{
			Name: "method", Also: []string{"unit", "block"},
			Text: "A named block of statements; wobbly runs each pair of public methods of a " +
				"file in parallel. A unit is what one thread runs: a method, or one of the two " +
				"blocks of A || B.",
			Program: classes, Races: 2, Reports: 2, Lesson: 3,
			See: []string{"pair", "private", "parameter"},
		},
		{
			Name: "private",
			Text: "A private method can only be called; no thread starts with it. Its accesses " +
				"belong to the methods that call it.",
			Program: "private put(b) { b.f := b; }\nboth(b) { lock(); put(b); unlock(); }\n",
			Lesson:  11,
			See:     []string{"method", "pair"},
		},
		{
			Name: "pair", Also: []string{"pair of methods", "pair of units"},
			Text: "Two methods that run in parallel, or one method twice; --pair get,set chooses " +
				"one. This file has three pairs: get and get, get and set, set and set.",
			Program: classes, Races: 2, Reports: 2, Lesson: 11,
			See: []string{"method", "candidate"},
		},
	}},
	{"Races and the lock", []Word{
		{
			Name: "access", Also: []string{"read", "write", "load", "store"},
			Text: "A step that reads or writes a cell: x := b.f reads, b.f := x writes. " +
				"Assignments between variables are not accesses.",
			Program: "m(b) { x := b.f; y := x; }\n", Lesson: 3,
			See: []string{"race", "field"},
		},
		{
			Name: "race", Also: []string{"data race"},
			Text: "A state in which both threads are about to access the same cell, neither has " +
				"to wait, and at least one access is a write. It is a race even if the result is " +
				"always the same.",
			Program: shared, Races: 1, Reports: 1, Lesson: 3,
			See: []string{"access", "lock", "witness"},
		},
		{
			Name: "lost update", Also: []string{"check then act"},
			Text: "Both threads read a value, then both write a new one: the first write is " +
				"lost. Locking each access removes the races but not this mistake; one locked " +
				"section must cover both the read and the write.",
			Program: "put(s) {\n" +
				"  lock(); n := s.top; unlock();\n" +
				"  lock(); s.top := s; unlock();\n" +
				"}\n",
			Lesson: 5,
			See:    []string{"race", "lock"},
		},
		{
			Name: "lock", Also: []string{"synchronized", "unlock"},
			Text: "While one thread holds the lock, the other cannot take it; a program can also " +
				"have several locks with names, such as lock(m). A lock protects " +
				"a cell only if both threads hold it during their accesses; a synchronized block " +
				"takes it and releases it.",
			Program: locked, Lesson: 4,
			See: []string{"reentrant", "lock level", "race"},
		},
		{
			Name: "reentrant", Also: []string{"reentrancy"},
			Text: "A thread that holds the lock can take it again, and the lock counts how " +
				"often. It is free only after as many unlock() as lock().",
			Program: "m(b) { lock(); lock(); b.f := b; unlock(); unlock(); }\n", Lesson: 6,
			See: []string{"lock level", "stuck"},
		},
		{
			Name: "lock level", Also: []string{"L", "lock depth", "level"},
			Text: "How often the thread has taken the lock and not yet released it: 0 is free, 1 " +
				"is taken once. The analysis calls it L and keeps it for each access; two " +
				"accesses can race if one of them has level 0.",
			Program: "get(b) { lock(); x := b.f; unlock(); }   // level 1\n" +
				"set(b) { n := new(); b.f := n; }         // level 0\n",
			Races: 2, Reports: 2, Lesson: 6,
			See: []string{"lock", "reentrant", "summary"},
		},
		{
			Name: "needs", Also: []string{"same receiver", "receiver", "grade"},
			Text: "What a race requires of the initial state, such as A.arg1 = B.arg2: the two " +
				"paths must lead to the same object. A race is most likely if it needs only that " +
				"the first parameters, which stand for the receiver of a method call, are the " +
				"same object.",
			Program: "{ x := arg1.f; }   // arg1 and arg2 are parameters\n||\n" +
				"{ n := new(); arg2.f := n; }\n", Races: 1,
			Reports: 1, Lesson: 7,
			See: []string{"initial state", "alias"},
		},
	}},
	{"The analysis", []Word{
		{
			Name: "RacerDX", Also: []string{"analysis"},
			Text: "An analysis that summarises each method once and compares the summaries; it " +
				"never runs the threads. Every report is a real race, which is the True " +
				"Positives Theorem, but it does not find every race.",
			Program: shared, Races: 1, Reports: 1, Lesson: 11,
			See: []string{"summary", "True Positives Theorem", "missed race"},
		},
		{
			Name: "summary", Also: []string{"summaries"},
			Text: "What RacerDX knows about a method: W, the wobbly paths, on either side of an " +
				"assignment; L, the lock level at the end; and A, the accesses. wobbly analyze " +
				"prints it.",
			Program: "set(b) { lock(); b.f := b; unlock(); }\n", Lesson: 11,
			See: []string{"W", "lock level", "A"},
		},
		{
			Name: "W", Also: []string{"wobbly set"},
			Text: "The set of wobbly paths of a method: all variables and paths on either side " +
				"of its assignments, except locals. Here W is {b, b.f}.",
			Program: "set(b) { b := new(); b.f := b; }\n", Lesson: 11,
			See: []string{"wobbly", "stable", "summary"},
		},
		{
			Name: "A", Also: []string{"access set"},
			Text: "The set of accesses of a method, each with its place, its path in terms of " +
				"the parameters and its lock level. Accesses through locals whose path is " +
				"not known are left out.",
			Program: "set(b) { n := new(); b.f := n; }   // A: write of b.f at level 0\n", Races: 1,
			Reports: 1, Lesson: 11,
			See: []string{"access", "summary", "lock level"},
		},
		{
			Name: "wobbly",
			Text: "A path is wobbly if it is on either side of an assignment of the method: " +
				"longer paths may then lead elsewhere, because it changed or its object has a " +
				"second name. RacerDX does not report an access whose path has a wobbly proper " +
				"prefix; here that is arg1, which B assigns.",
			Program: fresh, Lesson: 12,
			See: []string{"stable", "W", "filtered"},
		},
		{
			Name: "stable",
			Text: "A path is stable if no proper prefix of it is wobbly, so it always leads to " +
				"the same cell. Both paths of a report are stable; here arg1.f is wobbly itself, " +
				"but its only proper prefix, arg1, is not.",
			Program: shared, Races: 1, Reports: 1, Lesson: 12,
			See: []string{"wobbly", "path", "report"},
		},
		{
			Name: "candidate", Also: []string{"candidates", "conflict"},
			Text: "Two accesses of two threads to the same field, at least one of them a write. " +
				"An analysis decides which candidates to report; compare and racemob list them " +
				"all.",
			Program: locked, Lesson: 11,
			See: []string{"report", "filtered", "pair"},
		},
		{
			Name: "report", Also: []string{"R1"},
			Text: "A candidate that the analysis calls a race, numbered R1, R2 and so on. " +
				"RacerDX reports two accesses if their paths have the same fields and are " +
				"stable, one is a write, and one has lock level 0.",
			Program: shared, Races: 1, Reports: 1, Lesson: 11,
			See: []string{"candidate", "witness", "filtered"},
		},
		{
			Name: "filtered", Also: []string{"F1", "filtered pair"},
			Text: "A candidate that RacerDX leaves out because a prefix of a path is wobbly, " +
				"numbered F1, F2 and so on. It may be a race or not: wobbly explore decides.",
			Program: fresh, Lesson: 12,
			See: []string{"wobbly", "missed race", "false alarm"},
		},
		{
			Name: "false alarm", Also: []string{"false positive", "false report", "precision"},
			Text: "A report that is not a race; precision is the share of reports that are " +
				"races. Here both access arg1.f, but B writes to an object of its own, so " +
				"RacerDX rightly filters the pair.",
			Program: fresh, Lesson: 12,
			See: []string{"wobbly", "missed race", "True Positives Theorem"},
		},
		{
			Name: "missed race", Also: []string{"missed", "false negative", "recall"},
			Text: "A race that is not reported; recall is the share of races that are reported. " +
				"RacerDX misses races through locals, like this one, and some on wobbly paths.",
			Program: hidden, Races: 1, Reports: 0, Lesson: 12,
			See: []string{"false alarm", "alias", "search"},
		},
		{
			Name: "ownership", Also: []string{"owned"},
			Text: "A thread owns an object that it has created and not yet stored where the " +
				"other thread can find it. Accesses to owned objects cannot race, and RacerD " +
				"does not report them.",
			Program: "m(b) { n := new(); n.f := b; }\n", Lesson: 12,
			See: []string{"object", "false alarm"},
		},
		{
			Name: "witness",
			Text: "The proof of a race: an initial state and a schedule that ends with both " +
				"threads about to make the two accesses. wobbly replay checks one, and wobbly " +
				"step --race R1 steps through it.",
			Program: shared, Races: 1, Reports: 1, Lesson: 13,
			See: []string{"confirmed", "schedule", "initial state"},
		},
		{
			Name: "confirmed", Also: []string{"refuted", "verdict"},
			Text: "A report is confirmed if an independent checker has replayed its witness on " +
				"the program. If the checker rejects the witness, the report is refuted: a " +
				"defect of wobbly, with exit code 4.",
			Program: shared, Races: 1, Reports: 1, Lesson: 13,
			See: []string{"witness", "report"},
		},
		{
			Name: "certificate", Also: []string{"certified", "open", "open pair", "never races"},
			Text: "The proof that two accesses never race: which objects each thread can reach, " +
				"written down so that a small program can check it. A pair without a witness and " +
				"without a certificate is open, and may race or not.",
			Program: fresh, Lesson: 18,
			See: []string{"witness", "ownership", "search"},
		},
		{
			Name: "collapse", Also: []string{"one object"},
			Text: "An analysis that executes each method alone, from a state with only one " +
				"object. Each pair that it finds is a race with a witness, often one that " +
				"RacerDX misses, as here.",
			Program: hidden, Races: 1, Reports: 0, Lesson: 17,
			See: []string{"missed race", "analyzer"},
		},
		{
			Name: "True Positives Theorem", Also: []string{"theorem", "6.10", "theorem 6.10"},
			Text: "Every race that RacerDX reports is real: there are an initial state and a " +
				"schedule that reach it. Its proof builds them, and wobbly builds each witness " +
				"in the same way.",
			Program: shared, Races: 1, Reports: 1, Lesson: 13,
			See: []string{"RacerDX", "witness", "hypothesis"},
		},
		{
			Name: "hypothesis", Also: []string{"counterexample"},
			Text: "A condition of a theorem. wobbly theorem break switches one off and looks for " +
				"a counterexample, a program for which the conclusion is then false: here, " +
				"if paths need not be stable.",
			Program: fresh, Lesson: 14,
			See: []string{"True Positives Theorem", "stable"},
		},
		{
			Name: "happens-before", Also: []string{"hb"},
			Text: "The order that a recorded execution imposes: each thread's steps in order, " +
				"and each unlock before the next lock. Dynamic detectors report two accesses " +
				"that it does not order; they see only what was executed.",
			Program: locked, Lesson: 15,
			See: []string{"prediction", "interleaving", "lock"},
		},
		{
			Name: "prediction", Also: []string{"predictor", "reordering"},
			Text: "A race that a recorded execution does not show, but that its steps would show " +
				"in another order. wobbly predict records executions and finds such orders.",
			Program: shared, Races: 1, Reports: 1, Lesson: 15,
			See: []string{"happens-before", "witness"},
		},
		{
			Name: "analyzer", Also: []string{"detector"},
			Text: "A tool that finds races: a static one, such as RacerDX, reads the program, " +
				"and a dynamic one, such as happens-before, watches executions. wobbly analyzers " +
				"lists them, and wobbly compare runs them.",
			Program: shared, Races: 1, Reports: 1, Lesson: 11,
			See: []string{"RacerDX", "happens-before", "report"},
		},
	}},
}
