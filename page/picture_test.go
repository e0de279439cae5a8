//go:build full

package page_test

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"testing"

	cdpage "github.com/chromedp/cdproto/page"
)

var pictureFile = flag.String("picture", "", "the file to write the picture of the page to")

// TestPicture takes the README's picture of the page: the race of the first example, with both
// threads about to access.
func TestPicture(t *testing.T) {
	b := open(t, "/", setup{width: 1280, height: 800})
	b.ready()
	b.until(`document.querySelector(".sub").innerText.includes("10 states searched") &&
		document.querySelector(".why")`)
	taken := command(b, cdpage.CaptureScreenshot,
		cdpage.CaptureScreenshotParams{Format: cdpage.CaptureScreenshotFormatPng})
	picture, err := png.Decode(bytes.NewReader(taken.Data))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 1280 || size.Y != 800 {
		t.Errorf("the picture has %d x %d pixels", size.X, size.Y)
	}
	if *pictureFile != "" {
		if err := os.WriteFile(*pictureFile, taken.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
