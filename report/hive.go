package report

import (
	"fmt"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// HiveStatusSchema is the schema of the document of wobbly-hive status.
const HiveStatusSchema = "wobbly/hive-status/1"

// HiveStatus is the users and jobs of a message server.
type HiveStatus struct {
	Version string `json:"version"`
	// Jobs are in the order of their IDs, and Workers in that of their names.
	Jobs    []HiveJob    `json:"jobs"`
	Workers []HiveWorker `json:"workers"`
}

// HiveJob is a job of a server.
type HiveJob struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Title   string `json:"title"`
	Version string `json:"version"`
	// Host is the name of the job's host, or empty if that died.
	Host string `json:"host"`
	// Issued counts the shards that were issued, and Taken those of them that were taken.
	Issued    uint64 `json:"issued"`
	Taken     uint64 `json:"taken"`
	Tasks     uint64 `json:"tasks"`
	Documents uint64 `json:"documents"`
	// Rate is the number of shards taken in a second.
	Rate float64 `json:"rate"`
}

// HiveWorker is a worker that has answered.
type HiveWorker struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	// Job is the job that it works on, or empty if there is none.
	Job    string `json:"job"`
	Shards uint64 `json:"shards"`
	// Rate is the number of shards in a second.
	Rate float64 `json:"rate"`
}

func (*HiveStatus) schema() string { return HiveStatusSchema }

func (d *HiveStatus) text(p *page) {
	jobs := slice.Map(d.Jobs, func(j HiveJob) []string {
		host := "no host: the same command continues it"
		if j.Host != "" {
			host = "host " + text.Name(j.Host)
		}
		return []string{
			text.Name(j.ID), text.Name(j.Title), d.versionOf(j.Version), host,
			fmt.Sprintf("%d of %d shards", j.Taken, j.Issued),
			text.Count(j.Tasks, "task") + " and " + text.Count(j.Documents, "document") +
				" on the server",
			fmt.Sprintf("%.1f/s", j.Rate),
		}
	})
	p.line("%s", p.paint(bold, text.Count(len(jobs), "job")))
	p.lines(2, table(jobs))
	workers := slice.Map(d.Workers, func(w HiveWorker) []string {
		at := "waits"
		if w.Job != "" {
			at = "at " + text.Name(w.Job)
		}
		return []string{
			text.Name(w.Name), d.versionOf(w.Version), at, text.Count(w.Shards, "shard"),
			fmt.Sprintf("%.1f/s", w.Rate),
		}
	})
	p.line("%s", p.paint(bold, text.Count(len(workers), "worker")))
	p.lines(2, table(workers))
}

func (d *HiveStatus) versionOf(v string) string {
	if v == d.Version {
		return "this version"
	}
	return "of " + text.Name(v)
}
