package cli

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/cli/console"
)

// racy has races of m with itself, of m with n and of n with itself. RacerDX misses those
// that are of h, since the path begins at a local.
const racy = `m(a, b) {
  y := new();
  a.f := y;
  x := b;
  x.h := y;
}
n(a, b) {
  y := new();
  a.f := y;
  x := b;
  x.h := y;
}
`

// withWitnesses are the kinds of documents that hold witnesses, each with the list in it that
// holds them.
var withWitnesses = []struct {
	command []string
	list    string
}{
	{[]string{"check"}, "races"},
	{[]string{"check", "--max-steps", "0"}, "races"},
	{[]string{"explore"}, "races"},
	{[]string{"crosscheck"}, "missed"},
	{[]string{"predict"}, "findings"},
	{[]string{"racemob"}, "candidates"},
}

// TestReplayComparesWithTheDocument: a document is accepted as wobbly writes it, even without its
// optional parts. A document whose races have each other's witnesses is refused.
func TestReplayComparesWithTheDocument(t *testing.T) {
	file := filepath.Join(t.TempDir(), "racy.il")
	if err := os.WriteFile(file, []byte(racy), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, d := range withWitnesses {
		name := strings.Join(d.command, " ")
		args := slices.Concat(d.command, []string{"--json", file})
		_, text, _ := execute(context.Background(), "", args...)
		// replayed changes the races of the document and gives the lines of replay.
		replayed := func(change func(races []map[string]any)) (code int, lines []string) {
			var doc map[string]any
			if err := json.Unmarshal([]byte(text), &doc); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			races := witnessed(doc, d.list)
			if len(races) < 3 {
				t.Fatalf("%s: %d races in %s", name, len(races), text)
			}
			change(races)
			changed, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			code, out, _ := execute(context.Background(), string(changed), "replay", "-", file)
			return code, strings.Split(strings.TrimSpace(out), "\n")
		}
		accepted := func(what string, change func(races []map[string]any)) {
			code, lines := replayed(change)
			if code != 0 || slices.ContainsFunc(lines, isRefusal) {
				t.Errorf("%s, %s: exit %d, %q", name, what, code, lines)
			}
		}
		accepted("as it is", func([]map[string]any) {})
		accepted("unknown fields", func(races []map[string]any) {
			races[0]["colour"] = map[string]any{"left": "red"}
		})
		accepted("without a seal", func(races []map[string]any) {
			delete(races[0]["witness"].(map[string]any), "seal")
		})
		if d.command[0] == "check" { // in the others, the units are those of the pair
			accepted("left and right exchanged", func(races []map[string]any) {
				for _, r := range races {
					r["left"], r["right"] = r["right"], r["left"]
				}
			})
		}
		accepted("without names", func(races []map[string]any) {
			for _, r := range races {
				delete(r, "left")
				delete(r, "right")
				delete(r, "kinds")
			}
		})
		// The races of m with itself and of n with itself are the first and the last.
		code, lines := replayed(func(races []map[string]any) {
			first, last := races[0], races[len(races)-1]
			first["witness"], last["witness"] = last["witness"], first["witness"]
		})
		refused := slices.DeleteFunc(lines, func(l string) bool { return !isRefusal(l) })
		if code != int(console.ExitViolated) || len(refused) != 2 {
			t.Errorf("%s, exchanged witnesses: exit %d, %q", name, code, lines)
			continue
		}
		for i, unit := range []string{"n", "m"} {
			want := "the witness shows " + unit + " "
			if !strings.HasPrefix(refused[i], "refused: ") || !strings.Contains(refused[i], want) {
				t.Errorf("%s, exchanged witnesses: %q, want %q", name, refused[i], want)
			}
		}
	}
}

// isRefusal reports whether a line of replay is not that of an accepted witness.
func isRefusal(line string) bool { return !strings.HasPrefix(line, "accepted: ") }

// witnessed returns the races of a document that have a witness, in its order.
func witnessed(doc map[string]any, list string) []map[string]any {
	var all []map[string]any
	holders := []any{doc}
	if pairs, ok := doc["pairs"].([]any); ok {
		holders = pairs
	}
	for _, h := range holders {
		races, _ := h.(map[string]any)[list].([]any)
		for _, r := range races {
			if r := r.(map[string]any); r["witness"] != nil {
				all = append(all, r)
			}
		}
	}
	return all
}

// TestOtherCalls: an access that is reached through two calls has two races. Neither replay nor
// export confuses their witnesses.
func TestOtherCalls(t *testing.T) {
	const program = `private set(c) { y := new(); c.f := y; }
m(a, b) {
  set(a);
  set(b);
}
`
	dir := t.TempDir()
	file, exchanged := filepath.Join(dir, "calls.il"), filepath.Join(dir, "exchanged.json")
	if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	_, text, _ := execute(context.Background(), "", "check", "--json", file)
	var doc map[string]any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	races := witnessed(doc, "races")
	if len(races) != 3 {
		t.Fatalf("%d races in %s", len(races), text)
	}
	races[0]["witness"], races[2]["witness"] = races[2]["witness"], races[0]["witness"]
	changed, err := json.Marshal(doc)
	if err == nil {
		err = os.WriteFile(exchanged, changed, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}

	const shown = "R1: the witness shows m 1:30 (called at 4:3) and m 1:30 (called at 4:3)\n"
	code, out, _ := execute(context.Background(), "", "replay", exchanged, file)
	if code != int(console.ExitViolated) || !strings.HasPrefix(out, "refused: "+shown) {
		t.Errorf("replay: exit %d, %s", code, out)
	}
	export := func(id string) (code int, out, errs string) {
		return execute(context.Background(), "", "export", "--c", "--witness", exchanged,
			"--race", id, file)
	}
	code, out, errs := export("R1")
	if code != int(console.ExitViolated) || out != "" || errs != "wobbly: "+shown {
		t.Errorf("export: exit %d, %s%s", code, out, errs)
	}
	code, out, errs = export("R2")
	if code != 0 || out == "" {
		t.Errorf("export of R2: exit %d, %s", code, errs)
	}
}

// TestUTF16: a program in UTF-16, as Windows writes it, is the same program, also where a witness
// names it.
func TestUTF16(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	check := func(raw []byte) string {
		if err := os.WriteFile("racy.il", raw, 0o666); err != nil {
			t.Fatal(err)
		}
		code, text, stderr := execute(context.Background(), "", "check", "--json", "racy.il")
		if code != 1 {
			t.Fatalf("%.8q: exit %d: %s", raw, code, stderr)
		}
		return text
	}
	want := check([]byte(racy))
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		raw := order.AppendUint16(nil, 0xfeff)
		for _, c := range racy {
			raw = order.AppendUint16(raw, uint16(c))
		}
		text := check(raw)
		if text != want {
			t.Errorf("%v: the document differs", order)
		}
		wide := order.AppendUint16(nil, 0xfeff) // as a shell of Windows redirects it
		for _, c := range text {
			wide = order.AppendUint16(wide, uint16(c))
		}
		code, out, stderr := execute(context.Background(), string(wide), "replay", "-")
		if code != 0 {
			t.Errorf("%v: replay exits with %d: %s%s", order, code, out, stderr)
		}
	}
}
