//go:build !linux

package cli

// machineMemory is not known here.
func machineMemory() int64 { return 0 }
