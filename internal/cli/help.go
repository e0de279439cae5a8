package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"wobbly/report"
)

// helpCmd is `wobbly help`.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command to explain, such as check or theorem fuzz."`
}

// Run implements the command.
func (c *helpCmd) Run(a *app, k *kong.Kong) error {
	n := k.Model.Node
	for _, word := range c.Command {
		i := slices.IndexFunc(n.Children, func(child *kong.Node) bool { return child.Name == word })
		if i < 0 {
			return noCommand(n, word)
		}
		n = n.Children[i]
	}
	if n == k.Model.Node {
		n = nil
	}
	return a.printHelp(k.Model, n)
}

// noCommand is the error of a word that n has no command for.
func noCommand(n *kong.Node, word string) error {
	var names []string
	for _, child := range n.Children {
		names = append(names, child.Name)
	}
	path := pathOf(n)
	return usage(hintOf(word, names, strings.TrimSpace("See: "+programOf(n)+" help "+path)), "there is no command %q", strings.TrimSpace(path+" "+word))
}

// pathOf is the words that name a command, such as theorem fuzz; none for
// the program as a whole.
func pathOf(n *kong.Node) string {
	if n.Parent == nil {
		return ""
	}
	return strings.TrimSpace(pathOf(n.Parent) + " " + n.Name)
}

// programOf is the name of the program that has a command.
func programOf(n *kong.Node) string {
	for n.Parent != nil {
		n = n.Parent
	}
	return n.Name
}

// allCommands lists the commands below n, each before its own.
func allCommands(n *kong.Node) []*kong.Node {
	var all []*kong.Node
	for _, child := range n.Children {
		all = append(append(all, child), allCommands(child)...)
	}
	return all
}

// manual is what help says of a command beyond its flags.
type manual struct {
	text     string
	examples []example
}

// example is a command line and what it is for. A test runs it in a directory
// with the files that it names, and holds its exit code against exit.
type example struct {
	line string
	text string
	exit Exit
}

