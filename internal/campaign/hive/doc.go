// Package hive carries a hive and its users over NATS JetStream: package
// racemob decides what is handed out and what results mean, this package moves
// it.
//
// A server holds three things, in memory:
//
//   - jobs, an object store: the program text, the candidates and the policy of
//     each job, under its id
//   - tasks, a work queue with a subject for each job: a task is taken by one
//     worker, and deleted when that one acknowledges it
//   - results, a stream with a subject for each job
//
// A hive publishes the tasks of a round and reads results until the job is done.
// A worker takes a task, does the run, waits until the server has the result, and
// only then acknowledges the task. A worker that dies in between, however
// suddenly, leaves a task without acknowledgement, which the server hands to
// another one after ackWait; one that is slow says so in time. A task that is
// done twice has one result: the server drops the second one by its id, and the
// hive would ignore it. So no task is lost, and none counts twice.
//
// Nothing depends on which worker does which task, or when: racemob.Hive sees
// to that. The hive trusts no worker about races: the run behind each one is
// done again (racemob.List.Evidence).
//
// The server is one of JetStream inside this process, without a socket unless it
// is asked for one, or another one.
//
// This package uses the clock, for the times after which tasks are handed out
// again, and it is the only one that knows NATS. Left out: what happens when the
// server itself dies, even if another one takes its place. Its memory is the job;
// The hive then fails, with the list so far.
package hive
