// Package systems has statements about the analyzers of other papers (docs/theory.md). If an
// analyzer has several forms, the form is part of the instance, and the property that a form needs
// is a hypothesis.
package systems
