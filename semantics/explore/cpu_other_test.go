//go:build !unix

package explore

import "time"

var begun = time.Now()

// cpu returns the time of day in seconds, on systems without a portable way to ask for CPU time.
func cpu() float64 { return time.Since(begun).Seconds() }
