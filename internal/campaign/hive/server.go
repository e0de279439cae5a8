package hive

import (
	"errors"
	"fmt"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/logger"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
	"wobbly/internal/text"
)

// natsServer is a server in this process.
type natsServer struct {
	server  *server.Server
	token   string
	storage jetstream.StorageType // where the streams of its jobs are
	lock    *flock.Flock          // the lock of ServeOptions.Dir; nil unless ServeOptions.Keep
}

// The limits of all jobs of a server together, in bytes.
const (
	maxMemory = 1 << 30
	maxDisk   = 1 << 36
)

// startTime is the time after which a server that does not accept connections has failed.
const startTime = 20 * time.Second

// startServer starts a server with the settings of o. Those of o.Config replace the defaults.
func startServer(o campaign.ServeOptions) (*natsServer, error) {
	settings := &server.Options{
		ServerName: "wobbly", DontListen: !o.Listen, Host: "127.0.0.1", Port: o.Port,
		Authorization: o.Token, JetStreamMaxMemory: maxMemory, JetStreamMaxStore: maxDisk,
		NoLog: true, NoSystemAccount: true,
	}
	if o.Port == 0 {
		settings.Port = server.RANDOM_PORT
	}
	if o.Config != "" {
		settings = &server.Options{}
		if err := settings.ProcessConfigFile(o.Config); err != nil {
			return nil, fmt.Errorf("the configuration of the message server: %w", err)
		}
	}
	settings.JetStream, settings.NoSigs = true, true
	if settings.LogFile != "" {
		if err := openLog(settings.LogFile); err != nil {
			return nil, fmt.Errorf("the log of the message server: %w", err)
		}
	}
	if o.Dir != "" {
		settings.StoreDir = o.Dir
	}
	if !o.Keep {
		return startWith(settings, o)
	}
	lock, err := lockDir(o.Dir)
	if err != nil {
		return nil, err
	}
	s, err := startWith(settings, o)
	if err != nil {
		_ = lock.Unlock()
		return nil, err
	}
	s.lock = lock
	return s, nil
}

// openLog makes sure that a log file exists and can be opened. The library's logger ends this
// process if its file cannot be opened.
func openLog(name string) error {
	log := flock.New(name)
	if _, err := log.TryRLock(); err != nil {
		return err
	}
	return log.Unlock()
}

// lockDir locks a directory against other servers: two would overwrite each other's files. When the
// process dies, the system releases the lock.
func lockDir(dir string) (*flock.Flock, error) {
	lock := flock.New(dir + "/wobbly-hive.lock")
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("the message server cannot have its directory by itself: %w", err)
	case !locked:
		return nil, fmt.Errorf("another message server has the directory %s", text.Name(dir))
	}
	return lock, nil
}

// startWith starts a server with these settings and waits until it accepts connections.
func startWith(settings *server.Options, o campaign.ServeOptions) (*natsServer, error) {
	s, err := server.NewServer(settings)
	if err != nil {
		return nil, fmt.Errorf("the message server: %w", err)
	}
	log := logOf(s, settings, o.Config != "")
	s.SetLoggerV2(log, settings.Debug, settings.Trace, settings.TraceVerbose)
	s.Start()
	if err := started(s, log.fatal); err != nil {
		s.Shutdown()
		return nil, err
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.New("the message server does not start: it cannot keep anything " +
			"in its directory")
	}
	storage := jetstream.MemoryStorage
	if o.Keep || o.Config != "" {
		storage = jetstream.FileStorage
	}
	return &natsServer{server: s, token: o.Token, storage: storage}, nil
}

// started waits until a server accepts connections, or reports why it cannot.
func started(s *server.Server, fatal <-chan string) error {
	ready := make(chan bool, 1)
	go func() { ready <- s.ReadyForConnections(startTime) }()
	var accepts bool
	select {
	case accepts = <-ready:
	case why := <-fatal:
		return errors.New("the message server does not start: " + why)
	}
	select { // a server that accepts connections may have failed in another way
	case why := <-fatal:
		return errors.New("the message server does not start: " + why)
	default:
	}
	if !accepts {
		return errors.New("the message server does not start")
	}
	return nil
}

// connect connects to the server without a socket.
func (s *natsServer) connect() (*conn, error) {
	return connect("", s.storage, nats.InProcessServer(s.server), nats.Token(s.token))
}

func (s *natsServer) URL() string { return s.server.ClientURL() }

// Stop stops the server and waits for its end.
func (s *natsServer) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
	if s.lock != nil {
		_ = s.lock.Unlock()
	}
}

// serverLog is the log of a server. It sends a fatal error to a channel; the library's own log
// would end this process.
type serverLog struct {
	server.Logger
	fatal chan string
}

// logOf returns the log of a server: the one in settings if they come from a configuration file
// (configured), and otherwise silence.
func logOf(s *server.Server, settings *server.Options, configured bool) serverLog {
	l := serverLog{Logger: silence{}, fatal: make(chan string, 1)}
	switch {
	case !configured:
	case settings.LogFile != "":
		const withPID = true
		file := logger.NewFileLogger(settings.LogFile, settings.Logtime, settings.Debug,
			settings.Trace, withPID, logger.LogUTC(settings.LogtimeUTC))
		if settings.LogSizeLimit > 0 {
			_ = file.SetSizeLimit(settings.LogSizeLimit)
		}
		if settings.LogMaxFiles > 0 {
			_ = file.SetMaxNumFiles(int(settings.LogMaxFiles))
		}
		l.Logger = file
	default:
		s.ConfigureLogger()
		if own := s.Logger(); own != nil {
			l.Logger = own
		}
	}
	return l
}

func (l serverLog) Fatalf(format string, v ...any) {
	l.Errorf(format, v...)
	select {
	case l.fatal <- fmt.Sprintf(format, v...):
	default:
	}
}

// silence is a log of the NATS server that drops everything.
type silence struct{}

func (silence) Noticef(string, ...any) {}
func (silence) Warnf(string, ...any)   {}
func (silence) Fatalf(string, ...any)  {}
func (silence) Errorf(string, ...any)  {}
func (silence) Debugf(string, ...any)  {}
func (silence) Tracef(string, ...any)  {}
