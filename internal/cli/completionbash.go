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
