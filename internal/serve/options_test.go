package serve

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"
)

// TestOptions: options written to a command line are read back unchanged.
func TestOptions(t *testing.T) {
	for _, o := range []Options{
		{Port: Port, Open: true}, {Port: 0, Attached: true}, {Port: 65535, Folder: "-a b"},
		{Port: 1, Open: true, Folder: "site", Attached: true},
	} {
		var errs bytes.Buffer
		if got, err := Read(o.args(), &errs); got != o || err != nil || errs.Len() > 0 {
			t.Errorf("Read(%q) = %+v, %v; want %+v; it prints %q", o.args(), got, err, o,
				errs.String())
		}
	}
	want := Options{Port: Port, Open: true}
	if got, err := Read(nil, nil); got != want || err != nil {
		t.Errorf("Read(nil) = %+v, %v; want %+v", got, err, want)
	}
}

// TestReadRefuses: a wrong command line is an error that is printed, and -h prints help.
func TestReadRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"-port 65536": "-port must be from 0 to 65535", "-port=-1": "from 0 to 65535",
		"-port x": "invalid value", "here": "unexpected argument here", "-x": "not defined",
	} {
		var errs bytes.Buffer
		if _, err := Read(strings.Fields(args), &errs); err == nil ||
			errors.Is(err, flag.ErrHelp) || !strings.Contains(errs.String(), want) {
			t.Errorf("Read(%s): error %v, printed %q; want an error and %q", args, err,
				errs.String(), want)
		}
	}
	var errs bytes.Buffer
	if _, err := Read([]string{"-h"}, &errs); !errors.Is(err, flag.ErrHelp) ||
		!strings.Contains(errs.String(), "default 7410") {
		t.Errorf("Read(-h): error %v, printed %q; want flag.ErrHelp and %q", err, errs.String(),
			"default 7410")
	}
}
