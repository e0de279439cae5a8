package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"wobbly/abstract"
	"wobbly/theorem"
)

// completionCmd is `wobbly completion`.
type completionCmd struct {
	Shell string `arg:"" name:"SHELL" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run implements the command.
func (c *completionCmd) Run(a *app, k *kong.Kong) error {
	s := &script{name: k.Model.Name, function: "_" + strings.ReplaceAll(k.Model.Name, "-", "_")}
	write := map[string]func([]completed){"bash": s.bashScript, "zsh": s.zshScript, "fish": s.fishScript}
	write[c.Shell](completions(k.Model))
	_, err := io.WriteString(a.out, s.String())
	return err
}

// completed is what can be completed of one command.
type completed struct {
	path, help string // path as in theorem fuzz
	commands   []completed
	flags      []completedFlag
	values     []string // of its arguments; none for files
	files      bool
}

// name is the last word of the path.
func (c *completed) name() string { return c.path[strings.LastIndex(c.path, " ")+1:] }

// completedFlag is a flag; one that takes a value may list them.
type completedFlag struct {
	name, short, help string
	takesValue        bool
	values            []string
	list              bool // several values, with commas between them
}

// completions reads the model of the command line. The flags of every command
// are added to each.
func completions(app *kong.Application) []completed { return completionsBelow(app, app.Node) }

// completionsBelow completes the commands right below n, and theirs.
func completionsBelow(app *kong.Application, n *kong.Node) []completed {
	var all []completed
	for _, child := range n.Children {
		c := completed{path: pathOf(child), help: child.Help, commands: completionsBelow(app, child)}
		flags := child.Flags
		if short := child.DefaultCmd; short != nil { // what follows may belong to it
			flags = slices.Concat(flags, short.Flags)
		}
		for _, f := range slices.Concat(flags, app.Flags) {
			if !f.Hidden {
				c.flags = append(c.flags, completeFlag(f))
			}
		}
		for _, p := range child.Positional {
			c.values = valuesOf(p)
			c.files = c.values == nil
		}
		if child.Name == "help" {
			c.values, c.files = nil, false
			c.commands = helpTopics(app.Node, c.path)
		}
		all = append(all, c)
	}
	return all
}

// helpTopics completes the words behind help: the commands, and theirs.
func helpTopics(n *kong.Node, path string) []completed {
	var all []completed
	for _, child := range n.Children {
		below := path + " " + child.Name
		all = append(all, completed{path: below, help: child.Help, commands: helpTopics(child, below)})
	}
	return all
}

// valuesOf lists what an argument or flag can be: those of its enum, or what
// its tag complete names.
func valuesOf(v *kong.Value) []string {
	switch v.Tag.Get("complete") {
	case "statements":
		return statementNames(theorem.Statements())
	case "switches":
		return switchNames()
	case "analyses":
		return analysisNames()
	case "analyzers":
		return analyzerNames()
	case "candidates":
		return candidateNames()
	case "drawings":
		return drawingNames()
	case "variants":
		return variantNames()
	case "lessons":
		return lessonNames()
	case "conditions":
		return []string{abstract.Or.String(), abstract.Sum.String()}
	case "hypotheses":
		return hypothesisNames(theorem.Statements())
	}
	if v.Enum != "" {
		return v.EnumSlice()
	}
	return nil
}

func completeFlag(f *kong.Flag) completedFlag {
	c := completedFlag{name: f.Name, help: f.Help, takesValue: !f.IsBool(), values: valuesOf(f.Value), list: f.IsCumulative()}
	if f.Short != 0 {
		c.short = string(f.Short)
	}
	return c
}

func commandNames(all []completed) []string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].name()
	}
	return names
}

// flatten lists commands, each before its own.
func flatten(all []completed) []completed {
	var flat []completed
	for _, c := range all {
		flat = append(append(flat, c), flatten(c.commands)...)
	}
	return flat
}

// script collects lines.
type script struct {
	strings.Builder
	name     string // of the program
	function string // that completes it
}

func (s *script) line(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

// bashScript prints a completion function for bash 4 or later.
func (s *script) bashScript(all []completed) {
	s.line("# bash completion for %s", s.name)
	s.line("%s_files() {", s.function)
	s.line(`  local IFS=$'\n'`)
	s.line(`  COMPREPLY=( $(compgen -d -S / -- "$1") $(compgen -f -X '!*.@(il|json)' -- "$1") )`)
	s.line(`  compopt -o nospace -o filenames 2>/dev/null`)
	s.line("}")
	s.line("%s() {", s.function)
	s.line(`  local cur=${COMP_WORDS[COMP_CWORD]} prev= command= i`)
	s.line(`  [ "$COMP_CWORD" -gt 0 ] && prev=${COMP_WORDS[COMP_CWORD-1]}`)
	s.line(`  [ "$prev" = "=" ] && prev=${COMP_WORDS[COMP_CWORD-2]}`)
	s.line(`  [ "$cur" = "=" ] && prev=${COMP_WORDS[COMP_CWORD-1]} cur=`)
	s.line(`  for ((i = 1; i < COMP_CWORD; i++)); do`)
	s.line(`    case "$command ${COMP_WORDS[i]}" in`)
	s.line(`      %s) command=${command:+$command }${COMP_WORDS[i]} ;;`, strings.Join(bashPaths(all), "|"))
	s.line(`    esac`)
	s.line(`  done`)
	s.line(`  shopt -s extglob`)
	s.line(`  case $command:$prev in`)
	for _, c := range flatten(all) {
		for _, f := range c.flags {
			if f.takesValue {
				s.line(`    %s:--%s) COMPREPLY=( %s ); return ;;`, bashPattern(c.path), f.name, bashValues(f))
			}
		}
	}
	s.line(`  esac`)
	s.line(`  case $command:$cur in`)
	s.line(`    :-*) COMPREPLY=( $(compgen -W '--help' -- "$cur") ) ;;`)
	s.line(`    :*) %s ;;`, bashReply(commandNames(all)))
	for _, c := range flatten(all) {
		var flags []string
		for _, f := range c.flags {
			flags = append(flags, "--"+f.name)
		}
		path := bashPattern(c.path)
		s.line(`    %s:-*) %s ;;`, path, bashReply(flags))
		switch {
		case c.files:
			s.line(`    %s:*) %s_files "$cur" ;;`, path, s.function)
		case c.commands != nil:
			s.line(`    %s:*) %s ;;`, path, bashReply(commandNames(c.commands)))
		default:
			s.line(`    %s:*) %s ;;`, path, bashReply(c.values))
		}
	}
	s.line(`  esac`)
	s.line("}")
	s.line("complete -F %s %s", s.function, s.name)
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

// fishScript prints completions for fish.
func (s *script) fishScript(all []completed) {
	s.line("# fish completion for %s", s.name)
	s.line("function _%s_at -d 'The words so far name this command'", s.function)
	s.line("  set -l words (commandline -opc)")
	s.line("  set -e words[1]")
	s.line("  set -l command ''")
	s.line("  for word in $words")
	s.line("    switch \"$command $word\"")
	s.line("      case %s", strings.Join(bashPaths(all), " "))
	s.line("        set command (string trim -- \"$command $word\")")
	s.line("    end")
	s.line("  end")
	s.line("  test \"$command\" = \"$argv\"")
	s.line("end")
	s.line("complete -c %s -f", s.name)
	s.fish("", all)
}

// fish completes the commands right below a path, and what belongs to them.
func (s *script) fish(path string, all []completed) {
	for _, c := range all {
		s.line("complete -c %s -n %s -a %s -d %s", s.name, s.fishAt(path), c.name(), fishQuote(c.help))
	}
	for _, c := range all {
		for _, f := range c.flags {
			s.line("complete -c %s -n %s %s", s.name, s.fishAt(c.path), fishFlag(f))
		}
		if c.files {
			s.line("complete -c %s -n %s -k -a '(__fish_complete_suffix .il)'", s.name, s.fishAt(c.path))
		}
		if len(c.values) > 0 {
			s.line("complete -c %s -n %s -a %s", s.name, s.fishAt(c.path), fishQuote(strings.Join(c.values, " ")))
		}
		s.fish(c.path, c.commands)
	}
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
	if f.takesValue {
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

// zshScript prints a completion function for zsh.
func (s *script) zshScript(all []completed) {
	s.line("#compdef %s", s.name)
	s.line("%s() {", s.function)
	s.line("  local -a commands")
	s.line("  local command")
	s.zsh("  ", all)
	s.line("}")
	s.line(`if [ "$funcstack[1]" = "%s" ]; then %[1]s "$@"; else compdef %[1]s %[2]s; fi`, s.function, s.name)
}

// zsh completes one of the given commands, and what comes behind it.
func (s *script) zsh(indent string, all []completed) {
	line := func(format string, args ...any) { s.line(indent+format, args...) }
	line("commands=(")
	for _, c := range all {
		line("  %s", shQuote(c.name()+":"+c.help))
	}
	line(")")
	line("if (( CURRENT == 2 )); then")
	line("  _describe command commands")
	line("  return")
	line("fi")
	line("command=$words[2]")
	line("shift words")
	line("(( CURRENT-- ))")
	line("case $command in")
	for _, c := range all {
		line("  %s)", c.name())
		if c.commands != nil {
			s.zsh(indent+"    ", c.commands)
			line("    ;;")
			continue
		}
		line(`    _arguments \`)
		for _, f := range c.flags {
			line(`      %s \`, zshFlag(f))
		}
		switch {
		case c.files:
			line(`      '*:file:_files -g "*.(il|json)"' ;;`)
		default:
			line(`      %s ;;`, shQuote("*:value:("+strings.Join(c.values, " ")+")"))
		}
	}
	line("esac")
}

// zshFlag is the specification of a flag for _arguments.
func zshFlag(f completedFlag) string {
	help := strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(f.help)
	spec := "--" + f.name
	if f.takesValue {
		spec += "="
	}
	spec += "[" + help + "]"
	if f.takesValue {
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
