package console

import (
	"os"
	"strconv"
	"strings"
)

// machineMemory returns how many bytes of memory this process can have, according to the machine or
// its container, or 0 if neither says.
func machineMemory() int64 {
	machine := int64(0)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		machine = memTotal(string(text))
	}
	text, err := os.ReadFile("/sys/fs/cgroup/memory.max")
	if err != nil {
		return machine
	}
	container, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || container <= 0 { // "max" means no limit
		return machine
	}
	if machine == 0 {
		return container
	}
	return min(machine, container)
}

// memTotal returns the bytes in a line such as "MemTotal: 1024 kB" of /proc/meminfo, or 0 if there
// is none.
func memTotal(meminfo string) int64 {
	_, rest, _ := strings.Cut(meminfo, "MemTotal:")
	line, _, _ := strings.Cut(rest, "\n")
	number := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "kB"))
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}
