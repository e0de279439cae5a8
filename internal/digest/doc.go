// Package digest is SHA-256 for packages that the page's engine contains. In the page it is a short
// implementation of its own, because that of the standard library includes all of FIPS 140 with its
// self-tests: a hundredth of the first visit. Everywhere else it is that of the standard library.
//
// The digests identify texts. They protect no secret.
package digest
