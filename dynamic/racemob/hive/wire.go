package hive

import (
	"encoding/json"
	"fmt"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
)

// job is a racemob.Job as it travels. Units are numbers, sites offsets and
// kinds: both ends read the same text with the same version of wobbly.
type job struct {
	Version    string         `json:"version"`
	Name       string         `json:"name"`
	Text       string         `json:"text"`
	Policy     racemob.Policy `json:"policy"`
	Candidates []candidate    `json:"candidates"`
}

// candidate is a racemob.Candidate as it travels.
type candidate struct {
	Units [2]int     `json:"units"`
	Sites [2]il.Site `json:"sites"`
}

// answer is what a worker sends about a task.
type answer struct {
	Worker string         `json:"worker"`
	Result racemob.Result `json:"result"`
	Again  bool           `json:"again,omitempty"`  // the task was with a worker before
	Failed string         `json:"failed,omitempty"` // instead of a result
}

// encode writes a job.
func encode(j *racemob.Job, version string) ([]byte, error) {
	out := job{Version: version, Name: j.Core.Source.Name, Text: j.Core.Source.Text, Policy: j.Policy}
	for _, c := range j.Candidates {
		out.Candidates = append(out.Candidates, candidate{Units: [2]int{c.Pair.Left.Index, c.Pair.Right.Index}, Sites: c.Sites})
	}
	return json.Marshal(out)
}

// decode reads a job that was written by the same version.
func decode(data []byte, version string) (*racemob.Job, error) {
	var in job
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("a job that cannot be read: %w", err)
	}
	if in.Version != version {
		return nil, fmt.Errorf("a job of wobbly %s, and this is %s", in.Version, version)
	}
	parsed, errs := parse.File(il.NewSource(in.Name, in.Text))
	if len(errs) > 0 {
		return nil, fmt.Errorf("a job whose program is illegal: %s", errs[0].Message)
	}
	core, errs := check.Program(parsed, check.Options{})
	if len(errs) > 0 {
		return nil, fmt.Errorf("a job whose program is illegal: %s", errs[0].Message)
	}
	var all []racemob.Candidate
	for _, c := range in.Candidates {
		if min(c.Units[0], c.Units[1]) < 0 || max(c.Units[0], c.Units[1]) >= len(core.Units) {
			return nil, fmt.Errorf("a job whose program has no unit %v", c.Units)
		}
		p := il.Pair{Left: core.Units[c.Units[0]], Right: core.Units[c.Units[1]]}
		all = append(all, racemob.Candidate{Pair: p, Sites: c.Sites})
	}
	return racemob.NewJob(core, all, in.Policy)
}
