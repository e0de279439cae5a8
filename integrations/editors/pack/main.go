// Command pack writes the extension for VS Code to standard output.
package main

import (
	"fmt"
	"os"

	"wobbly/integrations/editors"
)

func main() {
	if err := editors.VSIX(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
