package learn

import (
	"net/url"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/session"
)

// pageVariable is the environment variable with the address of the page, for links to it.
const pageVariable = "WOBBLY_PAGE"

// address returns a function that returns the address of the page with a session. The function is
// nil if the page's address is not known.
func address(a *console.App) (func(file string, s *session.Session) string, error) {
	page := a.Getenv(pageVariable)
	if page == "" {
		return nil, nil
	}
	u, err := url.Parse(page)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" ||
		strings.Contains(page, "#") {
		return nil, console.Usage(
			pageVariable+"=http://localhost:7410/ is what wobbly serve prints",
			"%s is not the address of a page: it begins with http:// or https:// and has no #",
			pageVariable)
	}
	return func(file string, s *session.Session) string {
		return page + "#" + ask.Share(a.Ctx, s, ask.Advice(), file, ask.Version).Hash()
	}, nil
}
