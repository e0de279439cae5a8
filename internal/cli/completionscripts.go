package cli

import (
	"fmt"
	"strings"

	"wobbly/internal/slice"
)

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
			if f.hasValue {
				s.line(`    %s:--%s) COMPREPLY=( %s ); return ;;`, bashPattern(c.path), f.name, bashValues(f))
			}
		}
	}
	s.line(`  esac`)
	s.line(`  case $command:$cur in`)
	s.line(`    :-*) COMPREPLY=( $(compgen -W '--help' -- "$cur") ) ;;`)
	s.line(`    :*) %s ;;`, bashReply(commandNames(all)))
	for _, c := range flatten(all) {
		flags := slice.Map(c.flags, func(f completedFlag) string { return "--" + f.name })
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
