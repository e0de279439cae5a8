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

// hostJob is the host: it has a job done by whatever workers there are. If the
// context ends before, that is no error; what the workers have done by then is
// there.
func hostJob(ctx context.Context, c *conn, e *campaign.Errand, o campaign.HostOptions) error {
	h := newHost(c, e, o)
	err := unlessEnded(ctx, h.run(ctx))
	if e.Loose {
		e.Ledger.Spill()
	}
	h.tidy()
	return err
}

// host is a job that is being done. Its methods are for one goroutine.
type host struct {
	conn    *conn
	errand  *campaign.Errand
	ledger  *campaign.Ledger[[]byte, []byte]
	options campaign.HostOptions
	id      string
	job     []byte // as workers find it
	begun   time.Time
	stores
	arrived  chan letter
	reading  *reading
	unsent   []uint64          // shards whose task the server is to get
	replay   uint64            // documents that were there, and are not read yet
	taken    map[uint64]record // of each document that was there once
	suspects map[uint64]bool   // shards that end workers, as is said
	judging  map[uint64]bool   // shards that the host does itself
	cuts     map[uint64]*cut   // shards that were done in parts, or are
	progress campaign.Progress
	crowd    *crowd
	quiet    int       // pulses since the last document that was wanted
	lively   time.Time // when there was a sign of a worker last
	troubled time.Time // since when the server takes nothing; zero if it does
	said     string    // the last note

	complaint bool // since the last pulse, of a worker
}

// record tells a document from others of its shard.
type record struct {
	shard  []byte
	sum    uint64
	worker string
	seq    uint64 // of its message
}

// letter is a message with an answer, or one that the host has found itself.
type letter struct {
	data []byte
	seq  uint64
	own  *judged
}

// judged is what the host has made of a shard itself.
type judged struct {
	n        uint64
	document []byte
	err      error
	why      string
}

// Times of the host.
const (
	quietPulses = 3               // without a document before the host looks what there is on the server
	awayTime    = 2 * time.Minute // that the server may be away
	tidyTime    = 2 * time.Second // that a host may take to leave nothing behind
)

// window is how many tasks may wait for those before them.
const window = 1000

func newHost(c *conn, e *campaign.Errand, o campaign.HostOptions) *host {
	if o.Away == 0 {
		o.Away = awayTime.Seconds()
	}
	return &host{
		conn: c, errand: e, ledger: e.Ledger, options: o, id: idOf(e, o.Version), begun: time.Now(), lively: time.Now(),
		job:     encode(job{o.Version, e.Kind, o.Title, e.About}),
		arrived: make(chan letter, 256), taken: map[uint64]record{}, suspects: map[uint64]bool{}, judging: map[uint64]bool{}, cuts: map[uint64]*cut{},
	}
}

// run does the job.
func (h *host) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	crowd, err := h.gather()
	if err != nil {
		return err
	}
	defer crowd.leave()
	if err := h.begin(ctx); err != nil {
		return err
	}
	defer func() { h.reading.stop() }()
	beat := time.NewTicker(pulse)
	defer beat.Stop()
	for !h.ledger.Over() {
		h.publish()
		select {
		case <-ctx.Done():
			return nil
		case <-h.conn.closed:
			return fmt.Errorf("%w: the connection is lost", errServer)
		case <-h.conn.again:
			h.reopen(ctx)
		case r := <-h.conn.refused:
			h.refused(r)
		case l := <-h.arrived:
			if err := h.read(ctx, l); err != nil {
				return err
			}
		case <-beat.C:
			if err := h.pulse(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// note says something, unless it was said last.
func (h *host) note(text string) {
	if h.options.Note != nil && text != h.said {
		h.options.Note(text)
	}
	h.said = text
}

// tell tells how far it has come.
func (h *host) tell() {
	h.progress.Issued, h.progress.Taken, h.progress.Workers = h.ledger.Issued(), h.ledger.Taken(), h.crowd.size()
	if h.options.Progress != nil {
		h.options.Progress(h.progress)
	}
}

// open makes what the job needs on the server, and begins to read answers. The first
// time, tasks that another host has left are taken off.
func (h *host) open(ctx context.Context, first bool) (err error) {
	if h.stores, err = h.conn.open(ctx); err != nil {
		return err
	}
	if err = h.putJob(ctx); err != nil {
		return err
	}
	if first {
		if err = h.tasks.Purge(ctx, jetstream.WithPurgeSubject(subjectOf(h.options.Version, h.id))); err != nil {
			return faultOf(err)
		}
	}
	h.reading.stop()
	h.reading, h.replay, err = h.conn.listen(ctx, h.results, h.id, h.arrived)
	if first && h.replay > 0 {
		h.progress.Before = int(h.replay)
		h.note(fmt.Sprintf("going on with what is there: %s", text.Count(h.replay, "document")))
	}
	return faultOf(err)
}

// begin is open for the first time, again and again where the server does not answer.
func (h *host) begin(ctx context.Context) error {
	for {
		err := h.open(ctx, true)
		if !silent(err) || ctx.Err() != nil || time.Since(h.begun).Seconds() > h.options.Away {
			return err
		}
		h.note(err.Error() + "; trying again")
	}
}

// reopen is open after the server was away, or has forgotten something. What fails is
// tried again with the next pulse.
func (h *host) reopen(ctx context.Context) {
	if err := h.open(ctx, false); err != nil {
		h.note(err.Error())
		return
	}
	h.note("the message server is back")
	h.quiet = quietPulses // look what it has
}

// putJob puts the job where workers find it, unless it is there.
func (h *host) putJob(ctx context.Context) error {
	if there, err := h.jobs.GetBytes(ctx, h.id); err == nil && string(there) == string(h.job) {
		return nil
	}
	_, err := h.jobs.PutBytes(ctx, h.id, h.job)
	return faultOf(err)
}

// publish hands out the shards that there are, and sends their tasks, unless there
// are documents to be read first.
func (h *host) publish() {
	for h.ledger.Waiting() < window {
		n, _, ok := h.ledger.Next()
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
				h.trouble(err)
				return
			}
		}
		h.unsent = h.unsent[1:]
	}
}

// refused has a task sent again that the server has not taken.
func (h *host) refused(r refusal) {
	if n, err := strconv.ParseUint(r.n, 10, 64); err == nil {
		h.unsent = append(h.unsent, n)
	} else {
		h.complaint = true
	}
	h.trouble(r.err)
}

// trouble notes that the server takes nothing. The next pulse tries again.
func (h *host) trouble(err error) {
	if h.troubled.IsZero() {
		h.troubled = time.Now()
	}
	h.note("the message server takes no more: " + err.Error() + "; trying again")
}

// makeRoom removes the documents that were taken from the server. Another host could
// not go on with them.
func (h *host) makeRoom(ctx context.Context) {
	upto := uint64(0)
	for n, r := range h.taken {
		if n < h.ledger.Taken() {
			upto = max(upto, r.seq+1)
		}
	}
	for n, r := range h.taken {
		if n >= h.ledger.Taken() && r.seq > 0 {
			upto = min(upto, r.seq)
		}
	}
	if upto > 0 {
		_ = h.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject+h.id), jetstream.WithPurgeSequence(upto))
	}
}

