package hive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
	"wobbly/internal/text"
)

// hostJob runs a job on the workers of a server. The end of ctx is not an error.
func hostJob(ctx context.Context, c *conn, j *campaign.RemoteJob, o campaign.HostOptions) error {
	if o.Away == 0 {
		o.Away = awayTime.Seconds()
	}
	h := &host{
		conn: c, remote: j, log: j.Log, options: o, id: idOf(j, o.Version), begun: time.Now(),
		lastSign: time.Now(), notes: notes{to: o.Note},
		job:     encode(job{Version: o.Version, Kind: j.Kind, Title: o.Title, About: j.About}),
		arrived: make(chan message, 256), taken: map[uint64]record{}, suspects: map[uint64]bool{},
		judging: map[uint64]bool{}, cuts: map[uint64]*cut{},
	}
	err := unlessEnded(ctx, h.run(ctx))
	if j.Loose {
		j.Log.Spill()
	}
	h.tidy()
	return err
}

// host is a running job. It must not be used concurrently.
type host struct {
	conn    *conn
	remote  *campaign.RemoteJob
	log     *campaign.Log[[]byte, []byte]
	options campaign.HostOptions
	id      string
	job     []byte // the encoded job, as it is stored on the server
	begun   time.Time
	stores
	arrived  chan message
	reading  *reading          // the subscription that fills arrived
	unsent   []uint64          // the shards whose tasks are to be published
	replay   uint64            // the number of results of a previous host that are not read yet
	taken    map[uint64]record // the first valid document of each shard
	suspects map[uint64]bool   // the shards that are said to kill workers
	judging  map[uint64]bool   // the shards that the host does itself
	cuts     map[uint64]*cut   // the shards that are done in parts
	progress campaign.Progress
	roster   *roster
	quiet    int       // the number of ticks since the last document that was wanted
	lastSign time.Time // of any worker
	troubled time.Time // when the server began to reject messages; zero if it accepts them
	notes

	// complaint reports whether a worker has said since the last tick that the server rejects its
	// results.
	complaint bool
}

// record is the first valid document of a shard.
type record struct {
	shard  []byte
	sum    uint64 // the sumOf the document
	worker string
	seq    uint64 // the sequence number of the message; 0 for the host's own document
}

// message is either an encoded answer of a worker, or a result of the host itself.
type message struct {
	data []byte
	seq  uint64 // the sequence number in the stream of results
	own  *ownResult
}

// ownResult is the result of a shard that the host did itself.
type ownResult struct {
	n        uint64
	document []byte
	err      error  // of the shard; then there is no document
	why      string // why the host did it
}

const (
	quietTicks = 3               // ticks without a document until the host inspects the server
	awayTime   = 2 * time.Minute // the default of HostOptions.Away
	tidyTime   = 2 * time.Second // until the host gives up removing the job from the server
)

// window is the maximum number of shards that are handed out and whose documents the plan lacks.
const window = 1000

