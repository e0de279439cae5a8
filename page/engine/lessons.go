package engine

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"wobbly/internal/ask"
	"wobbly/lesson"
	"wobbly/lesson/course"
	"wobbly/lesson/play"
	"wobbly/report"
)

// playing is a lesson in progress.
type playing struct {
	play.Player
	number   int       // in games.open
	stepping *stepping // of the present task; nil while no thread can be moved
}

// games has the lessons that are played, by their numbers, and the record of all lessons.
type games struct {
	open    map[int]*playing
	last    int // the number of the game that was opened last
	records lesson.Records
}

// allLessons reads the shipped lessons.
var allLessons = sync.OnceValues(func() ([]*lesson.Lesson, error) {
	files, err := course.Files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var all []*lesson.Lesson
	for _, f := range files {
		text, err := course.Files.ReadFile(f.Name())
		if err != nil {
			return nil, err
		}
		l, errs := lesson.Parse(f.Name(), string(text))
		if len(errs) > 0 {
			return nil, errs[0]
		}
		all = append(all, l)
	}
	return all, nil
})

// setRecord replaces the record of all lessons, unless the message has none.
func (g *games) setRecord(record json.RawMessage) error {
	if len(record) == 0 || string(record) == "null" {
		return nil
	}
	r, err := lesson.ReadRecords(bytes.NewReader(record))
	if err != nil {
		return refuse("record", "%s", err)
	}
	g.records = *r
	return nil
}

// lessons answers lesson.list.
func (c *call) lessons(p lessonsAsk) ([]byte, int, error) {
	if err := c.h.games.setRecord(p.Record); err != nil {
		return nil, 0, err
	}
	all, err := allLessons()
	if err != nil {
		return nil, 0, err
	}
	return documentOf(report.Lessons{List: ask.LessonList(all, &c.h.games.records)}, 0)
}

func (c *call) openLesson(p lessonAsk) (gameView, error) {
	all, err := allLessons()
	if err != nil {
		return gameView{}, err
	}
	l, err := ask.FindLesson(all, p.Lesson)
	if err != nil {
		return gameView{}, err
	}
	games := &c.h.games
	if err := games.setRecord(p.Record); err != nil {
		return gameView{}, err
	}
	g := lesson.NewGame(l)
	if r, ok := games.records.Of(l); ok {
		if err := g.Resume(r); err != nil {
			return gameView{}, refuse("record", "%s", err)
		}
	}
	if p.Task != 0 && !g.GoTo(p.Task) {
		return gameView{},
			refuse("name", "lesson %d has the tasks 1 to %d, not %d", l.Number,
				len(l.Tasks), p.Task)
	}
	if p.Schedule != "" {
		if err := g.Begin(p.Schedule); err != nil {
			return gameView{}, refuse("link", "%s", err)
		}
	}
	if len(games.open) >= maxSessions {
		// Close the lesson that was opened first. If it is opened again it continues from the
		// record.
		oldest := games.open[slices.Min(slices.Collect(maps.Keys(games.open)))]
		if oldest.stepping != nil {
			delete(c.h.sessions.open, oldest.stepping.number)
		}
		delete(games.open, oldest.number)
	}
	if games.open == nil {
		games.open = map[int]*playing{}
	}
	games.last++
	x := &playing{Player: play.Player{Game: g, Face: play.Buttons}, number: games.last}
	games.open[x.number] = x
	return c.game(x, p.Theme)
}

func (c *call) playing(number int) (*playing, error) {
	x, ok := c.h.games.open[number]
	if !ok {
		return nil, hinted(refuse("session", "there is no open lesson %d", number),
			"lesson.open begins one")
	}
	return x, nil
}

func (c *call) viewLesson(p gameAsk) (gameView, error) {
	x, err := c.playing(p.Game)
	if err != nil {
		return gameView{}, err
	}
	return c.game(x, p.Theme)
}

// record answers lesson.record.
func (c *call) record(struct{}) ([]byte, int, error) {
	records := c.h.games.records
	if records.Schema == "" {
		records.Schema = lesson.RecordSchema
	}
	var b bytes.Buffer
	err := records.Write(&b)
	return document(&b), 0, err
}
