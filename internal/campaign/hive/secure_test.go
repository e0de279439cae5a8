package hive

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"wobbly/internal/campaign"
)

// certificate writes a self-signed certificate and its key to files, and returns their names.
func certificate(t *testing.T, dir, name string) (cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Unix(0, 0), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, k.Public(), k)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	write := func(suffix, kind string, data []byte) string {
		path := filepath.Join(dir, name+suffix)
		err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write(".pem", "CERTIFICATE", der), write("-key.pem", "EC PRIVATE KEY", secret)
}

// TestSecure: a server whose configuration file requires certificates on both sides and a token
// rejects clients that lack one of them, and runs the campaigns of others.
func TestSecure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := certificate(t, dir, "server")
	mine, myKey := certificate(t, dir, "worker")
	other, otherKey := certificate(t, dir, "other")
	config := filepath.Join(dir, "hive.conf")
	text := fmt.Sprintf(`listen: "127.0.0.1:-1"
tls { cert_file: %q, key_file: %q, ca_file: %q, verify: true }
authorization { token: "secret" }
log_file: %q
`,
		cert, key, mine, filepath.Join(dir, "log"))
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := startServer(campaign.ServeOptions{Dir: t.TempDir(), Keep: true, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	good := campaign.Address{URL: s.URL(), Token: "secret", CA: cert, Cert: mine, Key: myKey}
	for name, change := range map[string]func(*campaign.Address){
		"no token":             func(a *campaign.Address) { a.Token = "" },
		"wrong token":          func(a *campaign.Address) { a.Token = "known" },
		"no authority":         func(a *campaign.Address) { a.CA = "" },
		"wrong authority":      func(a *campaign.Address) { a.CA = other },
		"no certificate":       func(a *campaign.Address) { a.Cert, a.Key = "", "" },
		"unsigned certificate": func(a *campaign.Address) { a.Cert, a.Key = other, otherKey },
		"wrong key":            func(a *campaign.Address) { a.Key = otherKey },
		"missing credentials":  func(a *campaign.Address) { a.Creds = filepath.Join(dir, "nosuch") },
		"missing seed":         func(a *campaign.Address) { a.NKey = filepath.Join(dir, "nosuch") },
		"missing CA file":      func(a *campaign.Address) { a.CA = filepath.Join(dir, "nosuch") },
	} {
		a := good
		change(&a)
		if c, err := reach(a); err == nil {
			c.Close()
			t.Errorf("%s: the server accepts the connection", name)
		} else if strings.Contains(err.Error(), "JetStream") {
			t.Errorf("%s: reach = %v, want no connection at all", name, err)
		}
	}
	join := func() *conn {
		c, err := reach(good)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	ctx := within(t, patience)
	w := join()
	go func() {
		_ = work(ctx, w,
			campaign.WorkOptions{Name: "w", Version: "test", Kinds: []campaign.Kind{squares}})
	}()
	q := squaring{N: 200}
	if x := q.host(ctx, t, join(), nil); x.err != nil || x.text != q.here() {
		t.Errorf("the job = %+v, want\n%s", x, q.here())
	}
}

// TestServerSays: a server that does not start returns the reason at once. The engine itself would
// end the process.
func TestServerSays(t *testing.T) {
	t.Parallel()
	serverURL, err := url.Parse(serve(t, true).URL())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(serverURL.Port())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	configured := func(text string) campaign.ServeOptions {
		f, err := os.CreateTemp(dir, "*.conf")
		if err == nil {
			_, err = f.WriteString(text)
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return campaign.ServeOptions{Dir: dir, Keep: true, Config: f.Name()}
	}
	log := filepath.Join(dir, "log")
	for name, tt := range map[string]struct {
		o    campaign.ServeOptions
		want string
	}{
		"a port that is taken": {campaign.ServeOptions{
			Dir: dir, Keep: true, Listen: true, Port: port,
		}, "the message server does not start: Error listening on port: "},
		"by configuration": {configured(fmt.Sprintf("listen: \"127.0.0.1:%d\"\nlog_file: %q\n",
			port, log)), "the message server does not start: Error listening on port: "},
		"a log in a directory that does not exist": {
			configured(fmt.Sprintf("log_file: %q\n", filepath.Join(dir, "none", "log"))),
			"the log of the message server: open ",
		},
	} {
		s, err := startServer(tt.o)
		if err == nil {
			s.Stop()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: startServer = %v, want %q", name, err, tt.want)
		}
	}
	if text, err := os.ReadFile(log); err != nil ||
		!strings.Contains(string(text), "Error listening on port: ") {
		t.Errorf("the log is %q (%v), want the error", text, err)
	}
}

// TestStoreOfOne: a persistent directory belongs to one server at a time. A second server is
// rejected until the first has ended.
func TestStoreOfOne(t *testing.T) {
	t.Parallel()
	o := campaign.ServeOptions{Dir: t.TempDir(), Keep: true}
	for range 2 {
		s, err := startServer(o)
		if err != nil {
			t.Fatal(err)
		}
		second, err := startServer(o)
		if err == nil {
			second.Stop()
		}
		const want = "another message server has the directory "
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("startServer of a second server = %v, want %s", err, want)
		}
		s.Stop()
	}
}

// TestServerName: the name of a server is printed without credentials.
func TestServerName(t *testing.T) {
	t.Parallel()
	for urls, want := range map[string]string{
		"nats://127.0.0.1:4222":           "nats://127.0.0.1:4222",
		"nats://bob:pw@a:1,tls://token@b": "nats://a:1,tls://b",
		"bob:p@w@a:1":                     "a:1", "nats://b%z@a": "nats://a",
	} {
		if got := serverName(urls); got != want {
			t.Errorf("serverName(%q) = %q, want %q", urls, got, want)
		}
	}
	if _, err := reach(campaign.Address{URL: "nats://bob:s%zecret@127.0.0.1:1"}); err == nil ||
		strings.Contains(err.Error(), "zecret") {
		t.Errorf("reach of an invalid URL = %v, want an error without the password", err)
	}
}
