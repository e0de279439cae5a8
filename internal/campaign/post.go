package campaign

import "context"

// A Post carries shards and documents between hosts and workers of different
// processes. It is an interface so that only programs that send messages have the
// engine for it in them; package hive is the one that there is.
type Post interface {
	// Serve starts a server in this process.
	Serve(o ServeOptions) (Office, error)
	// Connect reaches another server.
	Connect(a Address) (Line, error)
}

// ServeOptions say where a server keeps what and who reaches it.
type ServeOptions struct {
	Dir    string // that is its own until it is stopped
	Keep   bool   // what hosts leave outlives the server, in Dir
	Listen bool   // on 127.0.0.1; else only this process reaches it
	Port   int    // to listen on; 0 for any that is free
	Token  string // what clients have to know
	Config string // a file of the engine's own configuration, which decides about all but Dir; empty for none
}

// Address is how another server is reached. Files are named by path; what is empty
// is not used.
type Address struct {
	URL   string
	Token string
	Creds string // credentials of a user: a JWT and its key
	NKey  string // the seed of a user's key
	CA    string // certificates that the server's must be signed by
	Cert  string // of this client
	Key   string // of Cert
}

// An Office is a server in this process.
type Office interface {
	Connect() (Line, error)
	URL() string // where other processes reach it; it does not hold the token
	Stop()
}

// A Line is a connection of a host or of a worker to a server.
type Line interface {
	// Host has a job done by whatever workers there are. It is no error that ctx
	// ends. A *Panic is a worker's, or says that workers die of a shard.
	Host(ctx context.Context, e *Errand, o HostOptions) error
	// Work does shards of all jobs until ctx ends, which is no error.
	Work(ctx context.Context, o WorkOptions) error
	// Status asks who is there. Who has not answered when ctx ends is not.
	Status(ctx context.Context) (Status, error)
	Close()
}

// HostOptions say how a job goes over a line.
type HostOptions struct {
	Version  string         // workers of another one never see the job
	Title    string         // for people who ask for the status
	Name     string         // of the host, for the same
	Progress func(Progress) // called after each document, and now and then; may be nil
	Note     func(string)   // called with what somebody should know, by one goroutine; may be nil
	Away     float64        // seconds that the server may be away, or take nothing, before the host gives up; 0 for two minutes
}

// Progress is how far a job has come over a line.
type Progress struct {
	Issued, Taken uint64 // shards handed out; of these, with a document that was taken
	Workers       int    // that have answered last time they were asked
	Again         int    // documents of shards that were with a worker before, which died or was slow
	Twice         int    // documents that came again
	Bad           int    // messages that were no document of what was asked
	Before        int    // documents that were there when the host began
}

// WorkOptions say who works.
type WorkOptions struct {
	Name    string
	Version string // that of the jobs whose shards are done
	Kinds   []Kind
	Note    func(string) // called with what somebody should know, by one goroutine at a time; may be nil
}

// Status is who is at a server, and what is done there.
type Status struct {
	Jobs    []JobStatus    // by ID
	Workers []WorkerStatus // by name
}

// JobStatus is a job that is at a server.
type JobStatus struct {
	ID, Kind, Title, Version string
	Host                     string // empty if it has none: it died
	Issued, Taken            uint64 // as the host says
	Tasks, Documents         uint64 // messages that the server has
	Seconds                  float64
}

// WorkerStatus is a worker that has answered.
type WorkerStatus struct {
	Name, Version string
	Job           string // whose shard it does; empty for none
	Done          uint64 // shards
	Seconds       float64
}
