//go:build unix

package explore

import "syscall"

// cpu is the time that the process has run on any core, in seconds: other work
// on the machine disturbs it less than the time of day.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
