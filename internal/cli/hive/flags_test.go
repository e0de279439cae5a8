package hive

import (
	"fmt"
	"testing"
)

// TestFlags: each flag of a server needs --nats, and a certificate needs its key.
func TestFlags(t *testing.T) {
	none, url, folder := "", "nats://x", "d"
	const needsNATS = "--creds, --nkey, --ca and --cert are for --nats"
	const needBoth = "--cert and --key belong together"
	for _, tt := range []struct {
		flags hiveFlags
		want  string
	}{
		{hiveFlags{}, ""},
		{hiveFlags{Store: &folder}, ""},
		{hiveFlags{Store: &none}, "--store needs a directory"},
		{hiveFlags{Store: &folder, serverFlags: serverFlags{NATS: &url}},
			"--store and --nats cannot be used together"},
		{hiveFlags{serverFlags: serverFlags{NATS: &none}}, "--nats needs the URL of a server"},
		{hiveFlags{serverFlags: serverFlags{Creds: "f"}}, needsNATS},
		{hiveFlags{serverFlags: serverFlags{NKey: "f"}}, needsNATS},
		{hiveFlags{serverFlags: serverFlags{CA: "f"}}, needsNATS},
		{hiveFlags{serverFlags: serverFlags{Cert: "f", Key: "g"}}, needsNATS},
		{hiveFlags{serverFlags: serverFlags{NATS: &url, Cert: "f"}}, needBoth},
		{hiveFlags{serverFlags: serverFlags{NATS: &url, Key: "f"}}, needBoth},
		{hiveFlags{serverFlags: serverFlags{
			NATS: &url, Creds: "f", CA: "f", Cert: "f", Key: "g",
		}}, ""},
	} {
		got := ""
		if err := tt.flags.check(); err != nil {
			got = fmt.Sprint(err)
		}
		if got != tt.want {
			t.Errorf("check of %+v = %q, want %q", tt.flags, got, tt.want)
		}
	}
}
