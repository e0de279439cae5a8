package cli

import (
	"embed"
	"fmt"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

//go:embed completion
var completionTexts embed.FS

// script generates completion scripts of a program.
type script struct {
	name     string // the name of the program
	function string // the name of the shell function that completes it
}

// fill returns a template with its marks replaced. Marks and replacements alternate.
func (s *script) fill(name string, marks ...string) string {
	text, err := completionTexts.ReadFile("completion/" + name + ".txt")
	if err != nil {
		panic(err) // it is part of the program
	}
	return strings.NewReplacer(append(marks, "@NAME@", s.name, "@FUNCTION@", s.function)...).Replace(string(text))
}

// lines joins lines for a mark, without a line end after the last one.
func lines(all []string) string { return strings.Join(all, "\n") }

// bash returns a completion function for bash 4 or later.
func (s *script) bash(root completed) string {
	var values, words []string
	for _, c := range root.flat() {
		path := bashPattern(c.path)
		for _, f := range c.flags {
			if f.hasValue {
				values = append(values, fmt.Sprintf("    %s) %s; return ;;", bashFlag(path, f), s.bashValues(f)))
			}
		}
		reply := bashReply("=", c.words())
		switch {
		case c.files && c.words() != nil:
			reply = s.function + `_files "$cur"; ` + bashReply("+=", c.words())
		case c.files:
			reply = s.function + `_files "$cur"`
		}
		words = append(words, fmt.Sprintf("    %s:-*) %s ;;", path, bashReply("=", longFlags(c))), fmt.Sprintf("    %s:*) %s ;;", path, reply))
	}
	return s.fill("bash", "@PATHS@", strings.Join(bashPaths(root), "|"), "@VALUES@", lines(values), "@WORDS@", lines(words))
}

func longFlags(c completed) []string {
	return slice.Map(c.flags, func(f completedFlag) string { return "--" + f.name })
}

// bashPaths returns a pattern for each command: the words before its name, and its name.
func bashPaths(root completed) []string {
	var patterns []string
	for _, c := range root.flat()[1:] {
		before, name := "", c.path
		if i := strings.LastIndex(c.path, " "); i >= 0 {
			before, name = c.path[:i], c.path[i+1:]
		}
		patterns = append(patterns, shQuote(before+" "+name))
	}
	return patterns
}

// bashFlag returns a pattern for the word before a flag's value.
func bashFlag(path string, f completedFlag) string {
	pattern := path + ":--" + f.name
	if f.short != "" {
		pattern += "|" + path + ":-" + f.short
	}
	return pattern
}

func bashPattern(path string) string { return strings.ReplaceAll(path, " ", `\ `) }

// bashReply offers the words that begin with what was typed; sets is = or +=.
func bashReply(sets string, words []string) string {
	return fmt.Sprintf(`COMPREPLY%s( $(compgen -W %s -- "$cur") )`, sets, shQuote(strings.Join(words, " ")))
}

// bashValues completes the value of a flag, or the last element of a list.
func (s *script) bashValues(f completedFlag) string {
	switch {
	case f.files:
		return s.function + `_any "$cur"`
	case f.list:
		return fmt.Sprintf(`COMPREPLY=( $(compgen -P "${cur%%"${cur##*,}"}" -W %s -- "${cur##*,}") )`, shQuote(strings.Join(f.values, " ")))
	default:
		return bashReply("=", f.values)
	}
}

func shQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

func (s *script) fish(root completed) string {
	return s.fill("fish", "@PATHS@", strings.Join(bashPaths(root), " "), "@WORDS@", lines(s.fishOf(root)))
}

// fishOf returns the completions of a command and of those below it.
func (s *script) fishOf(c completed) []string {
	var out []string
	add := func(what string) {
		out = append(out, fmt.Sprintf("complete -c %s -n %s %s", s.name, s.fishAt(c.path), what))
	}
	for _, below := range c.commands {
		add(fmt.Sprintf("-a %s -d %s", below.name(), fishQuote(below.help)))
	}
	for _, f := range c.flags {
		add(fishFlag(f))
	}
	if c.files {
		add("-k -a '(__fish_complete_suffix .il)'")
	}
	if len(c.values) > 0 {
		add("-a " + fishQuote(strings.Join(c.values, " ")))
	}
	for _, below := range c.commands {
		out = append(out, s.fishOf(below)...)
	}
	return out
}

// fishAt returns the condition that the words so far name a command.
func (s *script) fishAt(path string) string {
	return fishQuote(strings.TrimSpace("_" + s.function + "_at " + path))
}

func fishFlag(f completedFlag) string {
	spec := fmt.Sprintf("-l %s -d %s", f.name, fishQuote(f.help))
	if f.short != "" {
		spec += " -s " + f.short
	}
	switch {
	case f.files:
		spec += " -rF"
	case f.hasValue:
		spec += " -x"
	}
	switch words := strings.Join(f.values, " "); {
	case words == "":
		return spec
	case f.list:
		return spec + " -a " + fishQuote("(__fish_append , "+words+")")
	default:
		return spec + " -a " + fishQuote(words)
	}
}

func fishQuote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}

