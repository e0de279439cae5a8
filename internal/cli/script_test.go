package cli_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"wobbly/internal/campaign/hive"
	"wobbly/internal/cli"
	"wobbly/internal/cli/console"
	program "wobbly/internal/cli/hive"
	"wobbly/internal/serve/web"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in the scripts")

// nested is a variable in the environment of all processes that the tests start.
const nested = "WOBBLY_CLI_TESTS"

// TestMain makes this binary one of the programs that the tests start, depending on its name. A
// process started by a test never runs the tests again.
func TestMain(m *testing.M) {
	cli.Hive = program.Program
	console.TuneBatch()
	programs := map[string]func(){
		"wobbly":       func() { os.Exit(cli.Main()) },
		"wobbly-hive":  func() { os.Exit(program.Main(hive.Transport(), "secret")) },
		"wobbly-serve": func() { os.Exit(web.Main(smallSite)) },
	}
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	if os.Getenv(nested) != "" && programs[name] == nil {
		panic("a test has started the tests")
	}
	if err := os.Setenv(nested, "1"); err != nil {
		panic(err)
	}
	testscript.Main(m, programs)
}

// TestScripts runs the scripts of testdata. Besides the commands of testscript, they have
//
//	exits N wobbly ARG...   run a command that must exit with N
//	input FILE              use FILE as the standard input of the next such wobbly
//	valid NAME FILE         check every line of FILE against docs/schema/NAME.json
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "script"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		Cmds:          scriptCommands(t),
		Setup:         setupScript(dir),
		UpdateScripts: *update,
	})
}

// scriptCommands returns the additional commands of the scripts.
func scriptCommands(t *testing.T) map[string]func(*testscript.TestScript, bool, []string) {
	schemas := readSchemas(t)
	return map[string]func(*testscript.TestScript, bool, []string){
		"exits": exits,
		"input": func(ts *testscript.TestScript, neg bool, args []string) {
			if neg || len(args) != 1 {
				ts.Fatalf("usage: input FILE")
			}
			processOf(ts).stdin = ts.ReadFile(args[0])
		},
		"valid": func(ts *testscript.TestScript, neg bool, args []string) {
			if neg || len(args) != 2 {
				ts.Fatalf("usage: valid NAME FILE")
			}
			schema, ok := schemas[args[0]]
			if !ok {
				ts.Fatalf("there is no schema %s", args[0])
			}
			ts.Check(validate(schema, ts.ReadFile(args[1])))
		},
	}
}

// exits runs a command and compares its exit code with the first argument.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N COMMAND ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if args[1] == "wobbly" && !processOf(ts).terminal {
		got = processOf(ts).run(ts, args[2:])
	} else {
		err = ts.Exec(args[1], args[2:]...)
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%v: exit %d, want %d", args[1:], got, want)
	}
}

// process runs wobbly for a script, in the process of the tests.
type process struct {
	variables []string // the names of environment variables that wobbly gets from the script
	stdin     string   // the standard input of the next command
	terminal  bool     // the script uses a terminal, so that each command needs its own process
}

// setupScript returns a function that prepares the environment of a script of a directory.
func setupScript(dir string) func(*testscript.Env) error {
	return func(e *testscript.Env) error {
		name, _ := strings.CutPrefix(filepath.Base(e.WorkDir), "script-")
		text, err := os.ReadFile(filepath.Join(dir, name+".txtar"))
		if err != nil {
			return err
		}
		lessons := filepath.Join(dir, "..", "..", "..", "..", "lesson", "course")
		e.Setenv("STUDENTS", lessons)
		e.Setenv("MASTER", lessons)
		p := &process{
			variables: []string{"NO_COLOR", "TERM", "WOBBLY_VERIFIED"},
			terminal:  strings.Contains("\n"+string(text), "\nttyin "),
		}
		for _, v := range e.Vars {
			name, _, _ := strings.Cut(v, "=")
			p.variables = append(p.variables, name)
		}
		e.Values[processKey{}] = p
		return nil
	}
}

// processKey is the key of a process among the values of a script.
type processKey struct{}

// processOf returns the process of a script.
func processOf(ts *testscript.TestScript) *process { return ts.Value(processKey{}).(*process) }

// workingDir is locked while the working directory of this process is that of a script.
var workingDir sync.Mutex

// run runs wobbly in the directory of the script and returns its exit code.
func (p *process) run(ts *testscript.TestScript, args []string) int {
	sys := console.System{
		Args: args, Stdin: strings.NewReader(p.stdin), Stdout: ts.Stdout(), Stderr: ts.Stderr(),
	}
	p.stdin = ""
	for _, name := range p.variables {
		if v := ts.Getenv(name); v != "" {
			sys.Env = append(sys.Env, name+"="+v)
		}
	}
	workingDir.Lock()
	defer workingDir.Unlock()
	home, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(home)
	return cli.Run(context.Background(), sys)
}

