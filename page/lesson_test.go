//go:build full

package page_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tabTo presses Tab until an element with the given name has the focus.
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
	b.t.Fatalf("Tab does not lead to %s, but to %q", name, seen)
}

// answer answers the open question.
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

// play presses the keys of threads, and waits for the new state after each.
func (b *tab) play(keys string) {
	b.t.Helper()
	for _, k := range keys {
		before := eval[string](b, `document.querySelector(".stage .headline")?.innerText ?? ""`)
		key := string(k)
		if k == '0' {
			key = kb.Home
		}
		b.press(key)
		b.until(`document.querySelector(".stage .headline")?.innerText !== ` + quote(before))
	}
}

// give replaces the program of the task and checks it.
func (b *tab) give(program string) {
	b.t.Helper()
	b.tabTo("^textbox Program text")
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(kb.ModifierCtrl)))
	command(b, input.InsertText, input.InsertTextParams{Text: program})
	b.press(kb.Escape)
	b.tabTo("^button Check$")
	b.press(kb.Enter)
}

// openLesson opens a lesson with the keyboard.
func openLesson(t *testing.T, name string) *tab {
	t.Helper()
	b := open(t, "/", setup{script: saving})
	b.ready()
	b.do(chromedp.KeyEvent("4", chromedp.KeyModifiers(kb.ModifierAlt)))
	b.until(`document.querySelectorAll(".lessons li").length === 18`)
	b.tabTo(name)
	b.press(kb.Enter)
	b.until(`document.activeElement?.id === "task"`)
	return b
}

// wobbly builds the command once and returns its file.
var wobbly = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "wobbly-page")
	if err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "wobbly")
	out, err := exec.Command("go", "build", "-o", file, "wobbly/cmd/wobbly").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

// graded has wobbly grade the file that the page hands in. All tasks of the lesson must be done,
// and so must each be when it is checked again.
func (b *tab) graded(number, tasks int) {
	b.t.Helper()
	b.click("button", "Record to hand in")
	b.until(`window.files["lessons.json"]`)
	dir := b.t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ann.json"),
		[]byte(eval[string](b, `window.files["lessons.json"]`)), 0o666); err != nil {
		b.t.Fatal(err)
	}
	command, err := wobbly()
	if err != nil {
		b.t.Fatal(err)
	}
	out, err := exec.Command(command, "grade", "--lessons", strconv.Itoa(number), "--json",
		dir).Output()
	if err != nil {
		b.t.Fatalf("%v: %s", err, out)
	}
	var grades struct {
		Students []struct {
			Student      string
			Done, Points int
			Lessons      []struct {
				Tasks []struct{ Verdict string }
			}
		}
	}
	if err := json.Unmarshal(out, &grades); err != nil {
		b.t.Fatal(err)
	}
	if s := grades.Students; len(s) != 1 || s[0].Student != "ann" || s[0].Done != tasks ||
		s[0].Points != tasks {
		b.t.Fatalf("the record is graded %s, want %d points", out, tasks)
	}
	for i, task := range grades.Students[0].Lessons[0].Tasks {
		if task.Verdict != "met" {
			b.t.Errorf("task %d is graded %q", i+1, task.Verdict)
		}
	}
}

// TestLesson1 plays the first lesson to its end with the keyboard only.
func TestLesson1(t *testing.T) {
	b := openLesson(t, "^button 1\\s*You are the scheduler")
	b.until(`wobblyTest.editor()?.innerText.includes("x := c.f;") &&
		document.querySelectorAll(".stage .box").length === 5`)
	b.press("a") // which means no thread before the answer
	if off := eval[int](b,
		`document.querySelectorAll(".stage .threads [aria-disabled=true]").length`); off != 2 ||
		!strings.HasPrefix(b.text(".stage .headline"), "State 0 of 0") {
		t.Error("threads can be stepped before the question is answered")
	}
	b.answer('b')
	b.until(stepping)
	b.play("abab")
	b.until(`document.querySelector(".played.won .card.good")?.innerText.includes("1 of 49")`)
	b.until(`/Your guess: yes, under some schedules\.[^]*The schedule A B A B shows it\./.test(
		document.querySelector(".answered").innerText)`)
	b.tabTo("^button Go there: ")
	b.press(kb.Enter)
	b.until(`document.querySelector(".looked") &&
		document.querySelector(".stage .headline")?.innerText.startsWith("State 4 of 4")`)
	b.tabTo("^button Back to the task$")
	b.press(kb.Enter)
	b.until(`!document.querySelector(".looked")`)
	b.tabTo("^button Next task")
	b.press(kb.Enter)
	b.until(`document.querySelector(".question")`)
	b.answer('c')
	b.answer('b')
	b.until(stepping)
	b.play("aabb")
	b.play("0bbaa")
	b.play("0abab")
	b.until(`document.querySelector(".task").innerText
		.includes("A concurrent program may run under any of its schedules")`)
	b.shot("lesson1-won")
	if said := b.text(".task"); !strings.Contains(said, "Your guess: 6.") || !strings.Contains(said,
		"The machine counts 3.") {
		t.Errorf("the answers to the questions are\n%s", said)
	}
	b.graded(1, 2)
}

