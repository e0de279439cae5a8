# make          build bin/wobbly, bin/wobbly-hive and bin/wobbly-serve
# make test     the tests that need Go only, with a tenth of the random programs
# make test-full  all of it: Chromium, Node, editors, shells, tmux, a C compiler, Coq, the long campaigns, and all random programs
# make lint     gofmt, vet, staticcheck
# make fmt      format the Go code and the examples
# make bench    the figures of docs/evaluation.md
# make fuzz     a minute of each fuzz test of the parser, the witness reader and the language server
# make hive-faults  a campaign of worker processes, while workers, server, disk and messages fail in every way, for some minutes
# make hive-fuzz  theorem fuzz by four processes, one killed every second, the server restarted twice, against one process: FIRST=0, CASES=1000000, STATEMENTS=3 for three of them only
# make hive-scale  theorem fuzz of all statements by one process and by two: cases a second, and how many times (a quiet machine, three minutes)
# make bench-spin  the search engine against Spin (needs spin and cc)
# make bench-all  the search from all initial states, on the same programs, in both layouts
# make autograder  the zip for Gradescope, bin/autograder.zip: MASTERS=DIR of your course, LESSONS=1,2 that count, PAGE=URL for links
# make vscode   the extension for VS Code: bin/wobbly.vsix
# make bundle   the extension's code, of its sources (needs node and npm)
# make proof    the mechanised theory: no axiom, nothing admitted (needs coq)
# make proof-changes  rules of the figures changed one at a time, each of which breaks a proof (some minutes)
# make verified  its analyses and its checkers, extracted to OCaml: bin/wobbly-verified (needs coq and ocaml-nox)
# make compare  100,000 random programs: Go against what is extracted (half an hour of one core)
# make tables   docs/data/generators.csv, and all programs of up to 4 statements (25 min of one core)
# make page     page/dist, of its sources (needs node and npm)
# make site     the page as static files in site/, for any web host
# make release  dist/: archives for Linux, macOS and Windows, for machines without Go
# make pictures  the pictures that the README begins with (needs chromium, tmux and aha)
# make bench-page  how long a key waits in a program of 10,000 statements, and a step, a cold start, how soon a search is cancelled, and the search natively and as WebAssembly (needs chromium and node)
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: all autograder vscode bundle test test-full lint fmt bench bench-spin bench-all fuzz hive-faults hive-fuzz hive-scale proof proof-changes verified compare tables page site release bench-page pictures

all:
	go build -o bin/ ./cmd/wobbly ./cmd/wobbly-hive ./cmd/wobbly-serve

test:
	go test ./...

test-full:
	go test -tags full ./...

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "not formatted: make fmt"; exit 1; }
	go vet -tags full ./...
	go run $(STATICCHECK) -tags full ./...

fmt:
	gofmt -w .
	go run ./cmd/wobbly fmt -w examples/*.il

bench:
	go run ./internal/bench
	go run ./internal/bench -procs 1
	go run ./internal/bench -chains
	go test -run '^$$' -bench . ./il/parse ./il/check ./il/gen ./abstract/compact
	go test -run '^$$' -bench 'Rely|Bounded' ./abstract/flow ./abstract/bounded
	go test -run '^$$' -bench . ./theorem
	go test -run '^$$' -bench Session ./internal/lsp
	go test -run '^$$' -bench Class -benchtime 3x ./internal/cli

bench-spin:
	go run ./internal/benchspin

bench-all:
	go run ./internal/benchspin -all -repeat 3

MASTERS = lesson/course
LESSONS =
PAGE =
autograder:
	go run ./integrations/autograder/pack -masters '$(MASTERS)' -lessons '$(LESSONS)' -page '$(PAGE)' -o bin/autograder.zip

vscode:
	@mkdir -p bin
	go run ./integrations/editors/pack > bin/wobbly.vsix

bundle:
	cd integrations/editors/vscode && npm ci --no-audit --no-fund && npm run build

hive-faults:
	go test -tags full ./internal/campaign/hive -run TestFaultInjection -count 1 -timeout 0 -v -args -fault-rounds 10

CASES = 1000000
FIRST = 0
STATEMENTS = 0
hive-fuzz:
	go test -tags full ./internal/cli -run TestHiveFuzz -count 1 -timeout 0 -v -args -hive-first $(FIRST) -hive-cases $(CASES) -hive-statements $(STATEMENTS) -hive-kills 1s

hive-scale:
	go test -tags full ./internal/cli -run '^$$' -bench HiveScale -benchtime 1x -timeout 0

fuzz:
	go test -run '^$$' -fuzz FuzzFile -fuzztime 60s ./il/parse
	go test -run '^$$' -fuzz FuzzGrammar -fuzztime 60s ./il/parse
	go test -run '^$$' -fuzz FuzzIncremental -fuzztime 60s ./il/parse
	go test -run '^$$' -fuzz FuzzRead -fuzztime 60s ./witness
	go test -run '^$$' -fuzz FuzzEdits -fuzztime 60s ./internal/lsp
	go test -run '^$$' -fuzz FuzzMessage -fuzztime 60s ./internal/lsp

proof:
	$(MAKE) --no-print-directory -C proof check

proof-changes:
	$(MAKE) --no-print-directory -C proof changes

verified:
	$(MAKE) --no-print-directory -C proof verified

compare: verified
	WOBBLY_VERIFIED=$(CURDIR)/bin/wobbly-verified go test -tags full ./proof -run Agrees -count 1 -timeout 0 -v -args -programs 100000 -corrupted 5000 -corrupt-one-in 5000

ANALYZERS = racerdx,nowb,plus,meet,flow,rely,bounded-0,bounded,bounded-2,newfree,alone,collapse,racerd,chord,absent,oracle
COMPARE = bin/wobbly compare --seed 1 --csv --workers 1 --analyzers $(ANALYZERS)
tables: all
	$(COMPARE) --random 7700 --drawing default,small,sharing,even,dense,boxes,builders,once,aliases,deep,detours >docs/data/generators.csv || [ $$? = 3 ]
	$(COMPARE) --random 5000 --drawing arguments,programs | tail -n +2 >>docs/data/generators.csv
	bin/wobbly theorem enumerate absent theorem-n theorem-x one-object --size 4 --path 1 --arity 1 --fields 1 --formals 1 --locals 1 || [ $$? = 3 ]

page:
	cd page && npm ci --no-audit --no-fund && npm run build

site:
	go run ./cmd/wobbly-serve -o site

release:
	rm -rf dist
	go run ./internal/release -o dist

bench-page:
	go test -tags full ./page -run '^$$' -bench Key -benchtime 100x
	go test -tags full ./page -run '^$$' -bench Step -benchtime 100x
	go test -tags full ./page -run '^$$' -bench Start -benchtime 5x
	go test -tags full ./page -run '^$$' -bench Cancel -benchtime 10x
	go test -tags full ./internal/cli -run '^$$' -bench PageSearch -benchtime 10x

pictures:
	go test -tags full ./page -run TestPicture -picture $(CURDIR)/docs/pictures/page.png
	docs/pictures/terminal.sh docs/pictures/terminal.png
