package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

// TestConsolePictures: the pictures in the documentation are those that the commands draw.
func TestConsolePictures(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for file, args := range map[string]string{
		"burble-race.svg": "show --race R1 --svg examples/burble.il",
		"burble.svg":      "show --race R1 --lanes examples/burble.il",
		"lost-update.svg": "show --schedule A3,B8,A5 --lanes examples/lock-split.il",
	} {
		code, got, stderr := execute(context.Background(), "", strings.Fields(args)...)
		if code != int(console.ExitNothing) || stderr != "" {
			t.Errorf("wobbly %s: exit %d, %s; want exit 0", args, code, stderr)
		}
		name := filepath.Join("docs", "pictures", file)
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil || string(want) != got {
			t.Errorf("%s (%v) is not what wobbly %s prints; go test ./internal/cli -run Console "+
				"-update-docs", name, err, args)
		}
	}
}
