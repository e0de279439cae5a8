// Package chart draws the figures of a comparison as SVG, in the colours and
// letters of package picture: light or dark, as the reader's system prefers, with
// everything in the file itself.
package chart
