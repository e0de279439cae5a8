// Command wobbly-site writes the page as static files that any web host can serve.
//
//	go run ./cmd/wobbly-site -o site
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"wobbly/internal/service"
	"wobbly/internal/site"
)

func main() {
	folder := flag.String("o", "site", "the folder to write to")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: wobbly-site [-o FOLDER]")
		os.Exit(2)
	}
	if err := write(*folder); err != nil {
		fmt.Fprintln(os.Stderr, "wobbly-site:", err)
		os.Exit(2)
	}
}

// write makes the site and says how large it is.
func write(folder string) error {
	files, err := site.Build(context.Background(), service.BuildVersion())
	if err != nil {
		return err
	}
	bytes := 0
	for _, content := range files {
		bytes += len(content)
	}
	if err := site.Write(folder, files); err != nil {
		return err
	}
	fmt.Printf("%s: %d files, %.1f MB\n", folder, len(files), float64(bytes)/1e6)
	return nil
}
