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

// script makes the completion script of a program.
type script struct {
	name     string // of the program
	function string // that completes it
}

// fill is a text with its marks replaced: each is given with what stands for it.
func (s *script) fill(name string, marks ...string) string {
	text, err := completionTexts.ReadFile("completion/" + name + ".txt")
	if err != nil {
		panic(err) // it is part of the program
	}
	return strings.NewReplacer(append(marks, "@NAME@", s.name, "@FUNCTION@", s.function)...).Replace(string(text))
}

// lines are joined as a mark stands for them: without the end of the last one.
func lines(all []string) string { return strings.Join(all, "\n") }

// bash is a completion function for bash 4 or later.
func (s *script) bash(all []completed) string {
	var values []string
	words := []string{"    :*) " + bashReply(commandNames(all)) + " ;;"}
	for _, c := range flatten(all) {
		path := bashPattern(c.path)
		for _, f := range c.flags {
			if f.hasValue {
				values = append(values, fmt.Sprintf(`    %s:--%s) COMPREPLY=( %s ); return ;;`, path, f.name, bashValues(f)))
			}
		}
		reply := bashReply(c.values)
		switch {
		case c.files:
			reply = s.function + `_files "$cur"`
		case c.commands != nil:
			reply = bashReply(commandNames(c.commands))
		}
		flags := slice.Map(c.flags, func(f completedFlag) string { return "--" + f.name })
		words = append(words, fmt.Sprintf("    %s:-*) %s ;;", path, bashReply(flags)), fmt.Sprintf("    %s:*) %s ;;", path, reply))
	}
	return s.fill("bash", "@PATHS@", strings.Join(bashPaths(all), "|"), "@VALUES@", lines(values), "@WORDS@", lines(words))
}

// bashPaths lists the patterns of all paths, for the word that comes next
// behind those before it.
func bashPaths(all []completed) []string {
	var patterns []string
	for _, c := range flatten(all) {
		before, name := "", c.path
		if i := strings.LastIndex(c.path, " "); i >= 0 {
			before, name = c.path[:i], c.path[i+1:]
		}
		patterns = append(patterns, shQuote(before+" "+name))
	}
	return patterns
}

// bashPattern is a path as a pattern of case.
func bashPattern(path string) string { return strings.ReplaceAll(path, " ", `\ `) }

func bashReply(words []string) string {
	return fmt.Sprintf(`COMPREPLY=( $(compgen -W %s -- "$cur") )`, shQuote(strings.Join(words, " ")))
}

// bashValues completes the value of a flag; of a list, what stands behind the
// last comma.
func bashValues(f completedFlag) string {
	words := shQuote(strings.Join(f.values, " "))
	if f.list {
		return fmt.Sprintf(`$(compgen -P "${cur%%"${cur##*,}"}" -W %s -- "${cur##*,}")`, words)
	}
	return fmt.Sprintf(`$(compgen -W %s -- "$cur")`, words)
}

func shQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// fish is completions for fish.
func (s *script) fish(all []completed) string {
	return s.fill("fish", "@PATHS@", strings.Join(bashPaths(all), " "), "@WORDS@", lines(s.fishBelow("", all)))
}

// fishBelow completes the commands right below a path, and what belongs to them.
func (s *script) fishBelow(path string, all []completed) []string {
	var out []string
	at := func(path, what string) {
		out = append(out, fmt.Sprintf("complete -c %s -n %s %s", s.name, s.fishAt(path), what))
	}
	for _, c := range all {
		at(path, fmt.Sprintf("-a %s -d %s", c.name(), fishQuote(c.help)))
	}
	for _, c := range all {
		for _, f := range c.flags {
			at(c.path, fishFlag(f))
		}
		if c.files {
			at(c.path, "-k -a '(__fish_complete_suffix .il)'")
		}
		if len(c.values) > 0 {
			at(c.path, "-a "+fishQuote(strings.Join(c.values, " ")))
		}
		out = append(out, s.fishBelow(c.path, c.commands)...)
	}
	return out
}

// fishAt is the condition that the words so far name a command.
func (s *script) fishAt(path string) string {
	return fishQuote(strings.TrimSpace("_" + s.function + "_at " + path))
}

// fishFlag is the specification of a flag for complete.
func fishFlag(f completedFlag) string {
	spec := fmt.Sprintf("-l %s -d %s", f.name, fishQuote(f.help))
	if f.short != "" {
		spec += " -s " + f.short
	}
	if f.hasValue {
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

// powershell is a completer for PowerShell 5 or later. Where it has nothing to say, PowerShell
// completes files.
func (s *script) powershell(all []completed) string {
	var flags, values []string
	commands := []string{powershellRow("", commandNames(all))}
	for _, c := range flatten(all) {
		flags = append(flags, powershellRow(c.path, slice.Map(c.flags, func(f completedFlag) string { return "--" + f.name })))
		switch {
		case c.commands != nil:
			commands = append(commands, powershellRow(c.path, commandNames(c.commands)))
		case len(c.values) > 0:
			commands = append(commands, powershellRow(c.path, c.values))
		}
		for _, f := range c.flags {
			if len(f.values) > 0 {
				values = append(values, powershellRow(c.path+" --"+f.name, f.values))
			}
		}
	}
	return s.fill("powershell", "@COMMANDS@", lines(commands), "@FLAGS@", lines(flags), "@VALUES@", lines(values))
}

// powershellRow is a row of a table of lists.
func powershellRow(key string, words []string) string {
	return fmt.Sprintf("    %s = %s", text.PowerShellQuote(key), strings.Join(slice.Map(words, text.PowerShellQuote), ", "))
}

// zsh is a completion function for zsh.
func (s *script) zsh(all []completed) string {
	return s.fill("zsh", "@WORDS@", indented("  ", s.zshBelow(all)))
}

// zshBelow completes one of the given commands, and what comes behind it.
func (s *script) zshBelow(all []completed) string {
	var cases []string
	for _, c := range all {
		cases = append(cases, "  "+c.name()+")")
		if c.commands != nil {
			cases = append(cases, indented("    ", s.zshBelow(c.commands)), "    ;;")
			continue
		}
		cases = append(cases, `    _arguments \`)
		for _, f := range c.flags {
			cases = append(cases, fmt.Sprintf(`      %s \`, zshFlag(f)))
		}
		last := shQuote("*:value:(" + strings.Join(c.values, " ") + ")")
		if c.files {
			last = `'*:file:_files -g "*.(il|json)"'`
		}
		cases = append(cases, "      "+last+" ;;")
	}
	commands := slice.Map(all, func(c completed) string { return "  " + shQuote(c.name()+":"+c.help) })
	return strings.TrimSuffix(s.fill("zshwords", "@COMMANDS@", lines(commands), "@CASES@", lines(cases)), "\n")
}

// indented is a text with a margin before each line.
func indented(margin, text string) string {
	return margin + strings.ReplaceAll(text, "\n", "\n"+margin)
}

// zshFlag is the specification of a flag for _arguments.
func zshFlag(f completedFlag) string {
	help := strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(f.help)
	spec := "--" + f.name
	if f.hasValue {
		spec += "="
	}
	spec += "[" + help + "]"
	if f.hasValue {
		spec += ":value:"
		switch words := strings.Join(f.values, " "); {
		case words == "":
		case f.list:
			spec += "_sequence compadd - " + words
		default:
			spec += "(" + words + ")"
		}
	}
	return shQuote(spec)
}