// readSchemas compiles the schemas that are shipped in docs/schema, and returns them by name.
func readSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "schema", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("schemas: %d, %v; want some", len(files), err)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".json"))
	}
	for _, n := range names {
		f, err := os.Open(filepath.Join("..", "..", "docs", "schema", n+".json"))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource("https://wobbly.test/"+n+".json", doc); err != nil {
			t.Fatal(err)
		}
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, n := range names {
		s, err := c.Compile("https://wobbly.test/" + n + ".json")
		if err != nil {
			t.Fatal(err)
		}
		compiled[n] = s
	}
	return compiled
}

// validate checks every line of a text against a schema.
func validate(schema *jsonschema.Schema, text string) error {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			return err
		}
		if err := schema.Validate(doc); err != nil {
			return err
		}
	}
	return nil
}

// TestSchemasRefuse checks that the schemas refuse wrong documents.
func TestSchemasRefuse(t *testing.T) {
	schemas := readSchemas(t)
	for name, text := range map[string]string{
		"check": `{"schema":"wobbly/check/1","file":"f","condition":"or","races":[{"id":"R1"}],
			"filtered":[],"total":{"races":"1","filtered":"0"}}`,
		"summary": `{"schema":"wobbly/summary/1","file":"f","units":[{"unit":"m","formals":[],
			"wobbly":[],"lock":-1,"accesses":[]}]}`,
		"witness": `{"schema":"wobbly/witness/1","program":"x","units":["m"],"init":{},"steps":[],
			"race":{}}`,
		"errors": `{"schema":"wobbly/errors/1","file":"f","errors":[]}`,
		"explore": `{"schema":"wobbly/explore/1","file":"f","pairs":[{"left":"m","right":"m",
			"init":"all","unroll":null,"states":1,"complete":true,
			"interleavings":12,"races":[],"transitions":0,"depth":0,"ends":1,"stuck":0,
			"deadlocks":0,"strategy":"breadth","reduced":false,"pruned":false,"switches":null}]}`,
		"crosscheck": `{"schema":"wobbly/crosscheck/1","pairs":[],"total":{"programs":1}}`,
		"rdit": `{"schema":"wobbly/rdit/1","seed":1,"runs":1,"run_steps":1,
			"variants":[{"name":"hb-full","doc":"d","sound":true}],"rows":[],"pairs":[],
			"defects":[]}`,
		"predict": `{"schema":"wobbly/predict/1","seed":1,"runs":1,"run_steps":1,
			"predictors":[{"method":"shp","variant":"printed","cite":"c","doc":"d","sound":true}],
			"file":"f","pairs":[],"table":{},"defects":[]}`,
		"racemob": `{"schema":"wobbly/racemob/1","file":"f","from":"all","policy":{},
			"pairs":[],"total":{}}`,
		"theorem-list": `{"schema":"wobbly/theorem-list/1","statements":[{"name":"5.7"}]}`,
		"theorem-check": `{"schema":"wobbly/theorem-check/1","file":"f","seed":1,"draws":1,
			"without":[],
			"statements":[{"statement":"5.7","verdict":"refuted","instances":1,"unmet":0,
			"undecided":0}]}`,
		"theorem-break": `{"schema":"wobbly/theorem-break/1","seed":1,"cases":1,"size":1,
			"switches":[{"name":"A2"}]}`,
		"theorem-enumerate": `{"schema":"wobbly/theorem-enumerate/1","universe":"u","shard":"all",
			"complete":true,"programs":[],"statements":[]}`,
		"lesson-list": `{"schema":"wobbly/lesson-list/1","lessons":[]}`,
		"lesson-check": `{"schema":"wobbly/lesson-check/1","lesson":1,"name":"n","title":"t",
			"tasks":[{"task":1,"kind":"play","title":"t","verdict":"perhaps","goals":[]}]}`,
		"lesson-lint": `{"schema":"wobbly/lesson-lint/1","lessons":1,"faults":[{"file":"f",
			"at":"0:1","message":"m"}]}`,
		"lesson-record": `{"schema":"wobbly/lesson-record/1","lessons":[{"lesson":"l",
			"digest":"x","tasks":[]}]}`,
		"fix": `{"schema":"wobbly/fix/1","file":"f","tried":1,
			"proposals":[{"kind":"prayer"}],"undecided":false,"written":false}`,
		"grade": `{"schema":"wobbly/grade/1","lessons":[],"students":[]}`,
		"theorem-fuzz": `{"schema":"wobbly/theorem-fuzz/1","seed":1,"first":0,"cases":1,
			"ended":"boredom","without":[],"statements":[],
			"drawn":{"programs":1,"report":0,"filtered":0,"locks":0,"loops":0,"branches":0,
			"calls":0,"prefix_arguments":0,"reassigned_formals":0,"mutants":0},
			"rules":[],"unused":[],"floors_judged":false,"all_rules_required":false}`,
	} {
		text = strings.ReplaceAll(text, "\n", "")
		schema, ok := schemas[name]
		if !ok {
			t.Fatalf("there is no schema %s", name)
		}
		if validate(schema, text) == nil {
			t.Errorf("the schema %s accepts %s", name, text)
		}
	}
}
