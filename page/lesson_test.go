package page_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"wobbly/lesson"
)

// tabTo presses Tab until what has the focus has a name like this.
func (b *tab) tabTo(name string) {
	b.t.Helper()
	like := regexp.MustCompile(name)
	var seen []string
	for range 120 {
		if len(seen) > 0 && strings.HasPrefix(seen[len(seen)-1], "textbox Program text") {
			b.press(kb.Escape) // Tab alone would indent
		}
		b.press(kb.Tab)
		at := eval[string](b, "wobblyTest.focused()")
		if like.MatchString(at) {
			return
		}
		seen = append(seen, at)
	}
	b.t.Fatalf("Tab never comes to %s, but to %q", name, seen)
}

// answer chooses an answer of the question that is open, and gives it.
func (b *tab) answer(letter byte) {
	b.t.Helper()
	was := b.text(".question legend")
	b.tabTo("^input ")
	b.press(" ")
	for range letter - 'a' {
		b.press(kb.ArrowDown)
	}
	b.tabTo("^button Answer$")
	b.press(kb.Enter)
	b.until(`document.querySelector(".question legend")?.innerText !== ` + quote(was))
}

// play presses the keys of threads, each behind the state of the one before.
func (b *tab) play(keys string) {
	b.t.Helper()
	for _, k := range keys {
		before := eval[string](b, `document.querySelector(".task .headline")?.innerText ?? ""`)
		key := string(k)
		if k == '0' {
			key = kb.Home
		}
		b.press(key)
		b.until(`document.querySelector(".task .headline")?.innerText !== ` + quote(before))
	}
}

// give replaces the text of the program that is asked for, and checks it.
func (b *tab) give(program string) {
	b.t.Helper()
	b.tabTo("^textarea Program")
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(kb.ModifierCtrl)))
	command(b, input.InsertText, input.InsertTextParams{Text: program})
	b.tabTo("^button Check$")
	b.press(kb.Enter)
}

// openLesson comes to a lesson by the keyboard.
func openLesson(t *testing.T, name string) *tab {
	t.Helper()
	b := open(t, "/", setup{})
	b.ready()
	b.do(chromedp.KeyEvent("4", chromedp.KeyModifiers(kb.ModifierAlt)))
	b.until(`document.querySelectorAll(".lessons li").length === 12`)
	b.tabTo(name)
	b.press(kb.Enter)
	b.until(`document.activeElement?.id === "task"`)
	return b
}

// handedIn is the record that the page would hand in, as wobbly grade reads it.
func (b *tab) handedIn() *lesson.Records {
	b.t.Helper()
	text := eval[string](b, `localStorage["wobbly.lessons"]`)
	r, err := lesson.ReadRecords(strings.NewReader(text))
	if err != nil {
		b.t.Fatalf("%v: %s", err, text)
	}
	return r
}

// graded grades the record of a lesson against its master.
func (b *tab) graded(file string) {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "lessons", "master", file))
	if err != nil {
		b.t.Fatal(err)
	}
	l, errs := lesson.Parse(file, string(text))
	if len(errs) > 0 {
		b.t.Fatal(errs)
	}
	r, ok := b.handedIn().Of(l.Name)
	if !ok {
		b.t.Fatalf("the record has nothing of lesson %s", l.Name)
	}
	if got := r.Done(); got != len(l.Tasks) {
		b.t.Errorf("%d of %d tasks are done", got, len(l.Tasks))
	}
	g := lesson.GradeRecord(b.ctx, l, r)
	if g.Fault != "" {
		b.t.Error(g.Fault)
	}
	for _, task := range g.Tasks {
		if !task.Verdict.Met() {
			b.t.Errorf("task %d is graded %+v", task.Task, task)
		}
	}
}

// TestLesson1 plays the first lesson to its end, by the keyboard alone.
func TestLesson1(t *testing.T) {
	b := openLesson(t, "^button 1\\s*You are the scheduler")
	b.answer('b')
	b.until(`document.querySelector(".task .headline")`)
	b.play("abab")
	b.tabTo("^button Next task")
	b.press(kb.Enter)
	b.until(`document.querySelector(".question")`)
	b.answer('c')
	b.answer('b')
	b.until(`document.querySelector(".task .headline")`)
	b.play("aabb")
	b.play("0bbaa")
	b.play("0abab")
	b.until(`document.querySelector(".task").innerText.includes("A concurrent program is the set of all its schedules")`)
	b.shot("lesson1-won")
	b.graded("01-scheduler.lesson")
}

const (
	lockedInsert = `insert(l) {
  n := new();
  synchronized {
    t := l.head;
    n.next := t;
    l.head := n;
  }
}

init {
  o1.head = o2;
  A.l = o1;
  B.l = o1;
}
`
	lockedBoth = `get(b) {
  synchronized {
    x := b.f;
  }
}

set(b) {
  y := new();
  synchronized {
    b.f := y;
  }
}
`
)

// TestLesson4 plays the lesson on locks to its end, by the keyboard alone: programs are
// written, and one wrong attempt is answered.
func TestLesson4(t *testing.T) {
	b := openLesson(t, "^button 4\\s*The lock")
	b.answer('a')
	b.until(`document.querySelector(".task textarea")`)
	b.give(strings.Replace(lockedInsert, "  synchronized {\n    t := l.head;\n    n.next := t;\n", "  t := l.head;\n  n.next := t;\n  synchronized {\n", 1))
	b.until(`/too little|not met|race/.test(document.querySelector(".task .card.says")?.innerText ?? "")`)
	b.give(lockedInsert)
	b.tabTo("^button Next task")
	b.press(kb.Enter)
	b.until(`document.querySelector(".question")`)
	b.answer('b')
	b.until(`document.querySelector(".task .headline")`)
	b.play("aaab")
	b.tabTo("^button Next task")
	b.press(kb.Enter)
	b.until(`document.querySelector(".question")`)
	b.answer('a')
	b.until(`document.querySelector(".task textarea")`)
	b.give(lockedBoth)
	b.until(`document.querySelector(".task").innerText.includes("This is mutual exclusion")`)
	b.graded("04-lock.lesson")
}
