package systems

import "wobbly/theorem/engine"

// predictions lists no statements: the page omits those about race prediction to stay small.
func predictions() []*engine.Statement { return nil }
