package cli

// hiveManuals has an entry for each command of wobbly-hive, by its path.
var hiveManuals = map[string]manual{
	"run": {
		text: `Validates as wobbly racemob does, and prints the same list: wobbly help racemob
run says what is in it. Tasks and results are messages (NATS JetStream), so that
workers can be processes, on this machine or others.

With --processes each worker is a process of its own, and one that dies is replaced;
without, all are in this one. With --nats tasks also go to whoever has joined that
server (wobbly-hive worker). A worker that is killed loses no task: what it had goes to
another one. The list does not depend on the number of workers, on what they are, or
on which of them die. Ctrl+C keeps what there is. The exit is 1 with a true race; 3 if
a candidate is unknown or something was cut; and 0 if all are likely false.`,
		examples: []example{
			{"wobbly-hive run --processes --workers 4 --runs 100 examples/publication.il", "Many runs, by four processes.", ExitFound},
			{"wobbly-hive run --workers 0 --nats nats://127.0.0.1:4222 examples/burble.il", "By those who have joined a server.", ExitUsage},
		},
	},
	"worker": {
		text: `Joins the NATS server at URL and does the runs of all jobs there, until Ctrl+C.
Start the job with wobbly-hive run --nats URL FILE. Versions must be the same.`,
		examples: []example{
			{"wobbly-hive worker --nats nats://127.0.0.1:4222", "Work for a server on this machine.", ExitUsage},
		},
	},
	"version": {
		text:     `Prints the version of wobbly-hive and of its JSON documents.`,
		examples: []example{{"wobbly-hive version", "", ExitNothing}},
	},
	"completion": {
		text: manuals["completion"].text,
		examples: []example{
			{`eval "$(wobbly-hive completion bash)"`, "In bash, for this shell; in ~/.bashrc for all.", ExitNothing},
			{"wobbly-hive completion fish > wobbly-hive.fish", "In fish: put it into ~/.config/fish/completions.", ExitNothing},
		},
	},
	"help": {
		text:     manuals["help"].text,
		examples: []example{{"wobbly-hive help run", "", ExitNothing}},
	},
}
