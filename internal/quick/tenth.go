//go:build !full

package quick

// share is the reciprocal of the share of cases that are tried.
const share = 10
