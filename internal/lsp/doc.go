// Package lsp serves the answers of package language to editors, in the Language
// Server Protocol (version 3.18) over a stream: `wobbly lsp`.
//
// It declares the messages that it uses, as the student's binary shall not carry all of
// the protocol's; its tests speak to it with a library that knows them all.
//
// Texts are kept as the editor has them, by increments. Notifications are handled in
// their order, requests aside: a request answers for the version of the text that it
// was sent after. It is given up when it is cancelled, and when the text changes
// (ContentModified). Diagnostics follow a change when nothing has been typed for a
// moment, which the caller measures. A text beyond maxText is not looked at, and that
// is said. What fails inside an answer is an error of that answer, and ends nothing else.
package lsp
