// Package enum enumerates programs: every legal program C1 || C2, with the methods that its blocks
// call, up to a size and up to renaming, each once, in a fixed order. It turns "the theorem holds
// for all programs of up to N statements" into a loop.
//
// # Programs
//
// It transcribes the grammar of Figure 4 and the parts of assumptions A2, A3 and A5 that a syntax
// tree can break (docs/theory.md), as package il/check decides them:
//
//   - Two thread blocks, and methods, each called from a block directly or through others; no
//     recursion (A5). Blocks and bodies may be empty.
//   - Size is the number of statements of all blocks and bodies: a simple command, an if, a while
//     or a call counts one, in addition to the statements inside. There is no skip, which does
//     nothing.
//   - Locks are balanced in every block, counted from its own entry (A2). Locals are assigned on
//     every path before they are used, in thread blocks too (A3). Formals may be assigned.
//   - Statements are those of Figure 4, and methods are in argument normal form (Definition 5.12),
//     as il.Lower makes them: no method stores a formal. The lowered form of such a store is
//     included, one statement larger.
//   - A formal that the body does not mention is allowed. Its argument counts for the prefix rule
//     at calls.
//
// # Equal programs
//
// Programs are the same if they differ only in the names of fields, methods and variables, in the
// order of the methods, in which thread is A and which is B, or in the order of a method's formals,
// arguments permuted with them. Thread blocks do not share formals: arg1 of A and arg1 of B have
// only the name in common. Exchanging the branches of an if makes another program.
//
// Names are numbered as they first occur, fields and methods in the text of the whole program,
// which is A, B and then the methods as they are first called, variables in that of their unit. The
// orders that remain, of the threads and of unmentioned formals, are settled by taking the text
// that comes first.
//
// # Bounds
//
// Two bounds make a universe finite, and are part of every claim: the fields of an expression
// (Options.Path) and the formals of a method (Options.Arity). All else follows from the size,
// unless Options bounds names too or leaves a feature out. Options.String states the universe.
//
// The number of programs of each size follows. A class is written as in a Cursor: p path, a arity,
// f fields, t formals of a thread, v locals, then l locks, b branches, w loops, c calls. A test
// counts the classes that take a few seconds again, and all classes without calls by a formula.
//
//	class            0   1       2         3           4           5          6
//	p2a2lbwc         1  71  203667
//	p2a1lbwc         1  27    5113   2584816
//	p1a2lbwc         1  23    2980   1088279
//	p1a1lbwc         1  15     845     81107    12891804
//	p2a2f2t2v2lbwc   1  59   23611  15746876
//	p2a2f1t1v1lbwc   1  22    1317    110145    12925278
//	p1a2f1t2v1lbwc   1  21    1306    102327     9842907
//	p1a1f2t2v2lbwc   1  15     716     43726     3292347   285768043
//	p2a1f1t1v1lbwc   1  16     564     21825      959040    46291565
//	p1a1f1t1v1lbwc   1  12     321      9267      303520    10849373  418921294
//	p2a0lbw          1  22    3678   1730925  1774654483
//	p1a0lbw          1  12     577     50652     7660876  1794570217
//	p2a0f1t1v1lbw    1  12     307      8463      261834     8752078
//	p1a0f1t1v1lbw    1   9     175      3597       83268     2076865
//
// # How to use it
//
// Programs is a stream of il.Core, made without parsing or checking. Its programs live in the same
// memory one after the other. Positions are not those of a text: statement number i, in the order
// A, B, methods, is alone at i:2 of a placeholder, so that reports and witnesses can name
// sites. Placed makes a copy with a text, for people. A Cursor names a program and resumes the
// stream after it; a Shard is one of n parts of it.
//
// The order of the stream, and so every Cursor, holds for one version of wobbly only.
//
// Deviations from the paper:
//
//  1. A3 applies to thread blocks too; the paper's initial stack defines all their variables.
//  2. A2 requires min >= 0 in addition to net = 0 (G32).
//  3. Classes, files without C1 || C2, are left out: the pairs of their methods are programs
//     {m(arg1, ...)} || {k(arg1, ...)}.
package enum
