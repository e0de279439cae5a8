//go:build unix

package explore

import "syscall"

// cpu returns the CPU time of the process in seconds, which other work on the machine disturbs less
// than the time of day.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
