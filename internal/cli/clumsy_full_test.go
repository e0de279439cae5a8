//go:build full && unix

package cli

func init() { clumsyEach = 10 }
