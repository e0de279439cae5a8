package console

import (
	"os"
	"strconv"
	"strings"
)

// machineMemory returns how many bytes of memory this process can have, according to the machine or
// its container, or 0 if neither says.
func machineMemory() int64 {
	all := int64(0)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		all = memTotal(string(text))
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil &&
			n > 0 && (all == 0 || n < all) {
			all = n
		}
	}
	return all
}

// memTotal reads the line "MemTotal: 1024 kB".
func memTotal(meminfo string) int64 {
	_, rest, _ := strings.Cut(meminfo, "MemTotal:")
	line, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "kB")),
		10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}
