//go:build !unix

package explore

import "time"

var begun = time.Now()

// cpu is the time of day, in seconds: what the process has run is not asked here.
func cpu() float64 { return time.Since(begun).Seconds() }
