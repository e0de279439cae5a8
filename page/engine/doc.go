// Package engine is the server side of the page: a Handler takes messages and sends replies, both
// JSON texts. The protocol is docs/page.md. Its types are in *protocol.go, and page/src/protocol.ts
// is generated from them.
//
// A message names a verb (verbs.go). The package only translates: the answers come from
// internal/ask, internal/language, session, session/command, lesson, theorem, repair and
// picture. If a verb is also a command, its answer is byte for byte the document that the command
// prints with --json, and comes with the exit code that the command has.
//
//	{"id":7,"do":"check","program":"..."}
//	  -> {"id":7,"progress":{...}}            any number, about ten a second
//	  -> {"id":7,"ok":{...},"exit":1}         or an error: the last reply
//
// A Handler keeps what outlives a message: sessions, lessons with their records, and the text that
// was asked about last. Everything else belongs to the call that answers one message.
//
// Messages are not trusted. They are bounded in size and depth (deep.go), unknown fields are
// refused, a panic becomes a reply with the code "internal", and a search that takes too much
// memory ends with what it has (bound.go). An illegal program and a limit that was reached are
// replies too, with the exit codes 5 and 3.
//
// The package uses no terminal, files, network or clock; the caller of New passes a clock and the
// memory in use. It does not depend on a browser: cmd/wobbly-page runs it in a worker, and the
// tests call Handle directly.
package engine
