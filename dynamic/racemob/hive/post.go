package hive

import (
	"context"

	"wobbly/dynamic/racemob"
)

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
