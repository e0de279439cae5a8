// Package serve finds and runs wobbly-serve, the program that serves the page (package web). It is
// separate so that wobbly does not contain a web server.
package serve
