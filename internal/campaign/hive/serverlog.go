package hive

import (
	"fmt"

	"github.com/nats-io/nats-server/v2/logger"
	"github.com/nats-io/nats-server/v2/server"
)

// serverLog is the log of a server. What is fatal to a server would end this process, with an
// exit of the engine's own; here it is told to who has started the server.
type serverLog struct {
	server.Logger
	fatal chan string
}

// logOf is the log of a server: as its configuration says, if it has one, or silent.
func logOf(s *server.Server, settings *server.Options, configured bool) serverLog {
	l := serverLog{silence{}, make(chan string, 1)}
	switch {
	case !configured:
	case settings.LogFile != "":
		file := logger.NewFileLogger(settings.LogFile, settings.Logtime, settings.Debug, settings.Trace, true, logger.LogUTC(settings.LogtimeUTC))
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

// Fatalf implements server.Logger.
func (l serverLog) Fatalf(format string, v ...any) {
	l.Errorf(format, v...)
	select {
	case l.fatal <- fmt.Sprintf(format, v...):
	default:
	}
}

// silence is a log that keeps nothing.
type silence struct{}

func (silence) Noticef(string, ...any) {}
func (silence) Warnf(string, ...any)   {}
func (silence) Fatalf(string, ...any)  {}
func (silence) Errorf(string, ...any)  {}
func (silence) Debugf(string, ...any)  {}
func (silence) Tracef(string, ...any)  {}
