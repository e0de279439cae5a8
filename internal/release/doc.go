// Command release builds the archives of a release: `make release`. The archive of a system has the
// folders bin and share for a prefix such as ~/.local: programs, the page inside wobbly-serve,
// completion scripts, manual pages, documents, examples, the licences of all libraries, and an SBOM
// in CycloneDX's JSON. Another archive has the page alone, for a web host, and SHA256SUMS the sums.
//
// The same commit and the same Go give the same bytes, in any folder and at any time: the programs
// are built without paths, and all times are that of the commit.
package main
