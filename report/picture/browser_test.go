//go:build full

package picture

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// dump returns the document that Chromium makes of a page opened at #4.
func dump(t *testing.T, page []byte) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, page, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--dump-dom",
		"file://"+filepath.ToSlash(file)+"#4").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
