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

// task is a shard, or a part of one, for a worker to do.
type task struct {
	N     uint64          `json:"n"`              // the number of the shard
	Part  int             `json:"part,omitempty"` // the number of the part, from 1; 0 for the shard
	Cut   bool            `json:"cut,omitempty"`  // whether the shard can be cut
	Shard json.RawMessage `json:"shard"`
}

// answer is a worker's answer to a task. It has exactly one of the last four fields.
type answer struct {
	N        uint64          `json:"n"`              // the N of the task
	Part     int             `json:"part,omitempty"` // the Part of the task
	Worker   string          `json:"worker"`
	Again    bool            `json:"again,omitempty"` // whether the task was delivered before
	Document json.RawMessage `json:"document,omitempty"`
	Failed   string          `json:"failed,omitempty"` // the worker's panic
	Slow     bool            `json:"slow,omitempty"`   // the task was delivered over slowAfter times
	Deadly   bool            `json:"deadly,omitempty"` // ... over deadlyAfter times
}

// presence is the answer of hosts and workers to whoSubject.
type presence struct {
	Worker  bool    `json:"worker,omitempty"` // whether a worker answers, not a host
	Name    string  `json:"name"`
	Version string  `json:"version"`
	Job     string  `json:"job,omitempty"`    // a host's job, or that of a worker's current shard
	Done    uint64  `json:"done,omitempty"`   // how many shards a worker did, or a host has taken
	Issued  uint64  `json:"issued,omitempty"` // how many shards a host has handed out
	Seconds float64 `json:"seconds"`          // since the host or worker began
}

// idOf returns the ID of a job on a server, which is the same for a host that continues it.
func idOf(j *campaign.RemoteJob, version string) string {
	return digest(version, j.Kind, string(j.About))
}

func subjectOf(version, id string) string { return tasksSubject + digest(version) + "." + id }

func jobOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// digest returns a short name for a list of texts.
func digest(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// encode returns a message as JSON. It is for the types of this package, which can be encoded.
func encode(x any) []byte {
	data, err := json.Marshal(x)
	if err != nil {
		panic("hive: " + err.Error())
	}
	return data
}

// decodeJob returns the function that does the shards of an encoded job, which must be of this
// version and one of these kinds.
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

func (s localServer) Connect() (campaign.Connection, error) { return connectionOf(s.connect()) }

type connection struct{ *conn }

// connectionOf returns c as an interface, which is nil if there is an error.
func connectionOf(c *conn, err error) (campaign.Connection, error) {
	if err != nil {
		return nil, err
	}
	return connection{c}, nil
}

func (c connection) Host(ctx context.Context, j *campaign.RemoteJob, o campaign.HostOptions) error {
	return hostJob(ctx, c.conn, j, o)
}

func (c connection) Work(ctx context.Context, o campaign.WorkOptions) error {
	return work(ctx, c.conn, o)
}

func (c connection) Status(ctx context.Context) (campaign.Status, error) {
	return statusOf(ctx, c.conn)
}
