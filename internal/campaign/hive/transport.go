package hive

import (
	"context"

	"wobbly/internal/campaign"
)

// Transport returns NATS JetStream as the transport of campaigns.
func Transport() campaign.Transport { return transport{} }

type transport struct{}

func (transport) Serve(o campaign.ServeOptions) (campaign.Server, error) {
	s, err := startServer(o)
	if err != nil {
		return nil, err
	}
	return localServer{s}, nil
}

func (transport) Connect(a campaign.Address) (campaign.Connection, error) {
	return connectionOf(reach(a))
}

type localServer struct{ *natsServer }

func (o localServer) Connect() (campaign.Connection, error) {
	return connectionOf(o.connect())
}

type connection struct{ *conn }

func connectionOf(c *conn, err error) (campaign.Connection, error) {
	if err != nil {
		return nil, err
	}
	return connection{c}, nil
}

func (l connection) Host(ctx context.Context, e *campaign.RemoteJob, o campaign.HostOptions) error {
	return hostJob(ctx, l.conn, e, o)
}

func (l connection) Work(ctx context.Context, o campaign.WorkOptions) error {
	return work(ctx, l.conn, o)
}

func (l connection) Status(ctx context.Context) (campaign.Status, error) {
	return statusOf(ctx, l.conn)
}