// manuals has an entry for each command of wobbly, by its path.
var manuals = map[string]manual{
	"check": {
		text: `Every unit is summarised once (RacerDX, Figure 7 of the paper), the
summaries of all pairs of units are compared, and for each race that they show a
witness is built: an initial state and a schedule that ends with both threads
before their accesses. A race is "confirmed" when an independent checker has
replayed its witness, else "refuted", which is a defect and exits with 4.

Pairs that only fail because a prefix of a path is wobbly are listed as
filtered. That nothing is reported is no proof that there is no race.
--analysis plus (RacerDX+) asks only for what calls have captured to stay, so it
reports more, and every report is a race all the same; --analysis nowb is between
the two. --analysis meet also relates paths with different fields, such as a.f.g
and b.g, whose beginnings can lead to one object. --analysis flow goes furthest:
it follows what one way through each unit does, in its order, so that copies keep
their names and only what comes before an access counts. docs/plus.md has the
proofs. The other analyzers, which have none, have their reports judged by an
exact search; wobbly analyzers lists them.

Several files are checked one after the other; with --json each gives a document
of its own, one on a line. The exit is the worst of theirs, in the order 70, 4,
5, 2, 3, 1, 0.`,
		examples: []example{
			{"wobbly check examples/burble.il", "Report the races of a program.", ExitFound},
			{"wobbly check --json examples/burble.il | wobbly replay - examples/burble.il", "Replay every witness once more.", ExitNothing},
			{"wobbly check --format short --pair meps,reps examples/burble.il", "One line for each race of one pair.", ExitFound},
			{"wobbly check --analysis plus examples/prefix-read.il", "See RacerDX+ report what RacerDX leaves out.", ExitFound},
			{"wobbly check --analysis meet examples/meeting-paths.il", "See paths with different fields related.", ExitFound},
			{"wobbly check --analysis flow examples/one-way.il", "See races that only the order of commands shows.", ExitFound},
			{"wobbly check --literal G18 examples/literal-order.il", "See a literal reading of the paper fail.", ExitViolated},
		},
	},
	"analyze": {
		text: `For each unit, in file order: W, the wobbly expressions; L, the lock
level at the end; A, the accesses, each with the position of its load or store,
its path in terms of the unit, and the lock level under which it happens. With
--analysis plus or meet also Wr, what is assigned to, and how many fields of each
path calls have captured.`,
		examples: []example{
			{"wobbly analyze examples/burble.il", "Print the summaries of a program.", ExitNothing},
			{"wobbly analyze --json examples/burble.il", "The same for programs.", ExitNothing},
		},
	},
	"explain": {
		text: `Without arguments: the list of error codes.
With an error code: what it means, with an example.
With a file and R1 (or F1): which rules put the two accesses of that race (or
filtered pair) into A, and why the prefixes of their paths are, or are not, in W.
The flags must be those of the check that numbered it.
With a file and two positions: why the accesses there are, or are not, reported
as a race. With one position: in which summaries that access is.
With a file, a unit and an expression: why it is, or is not, in W of the unit.`,
		examples: []example{
			{"wobbly explain examples/burble.il R1", "Why was this race reported?", ExitNothing},
			{"wobbly explain examples/burble.il 26:5 38:3", "Why was this pair not reported?", ExitNothing},
			{"wobbly explain examples/burble.il beps b", "Why is b wobbly in beps?", ExitNothing},
			{"wobbly explain E0030", "What does this error mean?", ExitNothing},
		},
	},
	"explore": {
		text: `Every interleaving of every pair of units is looked at, from all
well-behaved initial states at once: a formal, or a cell of an initial object,
gets its value when it is first read, in every way there is. States that differ
in names only are one, so loops end where the heap that they reach is bounded.

The answer is one of three: these races and no others; no race; or unknown,
because a limit cut the search. A search that was cut never says "no race". For
each race there is a witness, a shortest one with --strategy breadth, which the
independent checker has accepted. A race is a pair of positions here, the left
unit's and the right unit's; in the JSON, that of a unit with itself is listed in
both orders.

The exit is 1 if there is a race, also where the search was cut; 3 if it was cut
and found none. docs/explore.md says how to read the numbers.`,
		examples: []example{
			{"wobbly explore examples/burble.il", "Search all pairs of units.", ExitFound},
			{"wobbly explore --pair beps,beps examples/burble.il", "See why two accesses do not race.", ExitNothing},
			{"wobbly explore --unroll 2 examples/loop.il", "Count interleavings with at most two rounds.", ExitFound},
			{"wobbly explore --json examples/burble.il | wobbly replay -", "Replay every witness once more.", ExitNothing},
			{"wobbly explore --init given --pair get,set --dot examples/init.il", "Draw the states from one initial state.", ExitNothing},
		},
	},
	"crosscheck": {
		text: `The analysis (RacerDX, or another --analysis) and the exact search (wobbly
explore, from all initial states) answer for every pair of units, and the answers
are compared by pairs of sites: reported and real; real and not reported, with the
oracle's witness and what kept the analysis from reporting; reported and
impossible. The last contradicts the True Positives Theorem, or shows a defect of
wobbly: exit 4.

A race that RacerDX misses is no failure: it does not promise to find all. Where
the search is cut, a report that it did not find is unknown, and the exit is 3.

With --random, N programs are drawn and compared, on all cores; the counts depend
only on the flags. Pairs whose search is cut are left out of the counts; if that
is more than half of them, the exit is 3. A program that contradicts the theorem is
printed shrunk, with the command that repeats it.`,
		examples: []example{
			{"wobbly crosscheck examples/burble.il examples/alias-local.il", "Compare on two files.", ExitNothing},
			{"wobbly crosscheck --random 200 --small", "Compare on random programs.", ExitNothing},
			{"wobbly crosscheck --random 200 --small --analysis plus", "The same with RacerDX+.", ExitNothing},
			{"wobbly crosscheck --literal G18 examples/literal-order.il", "See a literal reading of the paper fail.", ExitViolated},
		},
	},
	"compare": {
		text: `Every analyzer (wobbly analyzers) answers for every pair of units, and
so do exact searches for the two notions of race by which reports are meant:
Definition 3.6, where both threads stand before their accesses; and unordered by
happens-before in some execution, which is what detectors see. The rows are the
candidates: pairs of accesses with one field, one of them a write. A report that is
real is true, else false; what is real and not reported is missed. Where a search
was cut, what it did not find is unknown, in no count, and the exit is 3.

What is proved of one analyzer against another, such as that all that RacerDX
reports is real, is checked on every pair; where it fails, something is wrong with
a theorem or with wobbly: exit 4.

With --random, N programs are drawn, on all cores; all but the times depends only
on the flags. Pairs of units in which something was cut are left out of the counts;
if that is more than half of them, the exit is 3. What an analysis finds depends
much on what programs look like, so there are several drawings.

Detectors watch --runs executions, which start from states of one to three objects
and leave a loop after three rounds: what needs more they never see. That there are
races does not show in the exit; check tells that.`,
		examples: []example{
			{"wobbly compare examples/burble.il", "Who reports what, and who is right.", ExitNothing},
			{"wobbly compare --random 200 --drawing even", "Precision and recall on random programs.", ExitNothing},
			{"wobbly compare --random 200 --analyzers racerdx --csv", "The scores of one analyzer, as values.", ExitNothing},
		},
	},
	"analyzers": {
		text: `Each is listed with what it does, what a report of it means, where it is
from, and what is proved of it. Compare asks them all; check --analysis asks one.`,
		examples: []example{
			{"wobbly analyzers", "List the analyzers.", ExitNothing},
		},
	},
	"fix": {
		text: `For one race the smallest lock region is proposed that removes it: synchronized
around the statement of one access, of the other, or of both. Where the access is a
read, a second proposal may be a copy: a variable that holds the path's value
already, or gets it in a lock region that is there anyway. Each changed program is
parsed and checked, all its interleavings from all initial states are searched, and
RacerDX runs on it again; what changes is printed as a table, and the change as a
unified diff, which patch reads.

With --shrink, each statement of each lock region is asked whether it could stand
outside without a race that was none before; what can leave together, from the ends
of the regions, is the proposal. docs/repair.md says more.

The exit is 0 if the race is gone from the proposed program, if there is no race, and
with --shrink if all was answered; 1 if nothing removes the race; 3 if a bound cut a
search. Only --write changes the file, and not where a bound was met.`,
		examples: []example{
			{"wobbly fix examples/burble.il R1", "Propose a repair of a report.", ExitNothing},
			{"wobbly fix --pair reps,reps examples/burble.il 32:3 32:3", "Of two accesses, by their positions.", ExitNothing},
			{"wobbly fix --shrink examples/burble.il", "Ask whether a lock is too big.", ExitNothing},
		},
	},
	"theorem": {
		text: `The lemmas and theorems of the paper, and this project's own, are
values that can be listed and checked: on the programs of files, and on random
ones. A check tells for each statement one of

holds: the conclusion is true for every instance that was looked at and meets all
hypotheses; refuted: it is false for one, which is printed; hypotheses not met: no
instance meets them all, so nothing was tested; bounded: a limit left every
instance undecided.

Each hypothesis is a switch: --without takes it away, and where it is needed a
counterexample turns up. docs/theorem.md says more.`,
		examples: []example{
			{"wobbly theorem list", "See what there is.", ExitNothing},
			{"wobbly help theorem fuzz", "More about one of the commands.", ExitNothing},
		},
	},
	"theorem list": {
		text:     `A line for each statement: its name, its title, and where it stands.`,
		examples: []example{{"wobbly theorem list", "", ExitNothing}},
	},
	"theorem show": {
		text: `What a statement says, in words and in symbols, the form in which it is
checked; how the printed form differs and why that cannot be kept; its
hypotheses; and its floor, the least share of drawn programs that must test it.`,
		examples: []example{{"wobbly theorem show 6.10", "", ExitNothing}},
	},
	"theorem check": {
		text: `For each program, states, traces and commands are drawn as often as
--draws says, and each statement is checked on them. The exit is 4 if one is
refuted, or 1 if that happened without one of its hypotheses; and 3 if a limit
left one undecided.`,
		examples: []example{
			{"wobbly theorem check examples/burble.il", "Check every statement on a program.", ExitNothing},
			{"wobbly theorem check --statement 6.10 --draws 100 examples/burble.il", "Check one, more often.", ExitNothing},
		},
	},
	"theorem fuzz": {
		text: `Random programs, one in eight a mutant of a shipped example, are drawn until
the cases or the time are used up or a statement is refuted. The table tells on
which share of the cases each statement was tested, beside its floor, the least
share that is enough; below it stands what was drawn, and which inference rules
were used.

A refutation is printed with its program, shrunk, and with the command that
repeats it: exit 4, or 1 if a hypothesis of that statement was switched off.
With --save the program is written to a file too.

A run that has tested too little is inconclusive, exit 3: from 1,000 cases on, if
a statement is below its floor; from 100,000 cases on, if a rule was not used; if
--time ended it before --cases; and after Ctrl+C, which keeps what was counted.

What is printed depends on the flags alone, on any number of cores, except that
the number of cases does depend on --time.`,
		examples: []example{
			{"wobbly theorem fuzz --cases 300", "Check everything on 300 programs.", ExitNothing},
			{"wobbly theorem fuzz 6.10 --cases 500 --seed 7", "Check one statement, from another seed.", ExitNothing},
		},
	},
	"theorem enumerate": {
		text: `Every legal program C1 || C2 of up to --size statements, up to the names of
fields, locals and methods and the order of the threads, is made in a fixed order
and checked. The universe is finite because paths and formals are bounded, which
is printed with the answer: --path, --arity.

With --state the run can be interrupted and gone on with; --shard 2/5 takes the
second of five parts, which together are everything. Statements that draw states
or traces draw the same for a program each time; the statement witness draws
nothing. A refutation exits with 4, a run that is not complete with 3.`,
		examples: []example{
			{"wobbly theorem enumerate --size 2", "The True Positives Theorem, for every program of up to 2 statements.", ExitNothing},
			{"wobbly theorem enumerate --size 3 --shard 1/50 --no-calls theorem1 shared", "A part of a larger universe, two statements.", ExitNothing},
		},
	},
	"theorem break": {
		text: `Assumptions of the paper, literal readings of its definitions, clauses of the
analysis, and the hypotheses of each lemma are switches. With one off, random
programs are drawn, and then all small ones tried in turn, until the theorem (or
the lemma) is false: RacerDX, as it then is, reports a pair of accesses, and an
exhaustive search shows that no interleaving from any initial state races there.
The program is shrunk and printed with the false report, why nothing races there,
and the step of the proof that fails.

Without names all switches but the conditions of lemmas are tried: a mutation
score. Some are not needed; they have to survive, which is no proof. The exit is 3
if a needed switch survives, and 4 if one breaks that is not needed.`,
		examples: []example{
			{"wobbly theorem break --list", "See the switches.", ExitNothing},
			{"wobbly theorem break stable-right", "Switch off the stability of the right path.", ExitNothing},
			{"wobbly theorem break 5.7:matched", "Switch off a hypothesis of Lemma 5.7.", ExitNothing},
		},
	},
	"step": {
		text: `A screen on which you are the scheduler: a and b step the threads, left and
right look along the trace, u takes back, n goes to the next race, : evaluates, ?
lists all keys. Moving after going back begins a branch; the old one is kept.
On leaving, the schedule is printed with the command that resumes there; a long
one is saved as a trace file instead. With --plain this goes to standard error.

Of a file with several pairs the first one is opened, unless --pair says another;
P chooses among them, and Reports lists the reports on all, with the numbers of
wobbly check. Esc comes back to what was open before, as it was.

The initial state is the file's init block, or one object that everything holds;
--heap says another, and H chooses one. --schedule, --trace and --race begin where they lead to.
Without a FILE the programs of the working directory, the lessons and the shipped
examples are offered; --example opens one of the latter. With --plain the same is done by words and lines, for screen readers and pipes.
NO_COLOR and --color never leave colours out, --ascii everything beyond ASCII.`,
		examples: []example{
			{"wobbly step --plain examples/burble.il", "Step by lines.", ExitNothing},
			{"wobbly step --plain --race R1 examples/burble.il", "Begin where a report races.", ExitNothing},
			{"wobbly step --plain --example order.il", "Step through a shipped example.", ExitNothing},
		},
	},
	"show": {
		text: `A program is executed along a schedule, from an initial state, and shown where
it comes to: as a trace file, which says what each step does and can be compared
and replayed; with --svg as a picture of the state, code, memory and lock; with
--lanes as a picture of the whole trace; with --html as a page that steps through
it in a browser and needs nothing else.

A schedule is made of threads and numbers of steps: "A2 B" is two steps of A and
one of B. A sign resolves a choice: "A+" takes the then-branch, or goes round the
loop, and "A-" the other way. --race R1 shows the witness of a report.`,
		examples: []example{
			{"wobbly show --pair meps,reps --schedule 'A B' examples/burble.il", "Print what two steps do.", ExitNothing},
			{"wobbly show --race R1 --svg -o race.svg examples/burble.il", "Draw the racing state of a report.", ExitNothing},
			{"wobbly show --race R1 --html -o race.html examples/burble.il", "Make a page to step through its witness.", ExitNothing},
		},
	},
	"lesson": {
		text: `Twelve lessons, from what a schedule is to what breaks the True Positives
Theorem. The student is the scheduler: chooses who takes the next step, chooses
initial states, changes programs, fills in what the analysis says, and builds
witnesses. The machine checks each goal, questions come before their answers, and
there are three hints to each task.

"wobbly lesson 4" plays lesson 4, "wobbly lesson" lists all, and "wobbly step" without
a file offers them. Nothing is kept between runs but what --record writes. docs/lessons.md is for teachers: how lessons are
written, checked and graded.`,
		examples: []example{
			{"wobbly lesson", "List the lessons.", ExitNothing},
			{"wobbly help lesson play", "How a lesson is played.", ExitNothing},
		},
	},
	"lesson play": {
		text: `On a terminal the lesson is played on the screens of wobbly step: Lesson shows the
text, asks the questions, and gives hints; in Step the threads are moved, with the
goal beside them; the machine checks the goal after each move. In tasks that ask
for a program or an answer sheet, e opens your editor (VISUAL or EDITOR) and checks
what you save; s saves the text for any other editor, f checks a file, and i fills
the sheet in on the screen. ? lists all keys. On leaving, the command to go on with
is printed.

With --plain, and where standard input or output is no terminal, the lesson is played
by lines, one word or schedule on each: a and b are steps, a+ and a- resolve a choice,
A2 B is a schedule; undo, redo, restart, state, goal, hint, check, next, help and quit
are words; a number answers the open question. A task that asks for a program or an
answer sheet takes the file with give FILE.

The word "play" can be left out. Without a number the lessons are listed.`,
		examples: []example{
			{"wobbly lesson 4 --record me.json", "Play lesson 4, and keep what is done to hand it in.", ExitNothing},
			{"echo quit | wobbly lesson 1", "Look at the first lesson.", ExitNothing},
			{`printf '2\na\nb\na\nb\n' | wobbly lesson 1 --record me.json`, "Play its first task by lines, and keep a record.", ExitNothing},
		},
	},
	"lesson list": {
		text: `Each lesson with its idea; with --record, how many of its tasks are done.`,
		examples: []example{
			{"wobbly lesson list", "", ExitNothing},
			{"wobbly lesson list --json", "The same for programs.", ExitNothing},
		},
	},
	"lesson show": {
		text: `The lesson as it is read, with programs, goals and questions, without hints
and answers. With --program only that program, ready for the other commands.`,
		examples: []example{
			{"wobbly lesson show 2", "Read the second lesson.", ExitNothing},
			{"wobbly lesson show 8 --program walk.il | wobbly explore --init given --pair walk,mark -", "Search one of its programs.", ExitFound},
		},
	},
	"lesson check": {
		text: `What FILE has to hold depends on the task. A schedule: A2 B A, one on a line
where several are asked for; a line or a trace file of the stepper will do too. An
initial state: A.b=o1,B.b=o1. A program. An answer sheet. For a witness an initial
state and a schedule on two lines, or a witness as JSON. Or a record: then each
solution in it is checked again.

Each goal is printed with its verdict. The exit is 0 if all are met, 1 if not, and 3
if a search was cut that would have decided it.`,
		examples: []example{
			{"echo A B A B | wobbly lesson check 1 - --task 1", "Check a schedule.", ExitNothing},
			{"echo A2 B2 | wobbly lesson check 1 - --task 1", "One that does not do it.", ExitFound},
		},
	},
	"lesson solve": {
		text:     `For teachers: hints, solutions, right answers, and the verdict of the machine.`,
		examples: []example{{"wobbly lesson solve 4", "The answer key of lesson 4.", ExitNothing}},
	},
	"lesson lint": {
		text: `Every lesson is read and played: its format, that each solution wins, that no
wrong move wins and each is answered by its own text, that no task is done before it
begins, that there are three hints to each, that right answers are what the machine
computes, and that programs have at most 12 lines. Each fault has its file and
position; with any, the exit is 1.`,
		examples: []example{
			{"wobbly lesson lint", "Check the shipped lessons.", ExitNothing},
			{"mkdir -p mine; wobbly lesson template > mine/13-mine.lesson; wobbly lesson lint mine", "Begin one's own.", ExitNothing},
		},
	},
	"lesson template": {
		text:     `A small lesson that works, with a comment on every part of the format.`,
		examples: []example{{"wobbly lesson template > 13-mine.lesson", "", ExitNothing}},
	},
	"grade": {
		text: `Each directory in DIR is a student, with all files below it, and each file
beside these is one too. A file is a record (wobbly lesson --record), or is named
after a lesson and a task, as in 4.1.il or 2.1.txt, and holds a solution as for
wobbly lesson check. What a record says is done is checked again. Of several solutions
of a task, one that holds counts.

The table has a row for each student and a column for each lesson; --json tells
goals, attempts, hints and predictions. Everything happens on this machine.`,
		examples: []example{
			{"mkdir -p handed/ada; echo A B A B > handed/ada/1.1.txt; wobbly grade handed", "Grade a directory.", ExitNothing},
		},
	},
	"racemob": {
		text: `RaceMob (SOSP 2013) on IL. A hive takes pairs of accesses that may race, from a
static analysis, and has users validate them: each has an initial state, and
each run draws choices and a schedule, which is steered towards the candidate.
docs/racemob.md tells what the verdicts mean.`,
		examples: []example{
			{"wobbly racemob examples/burble.il", "Validate the candidates of a program.", ExitFound},
		},
	},
	"racemob run": {
		text: `Each candidate gets up to --runs runs, by users in turn. A run looks for all
candidates of its pair of units, and steers towards one: the thread that is about
to make the second access of the wanted order is held back until the other one
comes to the first, or the timeout, which counts steps, is over.

A true race was shown by a run that was done once more: either both threads stand
before the accesses (Definition 3.6, with a witness that was replayed), or both
were made and nothing orders them. A likely false positive was ordered by the lock
in every run that made both (NoRace), or waited for in vain (Timeout). The rest is
unknown. Only true races are certain: runs start from states of one to three
objects, and leave a loop after three rounds, so that what needs more is never seen.

The list does not depend on the number of workers. wobbly-hive has the same done by
processes, on this machine or others. Ctrl+C keeps what there is. The exit is 1
with a true race; 3 if a candidate is unknown or something was cut; and 0 if all
are likely false.`,
		examples: []example{
			{"wobbly racemob examples/burble.il", "Validate all pairs of accesses that could race.", ExitFound},
			{"wobbly racemob --candidates racerdx --json examples/burble.il | wobbly replay -", "Validate the reports of an analysis; replay the witnesses.", ExitNothing},
			{"wobbly racemob --workers 4 --runs 100 examples/publication.il", "More runs, by four workers.", ExitFound},
			{"wobbly racemob --users 1 --literal both-orders examples/lock-both.il", "See a literal reading of the paper fail.", ExitFound},
		},
	},
	"rdit": {
		text: `RDIT (FSE 2015) on IL: happens-before of executions of which the events of some
methods are missing. Several variants watch the same executions: one that is ignorant
of what is missing, the published algorithm, two repairs of it, and the truth, which is
happens-before of the complete execution. docs/rdit.md says what each orders.

With --missing or --share: for each pair of accesses that some variant reports, in how
many runs each does, and in how many of these nothing races; where variants differ, an
execution, with what orders the accesses in it, and a command that shows it.

Else a table over shares of missing methods, which are drawn: races of the complete
executions, and of each variant the reports, the false ones, and the races it misses.
With --random it is that of N random programs, on all cores, and depends only on the
flags; Ctrl+C keeps the programs that are done.

The exit for a file is 1 if a race is reported that is one, by a variant that reports
nothing else; for random programs it is 0. It is 3 if the limit of steps ended an
execution and nothing was found, or if the run was interrupted, and 4 if a variant that
is proved to have no false reports has one.`,
		examples: []example{
			{"wobbly rdit --missing m examples/rdit-recorded.il", "See the published algorithm report what is no race.", ExitNothing},
			{"wobbly rdit examples/burble.il", "The table of a program.", ExitFound},
			{"wobbly rdit --random 200 --shares 0.25,0.5", "The table of random programs.", ExitNothing},
		},
	},
	"export": {
		text: `The model begins with a comment that says how to run Spin on it: for
its number of states, and for races. The program needs an init block, since Spin
explores from one initial state. With --race the model looks for that race only.`,
		examples: []example{
			{"wobbly export --promela --pair get,set examples/init.il", "Print a model for Spin.", ExitNothing},
			{"wobbly export --promela --pair get,set --race 17:3,21:3 examples/init.il", "Let Spin look for one race.", ExitNothing},
		},
	},
	"replay": {
		text: `The checker shares no code with what made the witness: it follows the
schedule step by step over the text of the program and accepts only if both
threads end before accesses of one cell, one of them a write, and both can go.
It prints a line for each witness and exits with 4 if one is refused.`,
		examples: []example{
			{"wobbly replay race.json examples/burble.il", "Check a witness.", ExitNothing},
			{"wobbly check --json examples/burble.il | wobbly replay -", "Check all witnesses of a document.", ExitNothing},
			{"wobbly explore --json examples/burble.il | wobbly replay -", "Also of explore and of crosscheck.", ExitNothing},
		},
	},
	"fmt": {
		text: `Formatting keeps comments and changes only spaces, line breaks and
semicolons. With --core the program is printed as semantics and analysis see it:
without sugar, with fresh locals such as t'1, which no source can name.`,
		examples: []example{
			{"wobbly fmt examples/burble.il", "Print a program formatted.", ExitNothing},
			{"wobbly fmt --core examples/sugar.il", "Show what sugar stands for.", ExitNothing},
			{"wobbly fmt --check examples/burble.il", "Is it formatted?", ExitNothing},
		},
	},
	"version": {
		text:     `Prints the version of wobbly and of its JSON documents.`,
		examples: []example{{"wobbly version", "", ExitNothing}},
	},
	"completion": {
		text: `The script completes commands, flags, their values, and programs (*.il).`,
		examples: []example{
			{`eval "$(wobbly completion bash)"`, "In bash, for this shell; in ~/.bashrc for all.", ExitNothing},
			{"wobbly completion fish > wobbly.fish", "In fish: put it into ~/.config/fish/completions.", ExitNothing},
			{"wobbly completion zsh > _wobbly", "In zsh: put it into a directory of $fpath.", ExitNothing},
		},
	},
	"help": {
		text:     `Explains a command, or lists all of them.`,
		examples: []example{{"wobbly help check", "", ExitNothing}},
	},
}

