package serve

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
)

// Port is the default port. It is part of the page's origin, to which a browser's storage belongs:
// on another port, the page does not have the student's programs.
const Port = 7410

// Program is the name of the program that serves the page.
const Program = "wobbly-serve"

// Options are the command line of wobbly-serve.
type Options struct {
	// Port is a port of 127.0.0.1, or 0 for any that is free.
	Port int
	// Open reports whether a browser opens the page.
	Open bool
	// Folder is where the page is written instead of serving it, or empty.
	Folder string
	// Attached reports whether wobbly-serve ends when its standard input does, that is with its
	// parent.
	Attached bool
}

// Read reads a command line. It prints errors and help to errs; after help, the error is
// flag.ErrHelp.
func Read(args []string, errs io.Writer) (Options, error) {
	var o Options
	f := flag.NewFlagSet(Program, flag.ContinueOnError)
	f.IntVar(&o.Port, "port", Port, "serve on port `N` of 127.0.0.1; 0 is any that is free")
	f.BoolVar(&o.Open, "open", true, "open a browser")
	f.StringVar(&o.Folder, "o", "",
		"write the page into a `folder`, for any web host, and serve nothing")
	f.BoolVar(&o.Attached, "attached", false, "end when standard input does")
	f.SetOutput(errs)
	if err := f.Parse(args); err != nil {
		return o, err // f has printed it
	}
	err := o.check(f.Args())
	if err != nil {
		fmt.Fprintf(errs, "%s: %s\n", Program, err)
	}
	return o, err
}

// check returns an error if the options are out of range or arguments follow them.
func (o *Options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %s", rest[0])
	case o.Port < 0 || o.Port > 65535:
		return errors.New("-port must be from 0 to 65535")
	}
	return nil
}

// args returns the command line that Read reads as o.
func (o *Options) args() []string {
	return []string{
		"-port=" + strconv.Itoa(o.Port),
		"-open=" + strconv.FormatBool(o.Open),
		"-o=" + o.Folder,
		"-attached=" + strconv.FormatBool(o.Attached),
	}
}
