package systems

import "wobbly/theorem/engine"

// predictions are none on the page.
func predictions() []*engine.Statement { return nil }
