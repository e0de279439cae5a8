// Package casetest has the cases and the suite that the tests of statements share.
package casetest
