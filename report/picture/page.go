package picture

import (
	_ "embed" // the parts of the page
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"

	"wobbly/internal/digest"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// Page writes a story as one HTML page that needs no other file. With JavaScript it steps through
// the states, and "#12" at the end of its address opens state 12. Without JavaScript it shows the
// last state and the trace. The error is that of w or of o.Ended.
//
// The pictures are those of State. The page has each of their groups once, and for each state the
// slots that change, so that its size grows with the changes, not with steps times objects. It has
// at most the last MaxStates states, and names the cut.
func Page(w io.Writer, s *Story, o Options) error {
	from, cut := max(0, len(s.Scenes)-MaxStates), ""
	if from > 0 {
		short := *s
		short.Scenes = s.Scenes[from:]
		cut = fmt.Sprintf("<p>The trace has %d steps. This page begins with state %d.</p>\n",
			len(s.Scenes)-1, from)
		s = &short
	}
	sh := newLayout(s, o)
	r, err := sh.reel()
	if err != nil {
		return err
	}
	rows, last := s.rows(from), len(s.Scenes)-1
	data, err := pageData(r, rows)
	if err != nil {
		return err
	}
	css := pageCSS + o.Theme.css("svg") + o.Theme.pageColours()
	static, shown := rows, "the trace"
	if len(rows) > maxStatic {
		static = rows[len(rows)-maxStatic:]
		shown = fmt.Sprintf("the last %d of the %d states of the trace", maxStatic, from+len(rows))
	}
	text := strings.NewReplacer(
		"{{Title}}", escapeHTML(report.Visible(s.title())), "{{CSS}}", css, "{{JS}}", pageJS,
		"{{Policy}}",
		escapeHTML(fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'", hash(css),
			hash(pageJS))),
		"{{Data}}", data, "{{Shown}}", shown, "{{Last}}", r.last,
		"{{Width}}", fmt.Sprint(sh.width), "{{Height}}", fmt.Sprint(r.height-headOnly), "{{Top}}",
		fmt.Sprint(headOnly),
		"{{Cut}}", cut, "{{From}}", fmt.Sprint(from), "{{Steps}}", fmt.Sprint(from+last), "{{Say}}",
		rows[last].say(), "{{Rows}}", strings.Join(slice.Map(static, pageRow.html), ""),
	).Replace(pageHTML)
	_, err = io.WriteString(w, text)
	return err
}

// MaxStates is the maximum number of states of a page, which needs 0.7 to 2 kB for each.
const MaxStates = 20_000

// maxStatic is the maximum number of rows of the trace in the HTML. For a longer trace, JavaScript
// makes the visible rows.
const maxStatic = 400

// pageData returns what the page's script reads: the groups, the changes between states, the states
// that race, and for each state the number of the text of its row.
func pageData(r reel, rows []pageRow) (string, error) {
	races := []int{}
	numbers, texts, of := map[[8]string]int{}, [][8]string{}, make([]int, len(rows))
	for i, x := range rows {
		key := [8]string{x.Class, x.Thread, x.Line, x.Choice, x.Command, x.Effect, x.Race, x.Lock}
		n, known := numbers[key]
		if !known {
			n = len(texts)
			numbers[key], texts = n, append(texts, key)
		}
		of[i] = n
		if x.Race != "" {
			races = append(races, i)
		}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	// What ends a script, or begins a comment, is escaped below.
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		From  int         `json:"from"`
		Steps [][]int     `json:"steps"`
		Races []int       `json:"races"`
		Parts []string    `json:"parts"`
		Texts [][8]string `json:"texts"`
		Rows  []int       `json:"rows"`
	}{rows[0].N, r.steps, races, r.parts, texts, of})
	return strings.NewReplacer("</", `<\/`, "<!", `\u003c!`, "<s", `\u003cs`, "<S",
		`\u003cS`).Replace(strings.TrimSpace(b.String())), err
}

// escapeHTML escapes as html/template does.
func escapeHTML(text string) string { return htmlEscapes.Replace(text) }

// htmlEscapes are the escapes of html/template.
var htmlEscapes = strings.NewReplacer(
	"\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;",
	">", "&gt;",
)

// headOnly is the height of the two lines at the top of a picture that the page writes itself.
const headOnly = 54

