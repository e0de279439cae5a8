package campaign

import "context"

// A Transport sends shards and documents between hosts and workers in different processes. It is an
// interface so that only programs that send messages link package hive, with its message server.
type Transport interface {
	// Serve starts a server in this process.
	Serve(o ServeOptions) (Server, error)
	// Connect connects to another server.
	Connect(a Address) (Connection, error)
}

// ServeOptions configures a server.
type ServeOptions struct {
	Dir    string // a directory that the server has to itself until it stops
	Keep   bool   // whether messages in Dir outlive the server
	Listen bool   // whether it listens on 127.0.0.1; otherwise only this process reaches it
	Port   int    // the port to listen on; 0 for any
	Token  string // the secret that clients must send
	Config string // a configuration file of the server; if set, only Dir and Keep count too
}

// Address says how to reach another server. Files are named by path. Empty fields are not used.
type Address struct {
	URL   string
	Token string // the secret of ServeOptions
	Creds string // a file with the credentials of a user: a JWT and its key
	NKey  string // a file with the seed of a user's key
	CA    string // a file with the certificates that must have signed the server's
	Cert  string // a file with the certificate of this client
	Key   string // a file with the key of Cert
}

// A Server is a server in this process.
type Server interface {
	Connect() (Connection, error)
	// URL returns the URL for other processes, without the token.
	URL() string
	// Stop stops the server and returns when it has ended.
	Stop()
}

// A Connection connects a host or a worker to a server.
type Connection interface {
	// Host runs a job on the workers of the server. The end of ctx is not an error. If the error is
	// a *Panic, Do has panicked, or a shard kills its workers.
	Host(ctx context.Context, j *RemoteJob, o HostOptions) error
	// Work does shards of all jobs until ctx ends, which is not an error.
	Work(ctx context.Context, o WorkOptions) error
	// Status collects the answers of hosts and workers until ctx ends.
	Status(ctx context.Context) (Status, error)
	Close()
}

// HostOptions configures a host.
type HostOptions struct {
	Version string // the version of wobbly; workers of other versions never see the job
	Title   string // the title of the job in the status
	Name    string // the name of the host in the status
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
	Issued     uint64 // the number of shards handed out
	Taken      uint64 // the number of shards whose documents the plan has
	Workers    int    // the number of workers that recently answered
	Retried    int    // the number of documents of tasks that had been delivered before
	Duplicates int    // the number of documents of shards that already had one
	Bad        int    // the number of messages that were not documents of the job
	Resumed    int    // the number of documents that the server had when the host began
}

// WorkOptions configures a worker.
type WorkOptions struct {
	Name    string
	Version string       // the version of the jobs whose shards it does
	Kinds   []Kind       // the kinds of jobs that it can do
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
	Host                     string  // the name of the host; empty if it has died
	Issued, Taken            uint64  // the Progress of the host
	Tasks, Documents         uint64  // the numbers of messages on the server
	Seconds                  float64 // since the host began
}

// WorkerStatus is a worker of a server.
type WorkerStatus struct {
	Name, Version string
	Job           string  // the ID of the job of the current shard; empty for none
	Done          uint64  // the number of shards it has done
	Seconds       float64 // since it began
}
