// Package campaign does large jobs in shards, with goroutines or with workers in other processes,
// so that the result does not depend on who does which shard, or when.
//
// A campaign is a Job: a Plan that hands out numbered shards and takes a document for each, in the
// order of the numbers, and a function from a shard to its document:
//
//	Plan ── Next ──> shards 0, 1, 2, ... ── Do ──> documents, late, twice or never
//	 ^                                               │
//	 └── Take, in order <────────── Log <────────────┘
//
// Job.Run does the shards with goroutines. A Transport sends shards and documents as JSON between a
// host, which has the plan, and workers. A worker constructs the function from the job's Kind and
// About. Package hive is the only transport.
package campaign
