// Package serve is what wobbly knows of the program that serves the page, wobbly-serve:
// its flags, where it is found, and how it is run until somebody ends it. It is a
// program of its own so that wobbly has no web server in it, and what it does is in
// package web.
package serve
