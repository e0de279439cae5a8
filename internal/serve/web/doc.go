// Package web shows the page to browsers of this machine: the files of a site, and
// nothing else, on the loopback address. It has no folder to leave: a request names one
// of the files or gets 404, and so does one that was sent to another host's name, as a
// page of somebody else could have a browser do.
package web
