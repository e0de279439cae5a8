package cli

import (
	"fmt"
	"strings"
)

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
