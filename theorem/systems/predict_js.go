package systems

import "wobbly/theorem/engine"

// predictions returns nothing on the page.
func predictions() []*engine.Statement { return nil }
