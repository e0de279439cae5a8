package hive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"wobbly/dynamic/racemob"
)

// natsServer is a JetStream server in this process.
type natsServer struct {
	server *server.Server
	token  string
}

// serverOptions say where a server keeps what and who reaches it.
type serverOptions struct {
	Dir    string // an empty directory that is its own until it is stopped
	Listen bool   // on a free port of 127.0.0.1; else only this process reaches it
	Token  string // what clients have to know
}

// mostMemory is how much all jobs of a server may take.
const mostMemory = 1 << 30

// startTime is how long a server may take to be there.
const startTime = 20 * time.Second

// startServer starts a server.
func startServer(o serverOptions) (*natsServer, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "wobbly", DontListen: !o.Listen, Host: "127.0.0.1", Port: server.RANDOM_PORT,
		Authorization: o.Token, JetStream: true, JetStreamMaxMemory: mostMemory, StoreDir: o.Dir,
		NoLog: true, NoSigs: true, NoSystemAccount: true,
	})
	if err != nil {
		return nil, fmt.Errorf("the message server: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, errors.New("the message server does not start")
	}
	return &natsServer{s, o.Token}, nil
}

// URL is where other processes reach a server that listens. It does not hold
// the token.
func (s *natsServer) URL() string { return s.server.ClientURL() }

// Connect reaches the server without a socket.
func (s *natsServer) Connect() (*conn, error) {
	return connect("", nats.InProcessServer(s.server), nats.Token(s.token))
}

// Stop ends the server and waits until it has.
func (s *natsServer) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// Post is NATS JetStream as the post of hives and workers.
func Post() racemob.Post { return post{} }

type post struct{}

func (post) Serve(dir string, listen bool, token string) (racemob.Office, error) {
	s, err := startServer(serverOptions{Dir: dir, Listen: listen, Token: token})
	if err != nil {
		return nil, err
	}
	return office{s}, nil
}

func (post) Connect(url, token string) (racemob.Line, error) { return lineOf(reach(url, token)) }

type office struct{ *natsServer }

func (o office) Connect() (racemob.Line, error) { return lineOf(o.natsServer.Connect()) }

// line is a connection with what goes over it.
type line struct{ *conn }

// lineOf is a connection as a line, if there is one.
func lineOf(c *conn, err error) (racemob.Line, error) {
	if err != nil {
		return nil, err
	}
	return line{c}, nil
}

func (l line) Host(ctx context.Context, j *racemob.Job, o racemob.HostOptions) (*racemob.List, error) {
	return hostJob(ctx, l.conn, j, o)
}

func (l line) Work(ctx context.Context, name, version string) error {
	return work(ctx, l.conn, name, version)
}
