// Package page is wobbly in a browser: the built page, embedded, and the files
// of a site made of it and of the engine as WebAssembly.
//
// The page's sources are in src, in TypeScript; package-lock.json pins what they use. dist is what
// `npm ci && npm run build` makes of them here. It is kept in the repository, so that Go alone
// serves the page, and a test of CI says when it is not what the sources give.
//
// # A site
//
// Site names each file except the index and the service worker after its content. The index names
// the others, so each index comes with the right engine, and browsers may keep all other files for
// ever. The service worker knows the list of all files and keeps one version of them at a time.
//
// The engine travels packed by Zstandard, as a file that the page unpacks itself:
// hosts need to know nothing of it.
package page
