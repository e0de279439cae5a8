// Package casetest has what the tests of statements share: cases, and the suite that
// holds statements against them.
package casetest
