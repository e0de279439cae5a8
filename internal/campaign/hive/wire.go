package hive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"wobbly/internal/campaign"
	"wobbly/internal/text"
)

type job struct {
	Version string          `json:"version"`
	Kind    string          `json:"kind"`
	Title   string          `json:"title"`
	About   json.RawMessage `json:"about"`
}

type task struct {
	N     uint64          `json:"n"`
	Part  int             `json:"part,omitempty"` // of a shard in parts, from 1; 0 for the shard
	Cut   bool            `json:"cut,omitempty"`  // the shard can be cut
	Shard json.RawMessage `json:"shard"`
}

// answer is a worker's answer to a task: a document, or one of the last three.
type answer struct {
	N        uint64          `json:"n"`
	Part     int             `json:"part,omitempty"` // of the task
	Worker   string          `json:"worker"`
	Again    bool            `json:"again,omitempty"` // the task was delivered before
	Document json.RawMessage `json:"document,omitempty"`
	Failed   string          `json:"failed,omitempty"` // the worker's panic
	// slowAfter workers have not answered, and the shard can be cut
	Slow   bool `json:"slow,omitempty"`
	Deadly bool `json:"deadly,omitempty"` // deadlyAfter workers have not answered
}

// presence is the answer of hosts and workers to whoSubject.
type presence struct {
	Worker  bool   `json:"worker,omitempty"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Job     string `json:"job,omitempty"`
	// shards that a worker has done, or whose documents a host has
	Done    uint64  `json:"done,omitempty"`
	Issued  uint64  `json:"issued,omitempty"` // shards that a host has handed out
	Seconds float64 `json:"seconds"`
}

// idOf returns the name of a job on a server, which is the same for a host that continues it.
func idOf(e *campaign.RemoteJob, version string) string {
	return digest(version, e.Kind, string(e.About))
}

func subjectOf(version, id string) string { return tasksSubject + digest(version) + "." + id }
func jobOf(subject string) string         { return subject[strings.LastIndexByte(subject, '.')+1:] }

func digest(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func encode(x any) []byte {
	text, err := json.Marshal(x)
	if err != nil {
		panic("hive: " + err.Error()) // a type without JSON
	}
	return text
}

// decodeJob returns the function that does a job's shards, for a worker that knows some kinds.
func decodeJob(data []byte, version string, kinds []campaign.Kind) (doer, error) {
	var j job
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, fmt.Errorf("a job that cannot be read: %w", err)
	}
	if j.Version != version {
		return nil, fmt.Errorf("a job of wobbly %s, and this is %s", text.Name(j.Version), version)
	}
	for _, k := range kinds {
		if k.Name == j.Kind {
			return k.Open(j.About)
		}
	}
	return nil, fmt.Errorf("a job of a kind that is not known: %q", j.Kind)
}

// Transport returns NATS JetStream as the transport of campaigns.
func Transport() campaign.Transport { return transport{} }

type transport struct{}

func (transport) Serve(o campaign.ServeOptions) (campaign.Server, error) {
	s, err := startServer(o)
	if err != nil {
		return nil, err
	}
	return localServer{s}, nil
}

func (transport) Connect(a campaign.Address) (campaign.Connection, error) {
	return connectionOf(reach(a))
}

type localServer struct{ *natsServer }

func (o localServer) Connect() (campaign.Connection, error) { return connectionOf(o.connect()) }

type connection struct{ *conn }

// connectionOf hides a nil connection, which would not be nil as an interface.
func connectionOf(c *conn, err error) (campaign.Connection, error) {
	if err != nil {
		return nil, err
	}
	return connection{c}, nil
}

func (l connection) Host(ctx context.Context, e *campaign.RemoteJob, o campaign.HostOptions) error {
	return hostJob(ctx, l.conn, e, o)
}

func (l connection) Work(ctx context.Context, o campaign.WorkOptions) error {
	return work(ctx, l.conn, o)
}

func (l connection) Status(ctx context.Context) (campaign.Status, error) {
	return statusOf(ctx, l.conn)
}
