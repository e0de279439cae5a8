package ask

import "runtime/debug"

// BuildVersion is the version that this binary was built as.
func BuildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// BuildCommit is the commit that this binary was built from, and whether files of it had
// been changed.
func BuildCommit() string {
	commit, changed := "not known", ""
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return commit
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", with changes"
		}
	}
	return commit + changed
}
