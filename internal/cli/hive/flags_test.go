package hive

import (
	"fmt"
	"testing"
)

// TestFlags: each flag of a server needs --nats, and a certificate needs its key.
func TestFlags(t *testing.T) {
	none, url, folder := "", "nats://x", "d"
	const alone, apart = "--creds, --nkey, --ca and --cert are for --nats",
		"--cert and --key belong together"
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
		{hiveFlags{serverFlags: serverFlags{Creds: "f"}}, alone},
		{hiveFlags{serverFlags: serverFlags{NKey: "f"}}, alone},
		{hiveFlags{serverFlags: serverFlags{CA: "f"}}, alone},
		{hiveFlags{serverFlags: serverFlags{Cert: "f", Key: "g"}}, alone},
		{hiveFlags{serverFlags: serverFlags{NATS: &url, Cert: "f"}}, apart},
		{hiveFlags{serverFlags: serverFlags{NATS: &url, Key: "f"}}, apart},
		{hiveFlags{serverFlags: serverFlags{NATS: &url, Creds: "f", CA: "f", Cert: "f", Key: "g"}}, ""},
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
