//go:build js && wasm

// Command wobbly-page is the engine of the page: package page/engine in a browser's worker, built
// for GOOS=js GOARCH=wasm. docs/page.md describes its messages.
//
// Its optional argument is the number of bytes that it may have in use, 1.5 GB by default.
//
// It defines one global function, wobblyCall(message, reply): message is a string, and reply is
// called with each reply, also a string, before wobblyCall returns. Then it calls the global
// function wobblyReady, if there is one.
package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"syscall/js"
	"time"

	"wobbly/internal/ask"
	"wobbly/page/engine"
)

// defaultMemory limits the bytes in use: work that needs more stops with the results that it has.
// A browser gives WebAssembly at most 4 GB, and a growing table needs three times its size.
const defaultMemory = 3 << 29

// maxMemory returns how many bytes may be in use.
func maxMemory() uint64 {
	if len(os.Args) > 1 {
		if n, err := strconv.ParseUint(os.Args[1], 10, 32); err == nil && n > 0 {
			return n
		}
	}
	return defaultMemory
}

// ballast is allocated and never used, so that the heap is never small and the collector runs less
// often: it has no thread of its own here, and while it runs each write of a pointer costs more.
// Searches are faster by a third.
var ballast = make([]byte, 32<<20)

// live returns how many bytes were in use after the last collection.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	all := s[0].Value.Uint64()
	return all - min(all, uint64(len(ballast)))
}

func main() {
	limit := maxMemory()
	// The collector works harder only above this limit, which leaves room for garbage.
	debug.SetMemoryLimit(int64(len(ballast)) + int64(limit/3*5))
	start := time.Now()
	h := engine.New(engine.Options{
		Version:   ask.Version,
		Now:       func() int64 { return time.Since(start).Milliseconds() },
		Memory:    live,
		MaxMemory: limit,
	})
	js.Global().Set("wobblyCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		reply := args[1]
		h.Handle(context.Background(), []byte(args[0].String()),
			func(text []byte) { reply.Invoke(string(text)) })
		return nil
	}))
	if ready := js.Global().Get("wobblyReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}
