package text

import "fmt"

// Count is a number with its noun: "1 race", "2 races". The number is an integer,
// or prints itself as one.
func Count(n any, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf is Count for a noun with a plural of its own: "1 switch", "2 switches".
func CountOf(n any, one, many string) string {
	number := fmt.Sprint(n)
	if number == "1" {
		return "1 " + one
	}
	return number + " " + many
}
