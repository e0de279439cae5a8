// Package explore is the screen Explore: the states that can be reached from the
// present one, nearest first, how many of them race, and how many schedules there
// are.
package explore
