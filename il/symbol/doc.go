// Package symbol resolves the names of a text: which of them mean the same thing, and whether
// that is a method, a formal, a local, a field, or an object of the initial state. Editors use it
// for definitions, references and renaming.
//
// Names are looked up in the tree as written, so a text with errors has answers too, for the
// part that could be parsed.
//
//   - A method is named where it is declared and where it is called. If two methods have one
//     name, which is an error, the name means both.
//   - A variable is one unit's. The formals of a thread block are the names of the
//     shape argN (Section 3.1); every other variable that a method does not declare is a local.
//   - A binding A.x = o of the init block names the formal x of whatever unit A
//     runs. In a class these can be several, which are then one variable with one name.
//   - A field belongs to the whole file: every object has every field that is mentioned.
package symbol