// pulse looks now and then whether all is well.
func (h *host) pulse(ctx context.Context) error {
	h.crowd.call(h.conn)
	defer h.tell()
	if away := h.conn.gone(); !away.IsZero() {
		h.note("the message server is away; waiting for it")
		return h.patience(away, "it is away")
	}
	if err := h.patience(h.troubled, "it takes no more"); err != nil {
		return err
	}
	if !h.troubled.IsZero() {
		h.makeRoom(ctx)
		if !h.complaint { // try one
			h.probe(ctx)
		}
		h.complaint = false
	}
	if h.crowd.size() > 0 {
		h.lively = time.Now()
	}
	if len(h.judging) == 0 && time.Since(h.lively) > noWorker {
		h.note("no worker has answered" + h.crowd.strangers(h.options.Version))
	}
	if h.quiet++; h.quiet >= quietPulses {
		h.quiet, h.replay = 0, 0 // what has not come by now is not there any more
		return h.inspect(ctx)
	}
	return nil
}

// patience ends where the server has been of no use for too long.
func (h *host) patience(since time.Time, why string) error {
	if since.IsZero() || time.Since(since).Seconds() < h.options.Away {
		return nil
	}
	return fmt.Errorf("%w: for %.0f seconds %s", errServer, h.options.Away, why)
}

// probe sends one task and waits, where the server has taken none.
func (h *host) probe(ctx context.Context) {
	for _, n := range h.ledger.Missing() {
		tasks := h.tasksOf(n)
		if len(tasks) == 0 {
			continue
		}
		if _, err := h.conn.js.Publish(ctx, subjectOf(h.options.Version, h.id), encode(tasks[0])); err != nil {
			h.note("the message server takes no more: " + err.Error() + "; trying again")
			return
		}
		break
	}
	h.troubled = time.Time{}
	h.note("the message server takes messages again")
}

// inspect sees what the server has of the job. If no task is left there, and documents
// are missing, their tasks are sent again: a server has forgotten them, or somebody
// has removed them.
func (h *host) inspect(ctx context.Context) error {
	subject := subjectOf(h.options.Version, h.id)
	info, err := h.info(ctx, subject)
	if err != nil {
		if h.conn.gone().IsZero() {
			h.reopen(ctx) // for as long as the job takes
		}
		return nil
	}
	if info.State.Subjects[subject] > 0 || len(h.unsent) > 0 || len(h.judging) > 0 || len(h.conn.refused) > 0 {
		return nil
	}
	for _, n := range h.ledger.Missing() {
		if !h.suspects[n] {
			h.unsent = append(h.unsent, n)
		}
	}
	if missing := h.ledger.Missing(); len(h.unsent) == 0 && len(missing) > 0 {
		t := h.tasksOf(missing[0])[0]
		return &campaign.Panic{Text: fmt.Sprintf("shard %d (%s) was given to worker after worker, and none has answered: it ends them, or takes longer than they live", t.N, t.Shard)}
	}
	return nil
}

