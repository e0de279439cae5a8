package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// A command builds trees and tables that live to its end, so collecting as often as Go does
// by default, whenever the heap has doubled, finds little and marks much. It grows to
// batchGC percent more than what is alive, and to leastHeap bytes before anything is collected.
const (
	batchGC   = 400
	leastHeap = 64 << 20
)

// TuneBatch sets the garbage collector for a process that runs one command,
// unless the environment has a GOGC of its own.
func TuneBatch() {
	if os.Getenv("GOGC") == "" {
		tune(struct{}{})
	}
}

// tune sets how far the heap may grow until the next collection, and behind that one again.
func tune(struct{}) {
	setGrowth(growth(liveHeap()))
	runtime.AddCleanup(new([64]byte), tune, struct{}{})
}

// growing is how far the heap may grow, in percent; 0 before it is set.
var growing struct {
	sync.Mutex
	percent int
}

// setGrowth sets it, which stops everything for a moment.
func setGrowth(percent int) {
	growing.Lock()
	defer growing.Unlock()
	if growing.percent != percent {
		growing.percent = percent
		debug.SetGCPercent(percent)
	}
}

// smallHeap is what the runtime takes a smaller heap for, in bytes.
const smallHeap = 4 << 20

// growth is how far the heap may grow until the next collection, in percent of what is
// alive.
func growth(live uint64) int {
	live = max(live, smallHeap)
	if live*(100+batchGC)/100 >= leastHeap {
		return batchGC
	}
	return int(100*leastHeap/live) - 100
}

// A text of at least largeText bytes becomes trees and tables of about treesPerByte times
// as many.
const largeText, treesPerByte = 1 << 20, 16

// AwaitTrees says that a program of so many bytes was read. What is made of it lives to the
// end, so if it is large, the next collection waits until that is made. A limit on memory is
// kept all the same. It is for a process that TuneBatch has tuned.
func AwaitTrees(bytes int) {
	live := liveHeap()
	percent := awaiting(bytes, live)
	if bytes < largeText || percent <= growth(live) || os.Getenv("GOGC") != "" {
		return
	}
	setGrowth(percent)
}

// awaiting is how far the heap may grow until it holds the trees of a text, in percent of
// what is alive. Where that is little, the runtime takes it for smallHeap.
func awaiting(bytes int, live uint64) int {
	return int(100 * treesPerByte * uint64(bytes) / max(live, smallHeap))
}

// liveHeap is how many bytes of the heap the last collection has left.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
