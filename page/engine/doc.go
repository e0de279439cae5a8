// Package engine answers the page: it takes a message, a JSON text, and gives
// replies, JSON texts too. docs/page.md is the protocol, and protocol.go its types,
// of which page/src/protocol.ts is made.
//
// It is no second engine. What a verb answers is made by internal/pipeline, session,
// session/command, lesson, theorem, repair and picture, and a document is byte for
// byte what the command of that name prints with --json.
//
// The package has no terminal, no files, no network and no clock: whoever starts a
// Handler gives it one. It knows nothing of browsers either; cmd/wobbly-page lets it
// speak in a worker, and tests call it as it is.
//
// A message is hostile until it is read: it is bounded, what it does not need is
// refused, and what is wrong with it is the reply. A program that is not legal, and a
// limit that was reached, are replies as well, with the exit that the command would
// have (5, 3).
package engine