// info asks for the tasks of a subject, whether there is still a place for results, and
// whether the job is there.
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

// read enters what somebody has sent.
func (h *host) read(ctx context.Context, l letter) error {
	if l.own != nil {
		return h.enterOwn(l.own)
	}
	if h.replay > 0 {
		h.replay--
		h.quiet = 0
	}
	var a answer
	if err := json.Unmarshal(l.data, &a); err != nil {
		h.bad("", err)
		return nil
	}
	defer h.tell()
	if a.Part != 0 || a.Slow {
		h.readPart(ctx, l.seq, a)
		return nil
	}
	shard, wanted := h.ledger.Wanted(a.N)
	old, known := h.taken[a.N]
	switch {
	case !wanted && !known:
		h.bad(a.Worker, fmt.Errorf("shard %d is nobody's", a.N))
	case known && old.seq == l.seq: // read once more, after the server was away
	case a.Deadly && wanted:
		h.suspects[a.N] = true
	case a.Deadly:
	case a.Failed != "" && wanted:
		h.judge(ctx, a.N, shard, "worker "+text.Name(a.Worker)+" fails")
	case a.Failed != "":
		h.progress.Twice++
	case !wanted:
		h.progress.Twice++
		if err := h.errand.Check(old.shard, a.Document); err != nil {
			h.bad(a.Worker, err)
		} else if old.sum != sumOf(a.Document) {
			h.judge(ctx, a.N, old.shard, fmt.Sprintf("workers %s and %s contradict each other", text.Name(old.worker), text.Name(a.Worker)))
		}
	default:
		if err := h.errand.Check(shard, a.Document); err != nil {
			h.bad(a.Worker, err)
			h.unsent = append(h.unsent, a.N)
			return nil
		}
		if a.Again {
			h.progress.Again++
		}
		h.enter(a.N, shard, record{worker: a.Worker, seq: l.seq}, a.Document)
	}
	return nil
}

// enter enters a document that is wanted.
func (h *host) enter(n uint64, shard []byte, r record, document []byte) {
	r.shard, r.sum = shard, sumOf(document)
	h.taken[n] = r
	delete(h.suspects, n)
	h.quiet, h.lively = 0, time.Now()
	h.ledger.Put(n, document)
}

var seed = maphash.MakeSeed()

func sumOf(document []byte) uint64 { return maphash.Bytes(seed, document) }

// bad notes a message that is no document of the job.
func (h *host) bad(worker string, err error) {
	h.progress.Bad++
	if worker != "" {
		worker = " of worker " + text.Name(worker)
	}
	h.note(fmt.Sprintf("a message%s is passed over: %s", worker, err))
}

// judge does a shard in this process, where what others say of it is not to be relied on.
func (h *host) judge(ctx context.Context, n uint64, shard []byte, why string) {
	if h.judging[n] {
		return
	}
	h.judging[n] = true
	h.note(why + "; the host does this shard itself")
	go func() {
		document, err := h.errand.Do(ctx, shard)
		select {
		case h.arrived <- letter{own: &judged{n, document, err, why}}:
		case <-ctx.Done():
		}
	}()
}

// enterOwn enters what the host has found itself. What it panics with, it raises; what
// was taken before and is wrong cannot be undone.
func (h *host) enterOwn(j *judged) error {
	delete(h.judging, j.n)
	if j.err != nil {
		return j.err
	}
	if shard, ok := h.ledger.Wanted(j.n); ok {
		h.enter(j.n, shard, record{worker: h.options.Name}, j.document)
		return nil
	}
	old := h.taken[j.n]
	switch {
	case old.sum == sumOf(j.document):
		h.progress.Bad++
	case h.ledger.Replace(j.n, j.document):
		h.taken[j.n] = record{shard: old.shard, sum: sumOf(j.document), worker: h.options.Name, seq: old.seq}
		h.progress.Bad++
	default:
		return wrongError(fmt.Sprintf("%s, and what %s has sent of shard %d is wrong, and counted: nothing of this is to be relied on", j.why, text.Name(old.worker), j.n))
	}
	return nil
}

// wrongError says that what was counted is wrong.
type wrongError string

func (e wrongError) Error() string { return string(e) }

// Wrong tells whether an error of Host says that something wrong was counted.
func (e wrongError) Wrong() bool { return true }

// tidy removes what is left of the job from the server, as far as it can.
func (h *host) tidy() {
	if h.tasks == nil || !h.conn.gone().IsZero() {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), tidyTime)
	defer stop()
	select { // a task that the server takes after it was told to purge would be done for nobody
	case <-h.conn.js.PublishAsyncComplete():
	case <-ctx.Done():
	}
	_ = errors.Join( // in this order: who has a task still, and answers later than this, knows that nobody waits for it
		h.jobs.Delete(ctx, h.id),
		h.tasks.Purge(ctx, jetstream.WithPurgeSubject(subjectOf(h.options.Version, h.id))),
		h.conn.nats.Publish(overSubject+h.id, nil), h.conn.nats.FlushWithContext(ctx),
		h.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject+h.id)),
	)
}
