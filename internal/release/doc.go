// Command release builds the archives of a release: `make release`. For each system there
// is one, with bin and share as they belong below a prefix such as ~/.local: the programs,
// the page inside wobbly-serve, completion scripts, pages of the manual, the documents,
// the examples, the licences of all that is linked, and an SBOM in CycloneDX's JSON. One
// more archive is the page alone, for a web host, and SHA256SUMS has the sums.
//
// The same commit and the same Go give the same bytes, in any folder and at any time: the
// programs are built without paths, and all times are that of the commit.
package main