// run publishes tasks and handles messages until the plan is over, ctx ends, or something fails.
func (h *host) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	roster, err := h.openRoster()
	if err != nil {
		return err
	}
	defer roster.leave()
	if err := h.begin(ctx); err != nil {
		return err
	}
	defer func() { h.reading.stop() }()
	beat := time.NewTicker(tickTime)
	defer beat.Stop()
	for !h.log.Over() {
		h.publish()
		select {
		case <-ctx.Done():
			return nil
		case <-h.conn.closed:
			return fmt.Errorf("%w: the connection is lost", errServer)
		case <-h.conn.reconnected:
			h.reopen(ctx)
		case r := <-h.conn.refused:
			if n, err := strconv.ParseUint(r.n, 10, 64); err == nil {
				h.unsent = append(h.unsent, n)
			} else { // r is a result
				h.complaint = true
			}
			h.suspend(r.err)
		case m := <-h.arrived:
			if err := h.read(ctx, m); err != nil {
				return err
			}
		case <-beat.C:
			if err := h.tick(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// notes passes messages for the user on to a function, which may be nil.
type notes struct {
	to   func(text string)
	last string
}

// note passes on a message unless it equals the last one.
func (n *notes) note(text string) {
	if n.to != nil && text != n.last {
		n.to(text)
	}
	n.last = text
}

func (h *host) reportProgress() {
	h.progress.Issued = h.log.Issued()
	h.progress.Taken = h.log.Taken()
	h.progress.Workers = h.roster.size()
	if h.options.Progress != nil {
		h.options.Progress(h.progress)
	}
}

// open creates what the job needs on the server, and subscribes to its results. If it is called for
// the first time, it removes the tasks that another host has left.
func (h *host) open(ctx context.Context, first bool) error {
	opened, err := h.conn.open(ctx)
	if err != nil {
		return err // h.stores stays as it is: tidy needs all of them or none
	}
	h.stores = opened
	if err = h.putJob(ctx); err != nil {
		return err
	}
	if first {
		err = h.tasks.Purge(ctx, jetstream.WithPurgeSubject(subjectOf(h.options.Version, h.id)))
		if err != nil {
			return faultOf(err)
		}
	}
	h.reading.stop()
	h.reading, h.replay, err = h.conn.listen(ctx, h.results, h.id, h.arrived)
	if first && h.replay > 0 {
		h.progress.Resumed = int(h.replay)
		h.note(fmt.Sprintf("going on with what is there: %s", text.Count(h.replay, "document")))
	}
	return faultOf(err)
}

// begin opens the job. If the server does not answer, it tries again, as long as HostOptions.Away.
func (h *host) begin(ctx context.Context) error {
	for {
		err := h.open(ctx, true)
		if !silent(err) || ctx.Err() != nil || time.Since(h.begun).Seconds() > h.options.Away {
			return err
		}
		h.note(err.Error() + "; trying again")
	}
}

// reopen opens the job after the server was away or lost something. If that fails, inspect calls it
// again.
func (h *host) reopen(ctx context.Context) {
	if err := h.open(ctx, false); err != nil {
		h.note(err.Error())
		return
	}
	h.note("the message server is back")
	h.quiet = quietTicks // so that the next tick inspects the server
}

// putJob stores the job on the server, unless it is there.
func (h *host) putJob(ctx context.Context) error {
	if stored, err := h.jobs.GetBytes(ctx, h.id); err == nil && string(stored) == string(h.job) {
		return nil
	}
	_, err := h.jobs.PutBytes(ctx, h.id, h.job)
	return faultOf(err)
}

// publish publishes the tasks of further shards, up to window. It waits until the results of a
// previous host have been read, and while the server is away or rejects messages.
func (h *host) publish() {
	for h.log.Waiting() < window {
		n, _, ok := h.log.Next()
		if !ok {
			break
		}
		h.unsent = append(h.unsent, n)
	}
	if h.replay > 0 || !h.conn.awaySince().IsZero() || !h.troubled.IsZero() {
		return
	}
	for len(h.unsent) > 0 {
		for _, t := range h.tasksOf(h.unsent[0]) {
			m := nats.NewMsg(subjectOf(h.options.Version, h.id))
			m.Header.Set(shardHeader, strconv.FormatUint(t.N, 10))
			m.Data = encode(t)
			if _, err := h.conn.js.PublishMsgAsync(m); err != nil {
				h.suspend(err)
				return
			}
		}
		h.unsent = h.unsent[1:]
	}
}

// suspend stops the publication of tasks because the server rejects messages. probe resumes it.
func (h *host) suspend(err error) {
	if h.troubled.IsZero() {
		h.troubled = time.Now()
	}
	h.note("the message server takes no more: " + err.Error() + "; trying again")
}

// tick looks after the server and the workers. It is called every tickTime. The error says that the
// server was away, or rejected messages, for too long, or that a shard kills workers.
func (h *host) tick(ctx context.Context) error {
	h.roster.ask(h.conn)
	defer h.reportProgress()
	if away := h.conn.awaySince(); !away.IsZero() {
		h.note("the message server is away; waiting for it")
		return h.checkPatience(away, "it is away")
	}
	if err := h.checkPatience(h.troubled, "it takes no more"); err != nil {
		return err
	}
	if !h.troubled.IsZero() {
		h.makeRoom(ctx)
		if !h.complaint {
			h.probe(ctx)
		}
		h.complaint = false
	}
	if h.roster.size() > 0 {
		h.lastSign = time.Now()
	}
	if len(h.judging) == 0 && time.Since(h.lastSign) > noWorker {
		h.note("no worker has answered" + h.roster.otherVersions())
	}
	h.quiet++
	if h.quiet >= quietTicks {
		h.quiet, h.replay = 0, 0 // results that have not come by now were removed
		return h.inspect(ctx)
	}
	return nil
}

// makeRoom removes from the server the documents that the plan already has.
func (h *host) makeRoom(ctx context.Context) {
	end := uint64(0) // the sequence number of the first message that stays
	for n, r := range h.taken {
		if n < h.log.Taken() {
			end = max(end, r.seq+1)
		}
	}
	for n, r := range h.taken {
		if n >= h.log.Taken() && r.seq > 0 {
			end = min(end, r.seq)
		}
	}
	if end > 0 {
		_ = h.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject+h.id),
			jetstream.WithPurgeSequence(end))
	}
}

// checkPatience returns an error if since is not zero and longer ago than HostOptions.Away. why
// says what is wrong with the server since then.
func (h *host) checkPatience(since time.Time, why string) error {
	if since.IsZero() || time.Since(since).Seconds() < h.options.Away {
		return nil
	}
	return fmt.Errorf("%w: for %.0f seconds %s", errServer, h.options.Away, why)
}

// probe is called at intervals while the server rejects messages. It publishes the task of a
// missing shard to find out whether the server accepts messages again. The task may then be done
// twice, which is harmless.
func (h *host) probe(ctx context.Context) {
	for _, n := range h.log.Missing() {
		tasks := h.tasksOf(n)
		if len(tasks) == 0 {
			continue
		}
		subject := subjectOf(h.options.Version, h.id)
		if _, err := h.conn.js.Publish(ctx, subject, encode(tasks[0])); err != nil {
			h.note("the message server takes no more: " + err.Error() + "; trying again")
			return
		}
		break
	}
	h.troubled = time.Time{}
	h.note("the message server takes messages again")
}

// inspect checks the job on the server. If no task is left and documents are missing, the server
// has lost the tasks, so inspect has them published again, except those of shards that kill
// workers. If only such shards are missing, it returns an error.
func (h *host) inspect(ctx context.Context) error {
	subject := subjectOf(h.options.Version, h.id)
	info, err := h.info(ctx, subject)
	if err != nil {
		if h.conn.awaySince().IsZero() {
			h.reopen(ctx)
		}
		return nil
	}
	if info.State.Subjects[subject] > 0 || len(h.unsent) > 0 || len(h.judging) > 0 ||
		len(h.conn.refused) > 0 {
		return nil
	}
	for _, n := range h.log.Missing() {
		if !h.suspects[n] {
			h.unsent = append(h.unsent, n)
		}
	}
	if missing := h.log.Missing(); len(h.unsent) == 0 && len(missing) > 0 {
		t := h.tasksOf(missing[0])[0]
		return &campaign.Panic{Text: fmt.Sprintf("shard %d (%s) was given to worker after worker, "+
			"and none has answered: it ends them, or takes longer than they live", t.N, t.Shard)}
	}
	return nil
}

// info returns the state of the tasks with a subject. It also checks that the stream of results
// exists, and puts the job back if it is missing.
func (h *host) info(ctx context.Context, subject string) (*jetstream.StreamInfo, error) {
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	info, err := h.tasks.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err == nil {
		_, err = h.results.Info(ctx)
	}
	if err == nil {
		err = h.putJob(ctx)
	}
	return info, err
}

// read handles a message. The error is that of enterOwnResult.
func (h *host) read(ctx context.Context, m message) error {
	if m.own != nil {
		return h.enterOwnResult(m.own)
	}
	if h.replay > 0 {
		h.replay--
		h.quiet = 0
	}
	var a answer
	if err := json.Unmarshal(m.data, &a); err != nil {
		h.countBad("", err)
		return nil
	}
	defer h.reportProgress()
	if a.Part != 0 || a.Slow {
		h.readPart(ctx, m.seq, a)
		return nil
	}
	shard, wanted := h.log.Wanted(a.N)
	old, known := h.taken[a.N]
	switch {
	case !wanted && !known:
		h.countBad(a.Worker, fmt.Errorf("shard %d is nobody's", a.N))
	case known && old.seq == m.seq: // the same message, after a reconnection
	case a.Deadly && wanted:
		h.suspects[a.N] = true
	case a.Deadly:
	case a.Failed != "" && wanted:
		h.judge(ctx, a.N, shard, "worker "+text.Name(a.Worker)+" fails")
	case a.Failed != "":
		h.progress.Duplicates++
	case !wanted:
		h.progress.Duplicates++
		if err := h.remote.Check(old.shard, a.Document); err != nil {
			h.countBad(a.Worker, err)
		} else if old.sum != sumOf(a.Document) {
			h.judge(ctx, a.N, old.shard, fmt.Sprintf("workers %s and %s contradict each other",
				text.Name(old.worker), text.Name(a.Worker)))
		}
	default:
		if err := h.remote.Check(shard, a.Document); err != nil {
			h.countBad(a.Worker, err)
			h.unsent = append(h.unsent, a.N)
			return nil
		}
		if a.Again {
			h.progress.Retried++
		}
		h.enter(a.N, shard, record{worker: a.Worker, seq: m.seq}, a.Document)
	}
	return nil
}

// enter logs the document of a shard, and completes its record.
func (h *host) enter(n uint64, shard []byte, r record, document []byte) {
	r.shard, r.sum = shard, sumOf(document)
	h.taken[n] = r
	delete(h.suspects, n)
	h.quiet, h.lastSign = 0, time.Now()
	h.log.Put(n, document)
}

var seed = maphash.MakeSeed()

// sumOf returns a hash of a document, which is compared instead of the document.
func sumOf(document []byte) uint64 { return maphash.Bytes(seed, document) }

// countBad counts a message that is not a valid answer to a task. If worker is empty, it is unknown.
func (h *host) countBad(worker string, err error) {
	h.progress.Bad++
	if worker != "" {
		worker = " of worker " + text.Name(worker)
	}
	h.note(fmt.Sprintf("a message%s is passed over: %s", worker, err))
}

// judge does a shard in this process, because workers contradict each other or fail. It returns at
// once; read gets the result as a message.
func (h *host) judge(ctx context.Context, n uint64, shard []byte, why string) {
	if h.judging[n] {
		return
	}
	h.judging[n] = true
	h.note(why + "; the host does this shard itself")
	go func() {
		document, err := h.remote.Do(ctx, shard)
		select {
		case h.arrived <- message{own: &ownResult{n: n, document: document, err: err, why: why}}:
		case <-ctx.Done():
		}
	}()
}

// enterOwnResult logs the host's own result. It returns the error of the shard, or a wrongError if
// the plan already has a wrong document, which cannot be undone.
func (h *host) enterOwnResult(r *ownResult) error {
	delete(h.judging, r.n)
	if r.err != nil {
		return r.err
	}
	if shard, ok := h.log.Wanted(r.n); ok {
		h.enter(r.n, shard, record{worker: h.options.Name}, r.document)
		return nil
	}
	old := h.taken[r.n]
	switch {
	case old.sum == sumOf(r.document):
		h.progress.Bad++
	case h.log.Replace(r.n, r.document):
		h.taken[r.n] = record{
			shard: old.shard, sum: sumOf(r.document), worker: h.options.Name, seq: old.seq,
		}
		h.progress.Bad++
	default:
		return wrongError(fmt.Sprintf("%s, and what %s has sent of shard %d is wrong, and "+
			"counted: nothing of this is to be relied on", r.why, text.Name(old.worker), r.n))
	}
	return nil
}

// wrongError is the error of a job whose plan has taken a wrong document.
type wrongError string

func (e wrongError) Error() string { return string(e) }

// Wrong distinguishes the error for callers that do not import this package.
func (e wrongError) Wrong() bool { return true }

// tidy removes the job from the server, unless the server is away. It ignores errors: the server
// drops the messages after keepTime anyway.
func (h *host) tidy() {
	if h.tasks == nil || !h.conn.awaySince().IsZero() {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), tidyTime)
	defer stop()
	select { // because a task that arrives after the purge would be done in vain
	case <-h.conn.js.PublishAsyncComplete():
	case <-ctx.Done():
	}
	// The order matters: a worker that answers after the last purge knows that the job is over.
	_ = errors.Join(h.jobs.Delete(ctx, h.id),
		h.tasks.Purge(ctx, jetstream.WithPurgeSubject(subjectOf(h.options.Version, h.id))),
		h.conn.nats.Publish(overSubject+h.id, nil), h.conn.nats.FlushWithContext(ctx),
		h.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject+h.id)))
}
