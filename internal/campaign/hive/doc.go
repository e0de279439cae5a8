// Package hive carries campaigns over NATS JetStream: package campaign says what a
// host hands out and what documents mean, this package moves them.
//
// A server holds three things, in memory or in files:
//
//   - jobs, an object store: what each job says about itself, under its id, which is
//     a digest of that and of the version
//   - tasks, a work queue with a subject for each version and job: a task is a
//     shard, taken by one worker, and deleted when that one acknowledges it
//   - results, a stream with a subject for each job
//
// A host sends the tasks of the shards that its plan has, at most so many ahead, and
// reads results until the plan is over. A worker takes a task of its version, does
// the shard, waits until the server has the result, and only then acknowledges the
// task. A worker that dies in between, however suddenly, leaves a task without
// acknowledgement, which the server hands to another one after ackWait; one that is
// slow says so in time. Of several results of a shard the first document counts. So
// no shard is lost, and none counts twice.
//
// Messages can be lost with what the server forgets, and there can be any others. A
// host without results for a while sees what the server has; if no task is left, all
// that is missing is sent again. What is no document is passed over. A shard about
// which workers disagree, or in which one panics, the host does itself. Results stay
// until the job is over: another host for the same job reads them first, and goes on
// from there.
//
// Who is there is asked by messages that nobody keeps: workers and hosts answer.
//
// The server is one in this process, without a socket unless it is asked for one, or
// another one. This package uses the clock, for the times after which something is
// done again, and it is the only one that knows NATS. Left out: protection against
// workers that lie about counts and whom nobody contradicts.
package hive
