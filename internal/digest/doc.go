// Package digest is SHA-256 for what the engine of the page needs too. There it is a
// short implementation of its own, since that of the standard library brings all of
// FIPS 140 along, its self tests included: a hundredth of what a first visit loads.
// Everywhere else it is that of the standard library.
//
// What it makes names and binds texts, and keeps no secret.
package digest
