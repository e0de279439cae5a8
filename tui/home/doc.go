// Package home is the screen Home: lessons, examples and programs to choose from.
package home
