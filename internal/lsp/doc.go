// Package lsp is `wobbly lsp`: it serves the answers of package language to editors, in the
// Language Server Protocol (version 3.18).
//
// It declares only the messages that it uses, to keep the binary small. Its tests speak to it with
// a library that knows the whole protocol.
//
// Edits arrive as increments. Notifications are handled in order, requests concurrently. A request
// is answered for the version of the text that was current when it arrived, and given up if it is
// cancelled or the text changes (ContentModified). Diagnostics are published when nothing has been
// typed for a moment, which Options.Pause measures. A text beyond maxText gets a diagnostic instead
// of an analysis. After a failure in an answer, or a malformed message, the session continues.
package lsp
