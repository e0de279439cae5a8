//go:build !threads

package cprogram

// everything is what the test of ThreadSanitizer looks at with the tag threads.
const everything = false