// hash returns the hash of a text as the page's policy names it.
func hash(text string) string {
	sum := digest.SHA256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// reel has all states of a story as groups, each stored once, and changes.
type reel struct {
	// parts are the groups, numbered from 1.
	parts []string
	// steps has the changes of each state: slot, group, slot, group, and so on. Group 0 empties the
	// slot.
	steps [][]int
	last  string
	// height is the height of the highest state.
	height int
}

// change is the change of a slot from one state to the next. If part is 0, the slot becomes empty.
type change struct {
	slot slot
	part int
}

// filming is a reel while its states are drawn.
type filming struct {
	reel
	// index has the number of each group, by its text.
	index map[string]int
	// now has the groups of the present state without objects, and records those of objects, which
	// can be many.
	now     map[slot]int
	records map[slot]int
	used    map[slot]bool
}

// reel draws all states. If two successive states have records, it draws only those that differ, so
// that the cost of a state does not depend on the size of the heap. The error is that of
// Options.Ended.
func (sh *layout) reel() (reel, error) {
	f := filming{
		index: map[string]int{}, now: map[slot]int{}, records: map[slot]int{},
		used: map[slot]bool{},
	}
	changes := make([][]change, len(sh.Scenes))
	for n := range sh.Scenes {
		if err := sh.o.ended(); err != nil {
			return reel{}, err
		}
		f.height = max(f.height, sh.heightOf(n))
		c, whole := sh.around(n), n == 0 || sh.small(n) || sh.small(n-1)
		if whole {
			sh.drawMemory(c, n, sh.memoryAt(n))
		} else {
			sh.redrawMemory(c, n, sh.memoryAt(n))
		}
		changes[n] = f.take(c, whole)
	}
	// The numbers of the slots are in drawing order.
	number := map[slot]int{}
	for i, s := range sortedSlots(f.used) {
		number[s] = i
	}
	f.steps = make([][]int, len(changes))
	for n, list := range changes {
		f.steps[n] = []int{}
		for _, c := range list {
			f.steps[n] = append(f.steps[n], number[c.slot], c.part)
		}
	}
	maps.Copy(f.now, f.records)
	var b strings.Builder
	for _, s := range sortedSlots(f.now) {
		b.WriteString(f.parts[f.now[s]-1] + "\n")
	}
	f.last = b.String()
	return f.reel, nil
}

// take adds a picture, and returns how it differs from the one before. Objects that are not drawn
// are gone if whole is true, and otherwise they are as before.
func (f *filming) take(c *canvas, whole bool) []change {
	var list []change
	for _, s := range sortedSlots(c.groups) {
		text := c.groups[s].String()
		if f.index[text] == 0 {
			f.parts = append(f.parts, text)
			f.index[text] = len(f.parts)
		}
		now := f.now
		if s[0] == layerObjects {
			now = f.records
		}
		if now[s] != f.index[text] {
			now[s], f.used[s] = f.index[text], true
			list = append(list, change{s, f.index[text]})
		}
	}
	remove := func(now map[slot]int) {
		for s := range now {
			if c.groups[s] == nil {
				delete(now, s)
				list = append(list, change{s, 0})
			}
		}
	}
	remove(f.now)
	if whole {
		remove(f.records)
	}
	slice.Sort(list, func(a, b change) int { return compareSlots(a.slot, b.slot) })
	return list
}

type pageRow struct {
	N                    int
	Class                string
	Thread, Line, Choice string
	Command, Effect      string
	Lock                 string
	// Alarm is the mark of a race or a deadlock, and Race says what it is.
	Alarm, Race string
}

// rows returns the rows of all states. The first one has the number from.
func (s *Story) rows(from int) []pageRow {
	var list []pageRow
	for n := range s.Scenes {
		r := pageRow{
			N: from + n, Effect: "Nothing has been executed.", Alarm: s.alarm(n),
			Race: s.alarmWords(n), Lock: s.lockText(n), Command: "start",
		}
		if m := s.Scenes[n].Move; m != nil {
			r.Thread, r.Class = m.Thread.String(), letters[m.Thread]
			r.Line, r.Command = fmt.Sprint(m.At.Line), m.Text
			r.Effect = fmt.Sprintf("%s %s.", m.Thread, m.Effect)
			takes := slice.Map(m.Choices, func(c semantics.Choice) string {
				return fmt.Sprintf("%s at line %d", c.Take, s.line(c.At.Pos()))
			})
			r.Choice = strings.Join(takes, ", ")
		}
		list = append(list, r)
	}
	return list
}

// say returns the sentences about a state for people who cannot see it.
func (r pageRow) say() string {
	text := fmt.Sprintf("State %d. %s Lock: %s.", r.N, escapeHTML(r.Effect), escapeHTML(r.Lock))
	if r.Race != "" {
		text += " " + escapeHTML(r.Race) + "."
	}
	return text
}

func (r pageRow) html() string {
	choice, race := "", ""
	if r.Choice != "" {
		choice = `<span class="muted">? ` + escapeHTML(r.Choice) + `; </span>`
	}
	if r.Race != "" {
		race = ` <strong class="race">` + r.Alarm + ` ` + escapeHTML(r.Race) + `</strong>`
	}
	return fmt.Sprintf(`<tr data-n="%[1]d"><th scope="row"><a href="#%[1]d">%[1]d</a></th>`+
		`<td class="bold %[2]s">%[3]s</td><td>%[4]s</td>`+
		`<td>%[5]s<code>%[6]s</code> <span class="effect">%[7]s</span>%[8]s</td>`+
		`<td class="lock">%[9]s</td></tr>`+"\n",
		r.N, r.Class, r.Thread, r.Line, choice, escapeHTML(r.Command), escapeHTML(r.Effect), race,
		escapeHTML(r.Lock))
}

func (t Theme) pageColours() string {
	rules := func(p palette) string {
		return fmt.Sprintf(":root{color:%s;background:%s}.muted{color:%s}"+
			".a{color:%s}.b{color:%s}.race{color:%s}tr.at td,tr.at th{background:%s}"+
			"td,tbody th,.steps,button{border-color:%s}button{color:%s;background:%s}a{color:%s}",
			p.ink, p.paper, p.muted, p.threads[0], p.threads[1], p.race, p.changed, p.line, p.ink,
			p.panel, p.ink)
	}
	switch t {
	case Dark:
		return ":root{color-scheme:dark}" + rules(dark)
	case Print:
		return rules(grey)
	case Light:
		return rules(light)
	default:
		return ":root{color-scheme:light dark}" + rules(light) +
			"@media (prefers-color-scheme:dark){" + rules(dark) + "}"
	}
}
