package hive

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"wobbly/internal/campaign"
	"wobbly/internal/text"
)

// job is a job as workers find it.
type job struct {
	Version string          `json:"version"`
	Kind    string          `json:"kind"`
	Title   string          `json:"title"`
	About   json.RawMessage `json:"about"`
}

// task is a shard on its way to a worker.
type task struct {
	N     uint64          `json:"n"`
	Part  int             `json:"part,omitempty"` // of a shard that is cut, from 1; 0 for all of it
	Cut   bool            `json:"cut,omitempty"`  // it can be cut
	Shard json.RawMessage `json:"shard"`
}

// answer is what a worker sends about a task.
type answer struct {
	N        uint64          `json:"n"`
	Part     int             `json:"part,omitempty"` // as of the task
	Worker   string          `json:"worker"`
	Again    bool            `json:"again,omitempty"` // the task was with a worker before
	Document json.RawMessage `json:"document,omitempty"`
	Failed   string          `json:"failed,omitempty"` // instead of a document: what the worker has panicked with
	Slow     bool            `json:"slow,omitempty"`   // instead of a document: some workers have had it, and none has answered; it can be cut
	Deadly   bool            `json:"deadly,omitempty"` // instead of a document: worker after worker has had it, and none has answered
}

// presence is what hosts and workers say to who asks.
type presence struct {
	Worker  bool    `json:"worker,omitempty"`
	Name    string  `json:"name"`
	Version string  `json:"version"`
	Job     string  `json:"job,omitempty"`
	Done    uint64  `json:"done,omitempty"`   // shards of a worker; those taken of a host
	Issued  uint64  `json:"issued,omitempty"` // of a host
	Seconds float64 `json:"seconds"`
}

// idOf is the name of a job on a server. The same job has the same one, so that a
// host goes on with what another one has left.
func idOf(e *campaign.Errand, version string) string {
	return digest(version, e.Kind, string(e.About))
}

// subjectOf is the subject of the tasks of a job.
func subjectOf(version, id string) string { return tasksSubject + digest(version) + "." + id }

// jobOf is the job of a task.
func jobOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// digest is a word for texts that tells them apart.
func digest(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// encode writes a message.
func encode(x any) []byte {
	text, err := json.Marshal(x)
	if err != nil {
		panic("hive: " + err.Error()) // of a type that is no JSON
	}
	return text
}

// decodeJob finds out what a job asks of a worker of a version, which knows some
// kinds.
func decodeJob(data []byte, version string, kinds []campaign.Kind) (doer, error) {
	var in job
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("a job that cannot be read: %w", err)
	}
	if in.Version != version {
		return nil, fmt.Errorf("a job of wobbly %s, and this is %s", text.Name(in.Version), version)
	}
	for _, k := range kinds {
		if k.Name == in.Kind {
			return k.Open(in.About)
		}
	}
	return nil, fmt.Errorf("a job of a kind that is not known: %q", in.Kind)
}
