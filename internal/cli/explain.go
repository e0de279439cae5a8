package cli

// explainCmd is `wobbly explain`.
type explainCmd struct {
	Args []string `arg:"" optional:"" name:"WHAT" help:"CODE, or FILE and: R1, or POSITION [POSITION], or UNIT EXPR."`
	pairFlags
	analysisFlags
}

// Run implements the command.
func (c *explainCmd) Run(a *app) error { return nil }
