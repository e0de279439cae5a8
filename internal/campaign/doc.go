// Package campaign does large jobs in shards, by goroutines or by workers
// elsewhere, so that what they come to does not depend on who does which shard,
// or when.
//
// A campaign is a Job: a Plan that hands out numbered shards and takes a document
// for each, in the order of the numbers, and a function from a shard to its
// document. Job.Run has goroutines do the shards. A Post has others do them: it
// carries shards and documents as JSON between a host and workers, which make the
// function of what the job says about itself (Kind). Package hive is the post that
// there is.
//
// Documents may come late, twice or never: a Ledger keeps which shards are out,
// and puts documents back into order.
package campaign
