// Package symbol says which names of a text mean the same thing, and what each
// of them is: a method, a formal, a local, a field, or an object of the initial
// state. It is what editors ask for definitions, references and new names.
//
// Names are looked up in the tree as written, so that there is an answer for a text
// with errors too, for what could be read of it.
//
//   - A method is named where it is declared and where it is called. Of two
//     declarations of one name, which is an error, both are meant.
//   - A variable is one unit's. The formals of a thread block are the names of the
//     shape argN (Section 3.1); every other variable that a method does not declare is a local.
//   - A binding A.x = o of the init block names the formal x of whatever unit A
//     runs. In a class these can be several, which are then one variable with one name.
//   - A field is the whole file's: every object has every field that is mentioned.
package symbol
