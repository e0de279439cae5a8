// Package hive runs campaigns on workers in other processes, with the message server NATS
// JetStream. Package campaign defines shards and documents; this package sends them.
//
// # What is on a server
//
//   - jobs, an object store: the description of each job by its id, which is a digest of the
//     description and of the version
//   - tasks, a work queue with a subject for each version and job: a task is a shard, delivered to
//     one worker, and deleted when that worker acknowledges it
//   - results, a stream of answers with a subject for each job
//
// # The protocol
//
//	host                     server                     worker
//	put the job ───────────> jobs ────────────────────> find the job
//	publish shard n ───────> tasks ───────────────────> do shard n
//	                         tasks <─────────────────── every ackWait/4: in progress
//	read, check, log <────── results <───────────────── publish document n
//	                         tasks: delete n <───────── acknowledge n, when the server has n
//
// The host publishes the shards of its plan, at most window ahead, and reads results until the plan
// is over. These things may go wrong:
//
//  1. A worker dies: after ackWait without a heartbeat, its task is delivered to another worker, so
//     no shard is lost. Only the first document of a shard counts, so no shard counts twice.
//  2. A server loses messages: after quietTicks without results, the host inspects the server, and
//     if no task is left, publishes all missing shards again.
//  3. A message is not a document of its shard: it is ignored and the task is published again. If
//     workers contradict each other, or one panics, the host does the shard itself.
//  4. A shard outlasts its workers: after slowAfter deliveries it is cut into parts (parts.go). If
//     it cannot be cut, deadlyAfter deliveries failed and no task is left, the job fails.
//  5. A host dies: its results stay on the server, so another host of the same job reads them first
//     and continues. At its end a host deletes the job, its tasks and its results.
//
// Hosts and workers find each other by messages that the server does not keep (roster.go,
// status.go).
//
// The server runs in this process, without a socket unless one is configured, or in another. This
// package uses the clock, for the times after which something is repeated, and is the only one that
// imports NATS. It does not detect a wrong document that passes the job's Check unless another
// worker sends a different one.
package hive