// usageLine is what a program without arguments says.
func (a *app) usageLine(app *kong.Application) error {
	var names []string
	for _, n := range app.Children {
		names = append(names, n.Name)
	}
	return report.Line(a.stderr(), fmt.Sprintf("usage: %s COMMAND ...\ncommands: %s\nSee: %[1]s help", app.Name, strings.Join(names, ", ")))
}

// printHelp prints the help of a command, or of the program as a whole.
func (a *app) printHelp(app *kong.Application, n *kong.Node) error {
	h := report.Help{Usage: app.Name + " COMMAND ...", About: app.Help}
	if n == nil {
		h.Commands = commandRows(app.Node)
		h.Examples = a.program().examples
	} else {
		h.Usage, h.About = usageOf(n), n.Help
		h.Commands = commandRows(n)
		m := a.program().manuals[pathOf(n)]
		h.Text = m.text
		for _, x := range m.examples {
			h.Examples = append(h.Examples, [2]string{x.line, x.text})
		}
		for _, p := range n.Positional {
			h.Args = append(h.Args, [2]string{p.Name, p.Help})
		}
		h.Flags = flagRows(n.Flags)
	}
	h.Global = flagRows(app.Flags)
	for _, e := range exits {
		h.Exits = append(h.Exits, [2]string{fmt.Sprint(int(e.Exit)), e.Text})
	}
	return report.HelpText(a.text(), h)
}

