//go:build js && wasm

// Command wobbly-page is the engine of the page: package page/engine in a worker of a
// browser, built for GOOS=js GOARCH=wasm. docs/page.md is what it speaks.
//
// It sets one global function, wobblyCall(message, reply): message is a text, and reply
// is called with each reply, a text too, before wobblyCall returns. Where there is a
// global function wobblyReady, it is called once.
package main

import (
	"context"
	"runtime/debug"
	"syscall/js"
	"time"

	"wobbly/internal/service"
	"wobbly/page/engine"
)

// memory is the soft limit of the heap, in bytes: a browser's WebAssembly has 4 GB at
// most, and a collection needs room.
const memory = 2 << 30

func main() {
	debug.SetMemoryLimit(memory)
	begun := time.Now()
	h := engine.New(engine.Options{Version: service.BuildVersion(), Now: func() int64 { return time.Since(begun).Milliseconds() }})
	js.Global().Set("wobblyCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		reply := args[1]
		h.Handle(context.Background(), []byte(args[0].String()), func(text []byte) { reply.Invoke(string(text)) })
		return nil
	}))
	if ready := js.Global().Get("wobblyReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}
