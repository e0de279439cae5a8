// Package glossary explains the words of races and of the analysis, each in two sentences with a
// small program. The command line, the screens and the page print the same entries.
//
// Tests run every program: it has at most four lines, the exact search finds as many races in it
// as its entry says, and RacerDX reports as many.
package glossary

import (
	"fmt"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/spell"
)

// A Word is an entry of the glossary.
type Word struct {
	Name string `json:"name"`

	// Also lists synonyms and abbreviations, which Find accepts too.
	Also []string `json:"also,omitempty"`
	Text string   `json:"text"` // two sentences

	// Program is a legal program that shows it. Races counts the races that the exact search finds
	// in it, and Reports those that RacerDX reports.
	Program string   `json:"program"`
	Races   int      `json:"races"`
	Reports int      `json:"reports"`
	Lesson  int      `json:"lesson"` // the lesson that introduces it
	See     []string `json:"see"`    // names of related entries
}

// A Group is a part of the glossary, in the order in which a student meets it.
type Group struct {
	Title string
	Words []Word
}

// Groups returns the whole glossary.
func Groups() []Group { return groups }

// Find returns the entry of a word, which may be a synonym, in any case and with hyphens or
// several blanks between its parts. A letter on its own, such as W, is a name of the analysis.
func Find(word string) (Word, bool) {
	word = normalize(word)
	for _, g := range groups {
		for _, w := range g.Words {
			for _, name := range append([]string{w.Name}, w.Also...) {
				if name = normalize(name); name == word || name+"s" == word {
					return w, true
				}
			}
		}
	}
	return Word{}, false
}

// normalize returns a word in lower case, with single blanks between its parts.
func normalize(word string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(word, "-", " ")), " "))
}

// Names returns the names of all entries.
func Names() []string {
	var names []string
	for _, g := range groups {
		names = append(names, slice.Map(g.Words, func(w Word) string { return w.Name })...)
	}
	return names
}

// Near returns the entry or synonym nearest to a misspelt word, or "" if none is near.
func Near(word string) string {
	var all []string
	for _, g := range groups {
		for _, w := range g.Words {
			all = append(append(all, w.Name), w.Also...)
		}
	}
	return spell.Near(normalize(word), all)
}

// Counts returns a sentence about how many races the program of w has and how many RacerDX reports.
func (w Word) Counts() string {
	races := fmt.Sprintf("%d races", w.Races)
	switch w.Races {
	case 0:
		races = "No race"
	case 1:
		races = "1 race"
	}
	switch {
	case w.Reports == 0 && w.Races == 0:
		return races + "."
	case w.Reports == w.Races:
		return races + ", reported by RacerDX."
	case w.Reports == 0:
		return races + ", which RacerDX does not report."
	default:
		return fmt.Sprintf("%s, of which RacerDX reports %d.", races, w.Reports)
	}
}
