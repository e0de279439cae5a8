//go:build !js

package digest

import "crypto/sha256"

// SHA256 returns the SHA-256 of a text.
func SHA256(text []byte) [32]byte { return sha256.Sum256(text) }
