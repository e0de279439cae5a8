// Package web serves the files of the page to browsers on this machine, on the loopback address. A
// request must name one of the files, and must be addressed to this host: otherwise the answer is
// 404, also to requests that a foreign page makes a browser send.
package web
