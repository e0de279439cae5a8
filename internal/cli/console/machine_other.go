//go:build !linux

package console

func machineMemory() int64 { return 0 }
