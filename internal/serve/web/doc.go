// Package web serves the files of the page to browsers on this machine, on the loopback address. A
// request must name one of the files, and must be addressed to this host. Otherwise the answer is
// 404, so that a foreign page that makes a browser send requests learns nothing.
package web
