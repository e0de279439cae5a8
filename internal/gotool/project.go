package gotool

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
)

var errElsewhere = errors.New("the folder of the project is not here, above, or where this " +
	"program was built")

// Project returns the folder of the project: the one that the working directory is in, or else
// the one that this program was built in.
func Project(ctx context.Context) (string, error) {
	root, err := project(ctx, ".")
	if built := builtIn(); err != nil && built != "" && !errors.Is(err, exec.ErrNotFound) {
		root, err = project(ctx, built)
	}
	if err == nil || errors.Is(err, exec.ErrNotFound) || ctx.Err() != nil {
		return root, err
	}
	return "", errElsewhere
}

func project(ctx context.Context, folder string) (string, error) {
	return Run(ctx, nil, "list", "-C", folder, "-m", "-f", "{{.Dir}}", "wobbly")
}

// builtIn returns the folder of the project when this program was built, or "" if it was built with
// -trimpath.
func builtIn() string {
	_, file, _, _ := runtime.Caller(0)
	if !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(file)))
}
