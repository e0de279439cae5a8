package gen

import "strconv"

// The names that programs are made of. Formals and locals of a unit never
// share a name, and no name is a keyword or reserved.
var (
	formalNames = names("abcde", maxNames)
	localNames  = names("xyzuvw", maxNames)
	fieldNames  = names("fghijk", 64)
	methodNames = names("mnpqrs", 64)
	argNames    = argN(maxNames)
)

// names makes n names: the letters, then the first letter with a number.
func names(letters string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = name(letters, i)
	}
	return list
}

func name(letters string, i int) string {
	if i < len(letters) {
		return letters[i : i+1]
	}
	return letters[:1] + strconv.Itoa(i)
}

// argN makes arg1 ... argn.
func argN(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = argName(i)
	}
	return list
}

func methodName(i int) string {
	if i < len(methodNames) {
		return methodNames[i]
	}
	return name("m", i)
}

func fieldsFor(n int) []string {
	if n <= len(fieldNames) {
		return fieldNames[:n:n]
	}
	return names("fghijk", n)
}

func argName(i int) string { return "arg" + strconv.Itoa(i+1) }
