package racemob

import (
	"context"
	"fmt"
	"runtime/debug"
)

// Progress is how far a job has come.
type Progress struct {
	Stats
	Workers int // that have sent a result
	Again   int // results of tasks that were with a worker before, which died or was slow
}

// DoAll does a whole job in several goroutines, until it is finished or the
// context ends. Which of them does what changes nothing in the list. It does not
// wait for the runs at hand when the context ends. progress is called after each
// result; it may be nil.
func DoAll(ctx context.Context, j *Job, workers int, progress func(Progress)) *List {
	p := &pool{job: j, tasks: make(chan Task), results: make(chan outcome), over: make(chan struct{}), busy: map[int]bool{}}
	defer close(p.over)
	for i := range max(workers, 1) {
		go p.work(i)
	}
	h := NewHive(j)
	next, ready := h.Next()
	for !h.Finished() && ctx.Err() == nil {
		tasks := p.tasks
		if !ready {
			tasks = nil // nobody can take one
		}
		select {
		case tasks <- next:
		case o := <-p.results:
			p.put(h, o, progress)
			if ready {
				continue
			}
		case <-ctx.Done():
			return h.List()
		}
		next, ready = h.Next()
	}
	return h.List()
}

// pool is workers that do tasks of one job.
type pool struct {
	job     *Job
	tasks   chan Task
	results chan outcome
	over    chan struct{} // closed when nobody waits for results
	busy    map[int]bool  // the workers that have sent one
}

// outcome is what a worker has made of a task.
type outcome struct {
	worker int
	result Result
	panic  string // instead of a result
}

// work does tasks until the job is over.
func (p *pool) work(worker int) {
	for {
		select {
		case t := <-p.tasks:
			select {
			case p.results <- p.do(worker, t):
			case <-p.over:
				return
			}
		case <-p.over:
			return
		}
	}
}

func (p *pool) do(worker int, t Task) (o outcome) {
	defer func() {
		if r := recover(); r != nil {
			o.panic = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	return outcome{worker: worker, result: p.job.Run(t).Result}
}

// put enters an outcome. A panic of a worker is raised here.
func (p *pool) put(h *Hive, o outcome, progress func(Progress)) {
	if o.panic != "" {
		panic("racemob: " + o.panic)
	}
	if err := h.Put(o.result); err != nil {
		panic("racemob: " + err.Error())
	}
	if p.busy[o.worker] = true; progress != nil {
		progress(Progress{Stats: h.Stats(), Workers: len(p.busy)})
	}
}
