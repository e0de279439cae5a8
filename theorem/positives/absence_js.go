package positives

import "wobbly/theorem/engine"

func certificates() []*engine.Statement { return nil }
