package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCmd is `wobbly completion`.
type completionCmd struct {
	Shell string `arg:"" name:"SHELL" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run implements the command.
func (c *completionCmd) Run(a *app, k *kong.Kong) error {
	write := map[string]func(io.Writer, []completed) error{"bash": bashScript, "zsh": zshScript, "fish": fishScript}
	return write[c.Shell](a.out, completions(k.Model))
}

// completed is what can be completed of one command.
type completed struct {
	name, help string
	flags      []completedFlag
	values     []string // of its argument; none for files
	files      bool
}

// completedFlag is a flag; one that takes a value may list them.
type completedFlag struct {
	name, short, help string
	takesValue        bool
	values            []string
}

// completions reads the model of the command line. The flags of every command
// are added to each.
func completions(app *kong.Application) []completed {
	var all []completed
	for _, n := range app.Children {
		c := completed{name: n.Name, help: n.Help}
		for _, f := range append(append([]*kong.Flag{}, n.Flags...), app.Flags...) {
			c.flags = append(c.flags, completeFlag(f))
		}
		for _, p := range n.Positional {
			switch {
			case p.Enum != "":
				c.values = p.EnumSlice()
			case n.Name == "help":
				for _, other := range app.Children {
					c.values = append(c.values, other.Name)
				}
			default:
				c.files = true
			}
		}
		all = append(all, c)
	}
	return all
}

func completeFlag(f *kong.Flag) completedFlag {
	c := completedFlag{name: f.Name, help: f.Help, takesValue: !f.IsBool()}
	if f.Short != 0 {
		c.short = string(f.Short)
	}
	if f.Enum != "" {
		c.values = f.EnumSlice()
	}
	return c
}

func commandNames(all []completed) string {
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.name
	}
	return strings.Join(names, " ")
}

// script collects lines.
type script struct{ strings.Builder }

func (s *script) line(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

func (s *script) to(w io.Writer) error {
	_, err := io.WriteString(w, s.String())
	return err
}

// bashScript prints a completion function for bash 4 or later.
func bashScript(w io.Writer, all []completed) error {
	s := &script{}
	s.line("# bash completion for wobbly")
	s.line("_wobbly_files() {")
	s.line(`  local IFS=$'\n'`)
	s.line(`  COMPREPLY=( $(compgen -d -S / -- "$1") $(compgen -f -X '!*.@(il|json)' -- "$1") )`)
	s.line(`  compopt -o nospace -o filenames 2>/dev/null`)
	s.line("}")
	s.line("_wobbly() {")
	s.line(`  local cur=${COMP_WORDS[COMP_CWORD]} prev= command= word i`)
	s.line(`  [ "$COMP_CWORD" -gt 0 ] && prev=${COMP_WORDS[COMP_CWORD-1]}`)
	s.line(`  [ "$prev" = "=" ] && prev=${COMP_WORDS[COMP_CWORD-2]}`)
	s.line(`  [ "$cur" = "=" ] && prev=${COMP_WORDS[COMP_CWORD-1]} cur=`)
	s.line(`  for ((i = 1; i < COMP_CWORD; i++)); do`)
	s.line(`    case ${COMP_WORDS[i]} in`)
	s.line(`      %s) command=${COMP_WORDS[i]}; break ;;`, strings.ReplaceAll(commandNames(all), " ", "|"))
	s.line(`    esac`)
	s.line(`  done`)
	s.line(`  shopt -s extglob`)
	s.line(`  case $command:$prev in`)
	for _, c := range all {
		for _, f := range c.flags {
			if f.takesValue {
				s.line(`    %s:--%s) COMPREPLY=( $(compgen -W %s -- "$cur") ); return ;;`, c.name, f.name, shQuote(strings.Join(f.values, " ")))
			}
		}
	}
	s.line(`  esac`)
	s.line(`  case $command:$cur in`)
	s.line(`    :-*) COMPREPLY=( $(compgen -W '--help' -- "$cur") ) ;;`)
	s.line(`    :*) COMPREPLY=( $(compgen -W %s -- "$cur") ) ;;`, shQuote(commandNames(all)))
	for _, c := range all {
		var flags []string
		for _, f := range c.flags {
			flags = append(flags, "--"+f.name)
		}
		s.line(`    %s:-*) COMPREPLY=( $(compgen -W %s -- "$cur") ) ;;`, c.name, shQuote(strings.Join(flags, " ")))
		switch {
		case c.files:
			s.line(`    %s:*) _wobbly_files "$cur" ;;`, c.name)
		default:
			s.line(`    %s:*) COMPREPLY=( $(compgen -W %s -- "$cur") ) ;;`, c.name, shQuote(strings.Join(c.values, " ")))
		}
	}
	s.line(`  esac`)
	s.line("}")
	s.line("complete -F _wobbly wobbly")
	return s.to(w)
}

func shQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// fishScript prints completions for fish.
func fishScript(w io.Writer, all []completed) error {
	s := &script{}
	s.line("# fish completion for wobbly")
	s.line("complete -c wobbly -f")
	for _, c := range all {
		s.line("complete -c wobbly -n __fish_use_subcommand -a %s -d %s", c.name, fishQuote(c.help))
	}
	for _, c := range all {
		seen := fmt.Sprintf("-n '__fish_seen_subcommand_from %s'", c.name)
		for _, f := range c.flags {
			line := fmt.Sprintf("complete -c wobbly %s -l %s -d %s", seen, f.name, fishQuote(f.help))
			if f.short != "" {
				line += " -s " + f.short
			}
			if f.takesValue {
				line += " -x"
			}
			if len(f.values) > 0 {
				line += " -a " + fishQuote(strings.Join(f.values, " "))
			}
			s.line("%s", line)
		}
		if c.files {
			s.line("complete -c wobbly %s -k -a '(__fish_complete_suffix .il)'", seen)
		}
		if len(c.values) > 0 {
			s.line("complete -c wobbly %s -a %s", seen, fishQuote(strings.Join(c.values, " ")))
		}
	}
	return s.to(w)
}

func fishQuote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}

// zshScript prints a completion function for zsh.
func zshScript(w io.Writer, all []completed) error {
	s := &script{}
	s.line("#compdef wobbly")
	s.line("_wobbly() {")
	s.line("  local -a commands")
	s.line("  commands=(")
	for _, c := range all {
		s.line("    %s", shQuote(c.name+":"+c.help))
	}
	s.line("  )")
	s.line("  if (( CURRENT == 2 )); then")
	s.line("    _describe command commands")
	s.line("    return")
	s.line("  fi")
	s.line("  local command=$words[2]")
	s.line("  shift words")
	s.line("  (( CURRENT-- ))")
	s.line("  case $command in")
	for _, c := range all {
		s.line("    %s)", c.name)
		s.line(`      _arguments \`)
		for _, f := range c.flags {
			s.line(`        %s \`, zshFlag(f))
		}
		switch {
		case c.files:
			s.line(`        '*:file:_files -g "*.(il|json)"' ;;`)
		default:
			s.line(`        %s ;;`, shQuote("1:value:("+strings.Join(c.values, " ")+")"))
		}
	}
	s.line("  esac")
	s.line("}")
	s.line(`if [ "$funcstack[1]" = "_wobbly" ]; then _wobbly "$@"; else compdef _wobbly wobbly; fi`)
	return s.to(w)
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
		if len(f.values) > 0 {
			spec += "(" + strings.Join(f.values, " ") + ")"
		}
	}
	return shQuote(spec)
}
