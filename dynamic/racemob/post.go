package racemob

import "context"

// A Post carries tasks and results between hives and workers of different
// processes. It is an interface so that only programs that send messages have the
// engine for it in them; package hive is the one that there is.
type Post interface {
	// Serve starts a server that keeps what it has in a directory of its own. Who
	// knows the token reaches it: from other processes too, if it listens.
	Serve(dir string, listen bool, token string) (Office, error)
	// Connect reaches another server by its URL. The token may be empty.
	Connect(url, token string) (Line, error)
}

// An Office is a server in this process.
type Office interface {
	Connect() (Line, error)
	URL() string // where other processes reach it; it does not hold the token
	Stop()
}

// A Line is a connection of a hive or of a worker to a server.
type Line interface {
	// Host has a job done by whatever workers there are, and gives the list. If
	// the context ends or the server is lost before, the list is not complete; the
	// latter is an error, as is a worker that fails.
	Host(ctx context.Context, j *Job, o HostOptions) (*List, error)
	// Work does tasks of all jobs until the context ends, which is no error. The
	// name tells workers apart; the version must be that of the hive.
	Work(ctx context.Context, name, version string) error
	Close()
}

// HostOptions say how a job goes over a line.
type HostOptions struct {
	ID       string         // of the job, among all jobs of the server: letters and digits
	Version  string         // of wobbly: workers of another one refuse the job
	Progress func(Progress) // called after each result; may be nil
}