const (
	stepping = `document.querySelector(".stage .threads") && !document.querySelector(".asking")`
	writing  = `document.querySelector(".writing") && wobblyTest.editor()`

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

// TestLesson4 plays the lesson on locks to its end with the keyboard only: it writes programs, and
// one wrong attempt gets an answer.
func TestLesson4(t *testing.T) {
	b := openLesson(t, "^button 4\\s*The lock")
	b.answer('a')
	b.until(writing)
	b.give(strings.Replace(lockedInsert, "  synchronized {\n    t := l.head;\n    n.next := t;\n",
		"  t := l.head;\n  n.next := t;\n  synchronized {\n", 1))
	b.until(`/region is too small/.test(document.querySelector(".task .verdict")?.innerText ?? "")`)
	b.refuted()
	b.give(lockedInsert)
	b.tabTo("^button Next task")
	b.press(kb.Enter)
	b.until(`document.querySelector(".question")`)
	b.answer('b')
	b.until(stepping)
	b.play("aaab")
	b.tabTo("^button Next task")
	b.press(kb.Enter)
	b.until(`document.querySelector(".question")`)
	b.answer('a')
	b.until(writing)
	b.give(lockedBoth)
	b.until(`document.querySelector(".task").innerText.includes("This is mutual exclusion")`)
	b.graded(4, 3)
	b.tabTo("^button Next lesson: 5")
	b.press(kb.Enter)
	b.until(`document.querySelector(".played h3").innerText.startsWith("5. ")`)
}

// refuted opens the execution that shows why a program fails, steps to its end and goes back. The
// student's text must still be there, even after the page is loaded again.
func (b *tab) refuted() {
	b.t.Helper()
	shown := eval[string](b, `document.querySelector(".task .verdict .execution").textContent`)
	for _, want := range []string{"A runs insert(l), B runs insert(l), from the initial state",
		"The schedule ",
		"2:3 A makes the object", "Race on o1.head"} {
		if !strings.Contains(shown, want) {
			b.t.Errorf("the text about the unmet goal is %q, want %s in it", shown, want)
		}
	}
	if n := strings.Count(b.text(".task"), "There is no race from any initial state"); n != 2 {
		b.t.Errorf("the goal is said %d times, and not once among the goals and once in "+
			"the verdict", n)
	}
	written := eval[string](b, `wobblyTest.editor().innerText`)
	b.tabTo("^button Go there: There is no race from any initial state")
	b.press(kb.Enter)
	b.until(`document.querySelector(".stage .raceline")?.innerText.includes("Race on o1.head")`)
	b.until(`document.querySelector(".stage") &&
		wobblyTest.editor()?.innerText.includes("synchronized")`)
	back := func() {
		b.t.Helper()
		b.until(`document.querySelector(".writing") && wobblyTest.editor()?.innerText === ` +
			quote(written))
	}
	b.tabTo("^button Back to the task$")
	b.press(kb.Enter)
	back()
	b.goTo("/#lesson-4")
	b.ready()
	back()
}

// nextTask begins the next task, answers its question, and waits for the text what.
func (b *tab) nextTask(answer byte, what string) {
	b.t.Helper()
	b.tabTo("^button Next task")
	b.press(kb.Enter)
	b.until(`document.querySelector(".question")`)
	b.answer(answer)
	b.until(what)
}

// says waits until a text is shown next to the task.
func (b *tab) says(text string) {
	b.t.Helper()
	b.until(`document.querySelector(".task").innerText.includes(` + quote(text) + `)`)
}

// TestLessonOnPhone: a lesson opens at its title, and its threads are stepped with the goal in
// sight, then with what the lesson says of a mistake. Go there leads to the execution, and the end
// to the task.
func TestLessonOnPhone(t *testing.T) {
	b := open(t, "/#lesson-1", setup{width: 390, height: 844})
	b.until(`document.querySelector(".question")`)
	b.drawn()
	b.drawn()
	if top := eval[float64](b, `document.querySelector(".region").scrollTop`); top != 0 {
		t.Errorf("the lesson opens %g pixels below its title", top)
	}
	b.answer('b')
	b.until(stepping)
	in := func(part, text string) {
		t.Helper()
		b.until(`(() => {
			const r = document.querySelector(` + quote(part) + `)?.getBoundingClientRect();
			return r?.top >= 80 && r.top < 700 &&
				document.querySelector(` + quote(part) + `).innerText.includes(` + quote(text) + `);
		})()`)
	}
	in(".stage .brief", "o1.f is o3, and o1.g is o2.")
	b.play("aabb")
	in(".stage .brief", "A finished before B began")
	b.play("0abab")
	in(".task .card.good", "Done")
	b.click("button", "/^Go there: /")
	in(".looked", "Can the two fields have swapped")
	b.click("button", "Back to the task")
	in(".task .card.good", "Done")
}

// TestLesson8 plays the lesson on two locks to its end. A beginner first goes too far with each
// thread. Then the program is given back as it was, without the parentheses of a lock, without the
// read, and with a deadlock.
func TestLesson8(t *testing.T) {
	b := openLesson(t, "^button 8\\s*Two locks are not one")
	b.answer('b')
	b.answer('a')
	b.until(stepping)
	b.play("aaaa")
	b.says("A has written the balance already")
	b.shot("locks-wrong")
	b.play("0bbb")
	b.says("B has read the balance already")
	b.play("0aab")
	for _, width := range []int64{390, 1440} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.shot(fmt.Sprintf("locks-race-%d", width))
	}
	if cut := eval[bool](b, `(() => {
		const label = wobblyTest.editor().getRootNode().querySelector(".arc span");
		const gutter = [...label.closest(".cm-scroller").querySelectorAll(".cm-gutters")].at(-1);
		return label.getBoundingClientRect().right > gutter.getBoundingClientRect().left;
	})()`); cut {
		t.Error("the name of the cell next to the arc is cut")
	}
	bank := func(deposit, audit, read string) string {
		return fmt.Sprintf("deposit(b) {\n  x := new();\n  %s {\n    b.balance := x;\n  }\n}\n\n"+
			"audit(b) {\n  %s {\n    %s\n  }\n}\n", deposit, audit, read)
	}
	const till, log, read = "synchronized (till)", "synchronized (log)", "y := b.balance;"
	b.nextTask('b', writing)
	b.give(bank(till, log, read))
	b.says("There is still a race")
	b.give(bank(till, "synchronized till", read))
	b.says("E0026")
	b.shot("locks-error")
	b.give(bank(till, till, "skip;"))
	b.says("the program is unchanged: It lacks y := b.balance")
	b.shot("locks-statements")
	b.give(strings.ReplaceAll(bank(till+" { "+log, log+" { "+till, read), "  }\n}", "  }}\n}"))
	b.says("That is a deadlock")
	b.shot("locks-crossed")
	b.give(bank(till, till, read))
	b.nextTask('a', stepping)
	b.play("aaa")
	b.says("A has made its access already")
	b.play("0aab")
	b.says("Mutual exclusion is an agreement")
	b.shot("locks-won")
	b.graded(8, 3)
}

