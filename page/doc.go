// Package page is wobbly in a browser. It embeds the built page, and combines it with the engine as
// WebAssembly into the files of a site.
//
// The page's sources are in src, in TypeScript; package-lock.json pins their dependencies. In this
// folder `npm ci && npm run build` builds dist from them. It is in the repository, so that Go alone
// can serve the page, and CI checks that it is up to date.
//
// # A site
//
// Site names each file except the index and the service worker after its content. The index names
// the others, so each index comes with the right engine, and browsers may keep all other files for
// ever. The service worker has the list of all files and keeps one version of them at a time.
//
// The engine is compressed with Zstandard, as a file that the page decompresses itself. Hosts need
// not support that.
package page
