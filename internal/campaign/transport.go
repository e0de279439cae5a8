package campaign

import "context"

// A Transport carries shards and documents between hosts and workers of different processes. It is
// an interface so that only programs that send messages link the engine, package hive.
type Transport interface {
	// Serve starts a server in this process.
	Serve(o ServeOptions) (Server, error)
	// Connect connects to another server.
	Connect(a Address) (Connection, error)
}

// ServeOptions configures a server.
type ServeOptions struct {
	Dir    string // for this server alone until it stops
	Keep   bool   // messages outlive the server, in Dir
	Listen bool   // on 127.0.0.1; otherwise only this process reaches it
	Port   int    // to listen on; 0 for any
	Token  string // of clients
	Config string // a configuration file of the engine, which decides everything except Dir
}

// Address says how to reach another server. Files are named by path. Empty fields are not used.
type Address struct {
	URL   string
	Token string
	Creds string // credentials of a user: a JWT and its key
	NKey  string // the seed of a user's key
	CA    string // certificates that the server's must be signed by
	Cert  string // of this client
	Key   string // of Cert
}

// A Server is a server in this process.
type Server interface {
	Connect() (Connection, error)
	URL() string // for other processes, without the token
	Stop()
}

// A Connection connects a host or a worker to a server.
type Connection interface {
	// Host runs a job on the workers of the server. The end of ctx is not an error. A *Panic is a
	// worker's, or says that a shard kills workers.
	Host(ctx context.Context, e *RemoteJob, o HostOptions) error
	// Work does shards of all jobs until ctx ends, which is not an error.
	Work(ctx context.Context, o WorkOptions) error
	// Status collects answers of hosts and workers until ctx ends.
	Status(ctx context.Context) (Status, error)
	Close()
}

// HostOptions configures a host.
type HostOptions struct {
	Version string // workers of other versions never see the job
	Title   string // for the status
	Name    string // of the host, for the status
	// Progress, if not nil, is called after each document and regularly.
	Progress func(Progress)
	// Note, if not nil, is called with messages for the user, by one goroutine.
	Note func(string)
	// Away is the number of seconds that the server may be unreachable, or reject messages, before
	// the host gives up; 0 means two minutes.
	Away float64
}

// Progress is the progress of a host's job.
type Progress struct {
	Issued, Taken uint64 // shards handed out, and those with a document in the plan
	Workers       int    // that answered the last question
	Retried       int    // documents of tasks that were delivered before
	Duplicates    int    // documents of shards that had one
	Bad           int    // messages that were not documents of the job
	Resumed       int    // documents that the server had when the host began
}

// WorkOptions configures a worker.
type WorkOptions struct {
	Name    string
	Version string // of the jobs whose shards it does
	Kinds   []Kind
	Note    func(string) // like HostOptions.Note
}

// Status is the jobs and workers of a server.
type Status struct {
	Jobs    []JobStatus    // by ID
	Workers []WorkerStatus // by name
}

// JobStatus is a job on a server.
type JobStatus struct {
	ID, Kind, Title, Version string
	Host                     string // empty if it has died
	Issued, Taken            uint64 // according to the host
	Tasks, Documents         uint64 // messages on the server
	Seconds                  float64
}

// WorkerStatus is a worker of a server.
type WorkerStatus struct {
	Name, Version string
	Job           string // of the current shard; empty for none
	Done          uint64 // shards
	Seconds       float64
}
