package cli

import (
	"strings"
)

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
