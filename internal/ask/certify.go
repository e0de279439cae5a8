//go:build !js

// Not in the page, to keep first visits small.

package ask

import "wobbly/internal/compare"

// Certified finds certificates of absence.
var Certified Certify = compare.Certify
