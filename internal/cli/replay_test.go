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

// withWitnesses are the kinds of documents that have witnesses: the command that prints each, and
// the name of the list that has them.
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
		// replayChanged changes the races of the document and returns the exit code and lines of
		// replay.
		replayChanged := func(change func(races []map[string]any)) (code int, lines []string) {
			var doc map[string]any
			if err := json.Unmarshal([]byte(text), &doc); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			races := racesWithWitness(doc, d.list)
			if len(races) < 3 {
				t.Fatalf("%s --json: %d races with witnesses, want 3 in %s", name, len(races), text)
			}
			change(races)
			changed, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			code, out, _ := execute(context.Background(), string(changed), "replay", "-", file)
			return code, strings.Split(strings.TrimSpace(out), "\n")
		}
		checkAccepted := func(what string, change func(races []map[string]any)) {
			code, lines := replayChanged(change)
			if code != 0 || slices.ContainsFunc(lines, isRefusal) {
				t.Errorf("replay of the document of %s, %s: exit %d, %q; want exit 0 and no "+
					"refusal", name, what, code, lines)
			}
		}
		checkAccepted("as it is", func([]map[string]any) {})
		checkAccepted("with unknown fields", func(races []map[string]any) {
			races[0]["colour"] = map[string]any{"left": "red"}
		})
		checkAccepted("without a seal", func(races []map[string]any) {
			delete(races[0]["witness"].(map[string]any), "seal")
		})
		if d.command[0] == "check" { // in other documents, the units are those of the pair
			checkAccepted("left and right exchanged", func(races []map[string]any) {
				for _, r := range races {
					r["left"], r["right"] = r["right"], r["left"]
				}
			})
		}
		checkAccepted("without names", func(races []map[string]any) {
			for _, r := range races {
				delete(r, "left")
				delete(r, "right")
				delete(r, "kinds")
			}
		})
		// The races of m with itself and of n with itself are the first and the last.
		code, lines := replayChanged(func(races []map[string]any) {
			first, last := races[0], races[len(races)-1]
			first["witness"], last["witness"] = last["witness"], first["witness"]
		})
		refused := slices.DeleteFunc(lines, func(l string) bool { return !isRefusal(l) })
		if code != int(console.ExitViolated) || len(refused) != 2 {
			t.Errorf("replay of the document of %s, with exchanged witnesses: exit %d, %q; want "+
				"exit %d and 2 refusals", name, code, lines, console.ExitViolated)
			continue
		}
		for i, unit := range []string{"n", "m"} {
			want := "the witness shows " + unit + " "
			if !strings.HasPrefix(refused[i], "refused: ") || !strings.Contains(refused[i], want) {
				t.Errorf("replay of the document of %s, with exchanged witnesses: %q, want "+
					"refused and %q", name, refused[i], want)
			}
		}
	}
}

// isRefusal reports whether a line of replay is not that of an accepted witness.
func isRefusal(line string) bool { return !strings.HasPrefix(line, "accepted: ") }

// racesWithWitness returns the races in the lists of a document that have a witness, in its order.
func racesWithWitness(doc map[string]any, list string) []map[string]any {
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
	races := racesWithWitness(doc, "races")
	if len(races) != 3 {
		t.Fatalf("check --json: %d races with witnesses, want 3 in %s", len(races), text)
	}
	races[0]["witness"], races[2]["witness"] = races[2]["witness"], races[0]["witness"]
	changed, err := json.Marshal(doc)
	if err == nil {
		err = os.WriteFile(exchanged, changed, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}

	const reason = "R1: the witness shows m 1:30 (called at 4:3) and m 1:30 (called at 4:3)\n"
	code, out, _ := execute(context.Background(), "", "replay", exchanged, file)
	if code != int(console.ExitViolated) || !strings.HasPrefix(out, "refused: "+reason) {
		t.Errorf("replay: exit %d, %s; want exit %d and refused: %s", code, out,
			console.ExitViolated, reason)
	}
	export := func(id string) (code int, out, errs string) {
		return execute(context.Background(), "", "export", "--c", "--witness", exchanged,
			"--race", id, file)
	}
	code, out, errs := export("R1")
	if code != int(console.ExitViolated) || out != "" || errs != "wobbly: "+reason {
		t.Errorf("export of R1: exit %d, %s%s; want exit %d and %s", code, out, errs,
			console.ExitViolated, reason)
	}
	code, out, errs = export("R2")
	if code != 0 || out == "" {
		t.Errorf("export of R2: exit %d, %s; want exit 0 and a program", code, errs)
	}
}

// TestUTF16: a program in UTF-16, as Windows writes it, is the same program, also where a witness
// names it.
func TestUTF16(t *testing.T) {
	t.Chdir(t.TempDir())
	// document returns what check prints on the bytes of a program.
	document := func(raw []byte) string {
		if err := os.WriteFile("racy.il", raw, 0o666); err != nil {
			t.Fatal(err)
		}
		code, text, stderr := execute(context.Background(), "", "check", "--json", "racy.il")
		if code != 1 {
			t.Fatalf("check on %.8q…: exit %d, %s; want exit 1", raw, code, stderr)
		}
		return text
	}
	want := document([]byte(racy))
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		raw := order.AppendUint16(nil, 0xfeff)
		for _, c := range racy {
			raw = order.AppendUint16(raw, uint16(c))
		}
		text := document(raw)
		if text != want {
			t.Errorf("check --json on UTF-16, %v, prints %s, want %s", order, text, want)
		}
		wide := order.AppendUint16(nil, 0xfeff) // a shell of Windows redirects output in this way
		for _, c := range text {
			wide = order.AppendUint16(wide, uint16(c))
		}
		code, out, stderr := execute(context.Background(), string(wide), "replay", "-")
		if code != 0 {
			t.Errorf("replay of a document in UTF-16, %v: exit %d, %s%s; want exit 0", order, code,
				out, stderr)
		}
	}
}
