package hive

import (
	"context"

	"wobbly/internal/campaign"
)

// Post is NATS JetStream as the post of hosts and workers.
func Post() campaign.Post { return post{} }

type post struct{}

func (post) Serve(o campaign.ServeOptions) (campaign.Office, error) {
	s, err := startServer(o)
	if err != nil {
		return nil, err
	}
	return office{s}, nil
}

func (post) Connect(a campaign.Address) (campaign.Line, error) { return lineOf(reach(a)) }

type office struct{ *natsServer }

func (o office) Connect() (campaign.Line, error) { return lineOf(o.connect()) }

// line is a connection with what goes over it.
type line struct{ *conn }

// lineOf is a connection as a line, if there is one.
func lineOf(c *conn, err error) (campaign.Line, error) {
	if err != nil {
		return nil, err
	}
	return line{c}, nil
}

func (l line) Host(ctx context.Context, e *campaign.Errand, o campaign.HostOptions) error {
	return hostJob(ctx, l.conn, e, o)
}

func (l line) Work(ctx context.Context, o campaign.WorkOptions) error { return work(ctx, l.conn, o) }

func (l line) Status(ctx context.Context) (campaign.Status, error) {
	return statusOf(ctx, l.conn)
}
