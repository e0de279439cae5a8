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
func hostJob(ctx context.Context, c *conn, e *campaign.RemoteJob, o campaign.HostOptions) error {
	if o.Away == 0 {
		o.Away = awayTime.Seconds()
	}
	h := &host{
		conn: c, remote: e, log: e.Log, options: o, id: idOf(e, o.Version), begun: time.Now(),
		lively: time.Now(), notes: notes{to: o.Note},
		job:     encode(job{o.Version, e.Kind, o.Title, e.About}),
		arrived: make(chan message, 256), taken: map[uint64]record{}, suspects: map[uint64]bool{},
		judging: map[uint64]bool{}, cuts: map[uint64]*cut{},
	}
	err := unlessEnded(ctx, h.run(ctx))
	if e.Loose {
		e.Log.Spill()
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
	job     []byte // as on the server
	begun   time.Time
	stores
	arrived  chan message
	reading  *reading
	unsent   []uint64          // shards whose tasks are to be published
	replay   uint64            // results that the server had at the start, and are not read yet
	taken    map[uint64]record // by shard: its first valid document
	suspects map[uint64]bool   // shards that are said to kill workers
	judging  map[uint64]bool   // shards that the host does itself
	cuts     map[uint64]*cut   // shards in parts
	progress campaign.Progress
	roster   *roster
	quiet    int       // ticks since the last document that was wanted
	lively   time.Time // the last sign of a worker
	troubled time.Time // when the server began to reject messages; zero if it accepts them
	notes

	// complaint is set if a worker has reported since the last tick that the server rejects its
	// results.
	complaint bool
}

// record is the first valid document of a shard.
type record struct {
	shard  []byte
	sum    uint64
	worker string
	seq    uint64 // of its message
}

// message is an answer of a worker, or a result of the host itself.
type message struct {
	data []byte
	seq  uint64
	own  *ownResult
}

// ownResult is a shard that the host did itself, and why it had to.
type ownResult struct {
	n        uint64
	document []byte
	err      error
	why      string
}

const (
	quietTicks = 3               // without a document until the host inspects the server
	awayTime   = 2 * time.Minute // that the server may be away
	tidyTime   = 2 * time.Second // for removing the job from the server
)

// window bounds the shards that are handed out and whose documents are not in the plan.
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
		case <-h.conn.again:
			h.reopen(ctx)
		case r := <-h.conn.refused:
			if n, err := strconv.ParseUint(r.n, 10, 64); err == nil {
				h.unsent = append(h.unsent, n)
			} else {
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

// notes passes on what happens, without repetitions.
type notes struct {
	to   func(text string) // may be nil
	last string
}

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

// open creates what the job needs on the server, and subscribes to its results. The first time, it
// removes the tasks that another host has left.
func (h *host) open(ctx context.Context, first bool) error {
	opened, err := h.conn.open(ctx)
	if err != nil {
		return err // tidy must not see some stores without the others
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

// begin opens the job, repeatedly if the server does not answer.
func (h *host) begin(ctx context.Context) error {
	for {
		err := h.open(ctx, true)
		if !silent(err) || ctx.Err() != nil || time.Since(h.begun).Seconds() > h.options.Away {
			return err
		}
		h.note(err.Error() + "; trying again")
	}
}

// reopen opens the job after the server was away or lost something. The next tick retries.
func (h *host) reopen(ctx context.Context) {
	if err := h.open(ctx, false); err != nil {
		h.note(err.Error())
		return
	}
	h.note("the message server is back")
	h.quiet = quietTicks // inspect at the next tick
}

func (h *host) putJob(ctx context.Context) error {
	if stored, err := h.jobs.GetBytes(ctx, h.id); err == nil && string(stored) == string(h.job) {
		return nil
	}
	_, err := h.jobs.PutBytes(ctx, h.id, h.job)
	return faultOf(err)
}

// publish publishes further tasks, unless results must be read first or messages are rejected.
func (h *host) publish() {
	for h.log.Waiting() < window {
		n, _, ok := h.log.Next()
		if !ok {
			break
		}
		h.unsent = append(h.unsent, n)
	}
	if h.replay > 0 || !h.conn.gone().IsZero() || !h.troubled.IsZero() {
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

// suspend stops the publication of tasks, since the server rejects messages. probe resumes it.
func (h *host) suspend(err error) {
	if h.troubled.IsZero() {
		h.troubled = time.Now()
	}
	h.note("the message server takes no more: " + err.Error() + "; trying again")
}

func (h *host) tick(ctx context.Context) error {
	h.roster.ask(h.conn)
	defer h.reportProgress()
	if away := h.conn.gone(); !away.IsZero() {
		h.note("the message server is away; waiting for it")
		return h.patience(away, "it is away")
	}
	if err := h.patience(h.troubled, "it takes no more"); err != nil {
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
		h.lively = time.Now()
	}
	if len(h.judging) == 0 && time.Since(h.lively) > noWorker {
		h.note("no worker has answered" + h.roster.otherVersions())
	}
	h.quiet++
	if h.quiet >= quietTicks {
		h.quiet, h.replay = 0, 0 // the missing messages have been removed
		return h.inspect(ctx)
	}
	return nil
}

// makeRoom removes from the server the documents that the plan already has.
func (h *host) makeRoom(ctx context.Context) {
	end := uint64(0) // the first message that stays
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

// patience returns an error if the server has been in a state for too long.
func (h *host) patience(since time.Time, why string) error {
	if since.IsZero() || time.Since(since).Seconds() < h.options.Away {
		return nil
	}
	return fmt.Errorf("%w: for %.0f seconds %s", errServer, h.options.Away, why)
}

// probe publishes one missing task, to find out whether the server accepts messages again. If
// it does, the trouble is over. A worker may do the task twice, which is harmless.
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

// inspect checks the job's state on the server. If no task is left and documents are missing, the
// server has lost the tasks or they were removed: they are published again.
func (h *host) inspect(ctx context.Context) error {
	subject := subjectOf(h.options.Version, h.id)
	info, err := h.info(ctx, subject)
	if err != nil {
		if h.conn.gone().IsZero() {
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

// info requests a subject's tasks, whether the results have a stream, and whether the job exists.
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

// read handles a message. The error is a shard's, or that of enterOwnResult.
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
		h.bad("", err)
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
		h.bad(a.Worker, fmt.Errorf("shard %d is nobody's", a.N))
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
			h.bad(a.Worker, err)
		} else if old.sum != sumOf(a.Document) {
			h.judge(ctx, a.N, old.shard, fmt.Sprintf("workers %s and %s contradict each other",
				text.Name(old.worker), text.Name(a.Worker)))
		}
	default:
		if err := h.remote.Check(shard, a.Document); err != nil {
			h.bad(a.Worker, err)
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

// enter logs the document of a shard.
func (h *host) enter(n uint64, shard []byte, r record, document []byte) {
	r.shard, r.sum = shard, sumOf(document)
	h.taken[n] = r
	delete(h.suspects, n)
	h.quiet, h.lively = 0, time.Now()
	h.log.Put(n, document)
}

var seed = maphash.MakeSeed()

func sumOf(document []byte) uint64 { return maphash.Bytes(seed, document) }

// bad counts a message that is not an answer to a task.
func (h *host) bad(worker string, err error) {
	h.progress.Bad++
	if worker != "" {
		worker = " of worker " + text.Name(worker)
	}
	h.note(fmt.Sprintf("a message%s is passed over: %s", worker, err))
}

// judge does a shard in this process, because the workers are unreliable.
func (h *host) judge(ctx context.Context, n uint64, shard []byte, why string) {
	if h.judging[n] {
		return
	}
	h.judging[n] = true
	h.note(why + "; the host does this shard itself")
	go func() {
		document, err := h.remote.Do(ctx, shard)
		select {
		case h.arrived <- message{own: &ownResult{n, document, err, why}}:
		case <-ctx.Done():
		}
	}()
}

// enterOwnResult logs the host's own result. If the plan already has a wrong document, that cannot
// be undone, and it returns a wrongError.
func (h *host) enterOwnResult(j *ownResult) error {
	delete(h.judging, j.n)
	if j.err != nil {
		return j.err
	}
	if shard, ok := h.log.Wanted(j.n); ok {
		h.enter(j.n, shard, record{worker: h.options.Name}, j.document)
		return nil
	}
	old := h.taken[j.n]
	switch {
	case old.sum == sumOf(j.document):
		h.progress.Bad++
	case h.log.Replace(j.n, j.document):
		h.taken[j.n] = record{
			shard: old.shard, sum: sumOf(j.document), worker: h.options.Name, seq: old.seq,
		}
		h.progress.Bad++
	default:
		return wrongError(fmt.Sprintf("%s, and what %s has sent of shard %d is wrong, and "+
			"counted: nothing of this is to be relied on", j.why, text.Name(old.worker), j.n))
	}
	return nil
}

type wrongError string

func (e wrongError) Error() string { return string(e) }

// Wrong distinguishes the error for callers that do not import this package.
func (e wrongError) Wrong() bool { return true }

// tidy removes the job from the server.
func (h *host) tidy() {
	if h.tasks == nil || !h.conn.gone().IsZero() {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), tidyTime)
	defer stop()
	select { // a task that arrived after the purge would be done in vain
	case <-h.conn.js.PublishAsyncComplete():
	case <-ctx.Done():
	}
	// In this order, a worker that answers after the last purge knows that the job is over.
	_ = errors.Join(h.jobs.Delete(ctx, h.id),
		h.tasks.Purge(ctx, jetstream.WithPurgeSubject(subjectOf(h.options.Version, h.id))),
		h.conn.nats.Publish(overSubject+h.id, nil), h.conn.nats.FlushWithContext(ctx),
		h.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject+h.id)))
}
