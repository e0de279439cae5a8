//go:build !linux

package console

// machineMemory returns 0, because only Linux says how much memory the machine has.
func machineMemory() int64 { return 0 }
