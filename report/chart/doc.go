// Package chart draws the figures of a comparison as SVG. It is a package of its
// own so that only what draws depends on the library that draws.
package chart
