//go:build !full

package quick

const share = 10