// TestLesson9 plays the lesson on deadlock to its end. A beginner first takes the locks one after
// the other, then writes another race, and answers the task on the gate with the order of the task
// before.
func TestLesson9(t *testing.T) {
	b := openLesson(t, "^button 9\\s*Deadlock")
	b.answer('a')
	b.until(stepping)
	b.play("aa")
	b.says("A has both locks and will release them")
	b.play("0ab")
	b.says("waits for a lock that B holds")
	for _, width := range []int64{390, 800, 1280} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.shot(fmt.Sprintf("deadlock-%d", width))
	}
	b.do(chromedp.EmulateViewport(1440, 900))
	bank := func(first, second, from, to string) string {
		return fmt.Sprintf(`pay(a, sum) {
  %[3]slock(checking);
  lock(savings);
  a.savings := sum;
  unlock(savings);
  unlock(checking);%[4]s
}

`+
			`audit(a) {
  %[3]slock(%[1]s);
  lock(%[2]s);
  x := a.savings;
  unlock(%[2]s);
  unlock(%[1]s);%[4]s
}
`, first, second, from, to)
	}
	b.nextTask('a', writing)
	b.give(strings.Replace(bank("checking", "savings", "", ""), "unlock(savings)",
		"unlock(checking)", 1))
	b.says("E0047")
	b.give(bank("checking", "savings", "", ""))
	b.nextTask('b', writing)
	b.give(bank("checking", "savings", "", ""))
	b.says("That is the order of the last task")
	b.give(bank("savings", "checking", "synchronized (gate) { ", " }"))
	b.says("A deadlock needs a cycle")
	b.graded(9, 3)
}