// powershell returns a completer for PowerShell 5 or later. If it offers nothing, PowerShell completes
// files.
func (s *script) powershell(root completed) string {
	var flags, values, commands []string
	for _, c := range root.flat() {
		flags = append(flags, powershellRow(c.path, longFlags(c)))
		if c.words() != nil {
			commands = append(commands, powershellRow(c.path, c.words()))
		}
		for _, f := range c.flags {
			if len(f.values) > 0 {
				values = append(values, powershellRow(c.path+" --"+f.name, f.values))
			}
		}
	}
	return s.fill("powershell", "@COMMANDS@", lines(commands), "@FLAGS@", lines(flags), "@VALUES@", lines(values))
}

func powershellRow(key string, words []string) string {
	return fmt.Sprintf("    %s = %s", text.PowerShellQuote(key), strings.Join(slice.Map(words, text.PowerShellQuote), ", "))
}

func (s *script) zsh(root completed) string {
	return s.fill("zsh", "@WORDS@", indented("  ", s.zshBelow(root)))
}

// zshBelow completes the commands below a command and what follows them, and the arguments of the
// command itself.
func (s *script) zshBelow(c completed) string {
	var cases []string
	for _, below := range c.commands {
		cases = append(cases, "  "+below.name()+")")
		if below.commands != nil {
			cases = append(cases, indented("    ", s.zshBelow(below)), "    ;;")
			continue
		}
		cases = append(cases, indented("    ", zshArguments(below)+" ;;"))
	}
	commands := slice.Map(c.commands, func(c completed) string { return "  " + shQuote(c.name()+":"+c.help) })
	return strings.TrimSuffix(s.fill("zshwords", "@COMMANDS@", lines(commands), "@VALUES@", strings.Join(c.values, " "), "@CASES@", lines(cases),
		"@ARGUMENTS@", indented("    ", zshArguments(c))), "\n")
}

func zshArguments(c completed) string {
	lines := []string{`_arguments \`}
	for _, f := range c.flags {
		lines = append(lines, fmt.Sprintf(`  %s \`, zshFlag(f)))
	}
	values := "value:(" + strings.Join(c.values, " ") + ")"
	last := shQuote("*:" + values)
	switch {
	case c.mixed:
		last = shQuote("*:word or file: _alternative 'words:word:(" + strings.Join(c.values, " ") + ")' 'files:file:_files'")
	case c.files && c.values != nil:
		last = shQuote("1:"+values) + " '*:file:_files'"
	case c.files:
		last = `'*:file:_files -g "*.(il|json)"'`
	}
	return strings.Join(append(lines, "  "+last), "\n")
}

// indented returns a text with a margin before each line.
func indented(margin, text string) string {
	return margin + strings.ReplaceAll(text, "\n", "\n"+margin)
}

func zshFlag(f completedFlag) string {
	what := "[" + strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(f.help) + "]"
	equals := ""
	if f.hasValue {
		equals = "="
		what += ":value:"
		switch words := strings.Join(f.values, " "); {
		case f.files:
			what += "_files"
		case words == "":
		case f.list:
			what += "_sequence compadd - " + words
		default:
			what += "(" + words + ")"
		}
	}
	if f.short == "" {
		return shQuote("--" + f.name + equals + what)
	}
	short, long := "-"+f.short, "--"+f.name
	return shQuote("("+short+" "+long+")") + "{" + short + "," + long + equals + "}" + shQuote(what)
}
