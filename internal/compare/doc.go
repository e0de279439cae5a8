// Package compare asks several analyzers about the same programs and compares their answers with
// each other and with the truth.
//
// The rows are the candidates of a program C1 || C2: all pairs of accesses that its threads can
// reach by the call graph, of one field and one of them a write. A report of anything else is a
// defect. So there are true negatives to count: candidates that are neither reported nor real.
//
//	row                   racerd   flow   oracle   truth
//	2:3 write / 5:4 read  yes      yes    yes      real     true positive of both
//	2:3 write / 7:4 read  yes      no     no       unreal   false positive, true negative
//
// A report is judged by the truth that its analyzer means: Definition 3.6, or unordered by happens-
// before in some execution. If the search for a truth was cut, a row that it has not found is
// unknown, and so is a row that an analyzer that was cut has not reported; unknown rows count as
// neither true nor false. A pair of units of a random program in which anything was cut is left
// out, and counted as such.
//
// Inclusions that are proved (analyzers.Inclusions) are checked on every pair where both answers
// are complete. A violation is a defect of a theorem or of wobbly.
package compare
