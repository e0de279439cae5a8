// Package arch tests the structure of the project. It has no code of its own; each test reads the
// source files or the import graph and compares them with what ARCHITECTURE.md promises:
//
//   - imports_test.go: which packages may import which, and where each outside library lives;
//   - weight_test.go: what must not be linked into the programs that students load;
//   - switches_test.go: which packages may switch over the types of IL's syntax;
//   - changes_test.go: the lists of files to touch for a typical change.
package arch