// commandRows lists the commands right below n.
func commandRows(n *kong.Node) [][2]string {
	var rows [][2]string
	for _, c := range n.Children {
		rows = append(rows, [2]string{c.Name, c.Help})
	}
	return rows
}

// usageOf is a command line with everything in its place.
func usageOf(n *kong.Node) string {
	words := []string{programOf(n), pathOf(n)}
	if len(n.Children) > 0 {
		words = append(words, "COMMAND ...")
	}
	if len(n.Flags) > 0 {
		words = append(words, "[FLAGS]")
	}
	for _, p := range n.Positional {
		word := p.Name
		if p.IsCumulative() {
			word += "..."
		}
		if !p.Required {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// flagRows describes flags.
func flagRows(flags []*kong.Flag) [][2]string {
	var rows [][2]string
	for _, f := range flags {
		if f.Hidden {
			continue
		}
		name := "--" + f.Name
		if f.Short != 0 {
			name = fmt.Sprintf("-%c, %s", f.Short, name)
		}
		text := f.Help
		switch {
		case f.Enum != "":
			name += " " + strings.Join(f.EnumSlice(), "|")
		case !f.IsBool():
			name += " " + f.PlaceHolder
		}
		if f.HasDefault && f.Default != "" {
			text += " Default: " + f.Default + "."
		}
		rows = append(rows, [2]string{name, text})
	}
	return rows
}
