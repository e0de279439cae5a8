package gen

import (
	"slices"
	"strconv"
)

// The names that programs are made of. Formals and locals of a unit never
// share a name, and no name is a keyword or reserved.
var (
	formalNames = names("abcde", maxNames)
	localNames  = names("xyzuvw", maxNames)
	fieldNames  = names("fghijk", 64)
	methodNames = names("mnpqrs", 64)
	argNames    = func() (list []string) {
		for i := range maxNames {
			list = append(list, argName(i))
		}
		return list
	}()
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

// freshName is the first name of those letters that is not taken, and takes it.
func freshName(letters string, taken *[]string) string {
	for i := 0; ; i++ {
		if x := name(letters, i); !slices.Contains(*taken, x) {
			*taken = append(*taken, x)
			return x
		}
	}
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
