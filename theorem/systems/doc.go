// Package systems has what is claimed of the analyzers of other papers
// (docs/comparators.md). Where there are several forms of one, the form is part of
// the instance, and what it needs is a hypothesis.
package systems
