package diag

import "strings"

// A Foreign describes a word of another language that beginners write in IL, and its replacement.
// All of these words are legal names in IL, so they are looked up only where there is an error.
type Foreign struct {
	Label string // the label of the diagnostic, which names the counterpart in IL
	Fix   string // the fix of the diagnostic
	Role  Role
	Text  string // replaces the word, or all that precedes its block; may be empty
}

// Role is what a foreign word does in its own language. It decides how the parser continues, and
// which part of the text Foreign.Text replaces.
type Role int

// The roles.
const (
	CommandWord  Role = iota // begins a statement without a block
	BlockWord                // begins a statement with a block; Text replaces everything before it
	ElseIfWord               // continues an if
	TryWord                  // begins or continues the handling of exceptions
	TypeWord                 // precedes the name of a variable, a parameter or a method
	LockTypeWord             // precedes the name of a lock, in its declaration
	ClassWord                // precedes the name of a class; its block holds methods
	FieldsWord               // precedes the name of a type; its block holds no methods
	ImportWord               // begins a line that names other files
	LockWord                 // locks or unlocks, as a call; Text is the statement of IL
	ThreadWord               // starts, awaits or declares a thread
	MakerWord                // makes a new object, as a call
	CloserWord               // closes a block
	OperatorWord             // is an operator
	SelfWord                 // is the receiver of a method
	NullWord                 // is a value that is not an object
)

var foreign = func() map[string]Foreign {
	all := map[string]Foreign{}
	add := func(role Role, text, words, label, fix string) {
		for w := range strings.FieldsSeq(words) {
			all[w] = Foreign{Label: label, Fix: fix, Role: role, Text: text}
		}
	}
	add(BlockWord, "while * ", "for foreach loop repeat forever until",
		"the only loop is while *",
		"write while * { ... }: the loop may run any number of times")
	add(BlockWord, "if * ", "unless when switch match case select default",
		"the only branch is if *",
		"write if * { ... } else { ... }: either branch may run")
	add(BlockWord, "synchronized ", "sync atomic critical transaction with using monitor",
		"the block that holds the lock is synchronized",
		"write synchronized { ... }")
	add(ElseIfWord, "else { if * ", "elif elseif elsif elsf",
		"the only branch is if *",
		"write else { if * { ... } }")
	add(TryWord, "", "try catch except finally",
		"IL has no exceptions",
		"remove it and keep the statements that always run")
	add(CommandWord, "", "throw raise throws",
		"IL has no exceptions",
		"remove it")
	add(CommandWord, "", "break continue",
		"while * may end before each iteration",
		"remove it")
	add(CommandWord, "skip", "pass nop noop",
		"the statement that does nothing is skip",
		"write skip")
	add(CommandWord, "", "print println printf echo puts cout",
		"IL prints nothing: wobbly shows the state after each step",
		"remove it")
	add(CommandWord, "", "assert assume require",
		"IL checks nothing while it runs",
		"remove it")
	add(CommandWord, "", "delete free del dispose",
		"objects are never deleted",
		"remove it")
	add(CommandWord, "", "goto yield exit",
		"IL has no jumps",
		"use if * { ... } or while * { ... }")
	add(ThreadWord, "", "defer",
		"statements run in order",
		"write it at the end of the block")
	add(CommandWord, "", "wait notify notifyAll signal broadcast sleep",
		"IL has no condition variables and no time",
		"remove it")
	add(ThreadWord, "",
		"go spawn start fork run async await join thread parallel cobegin coend submit "+
			"pthread_create pthread_join",
		"no statement starts a thread",
		"write { ... } || { ... } at the top level, or one method for each thread")
	add(TypeWord, "", "int long short byte char float double bool boolean string String "+
		"Object Integer List void var let const auto final val mut static "+
		"public protected global nonlocal",
		"variables have no types and are not declared",
		"remove it")
	add(TypeWord, "", "volatile AtomicInteger AtomicReference",
		"every access to a field is an ordinary one",
		"remove it, or put the access into synchronized { ... }")
	add(LockTypeWord, "", "mutex Mutex Lock ReentrantLock semaphore Semaphore pthread_mutex_t",
		"locks are not declared",
		"remove it, and write lock(m) and unlock(m)")
	add(ThreadWord, "", "lock_guard scoped_lock unique_lock",
		"the block that holds a lock is synchronized",
		"put the statements after it into synchronized { ... }")
	add(TypeWord, "", "fn def func function fun proc sub method procedure",
		"a method begins with its name",
		"remove it")
	add(ClassWord, "", "class interface trait object impl module namespace record extension",
		"a file is a class already",
		"remove it, and keep its methods")
	add(FieldsWord, "", "struct enum type union typedef",
		"fields are not declared: assigning one makes it",
		"remove it")
	add(ImportWord, "", "import package from include require use",
		"a program is a single file",
		"remove it")
	add(LockWord, "lock()", "lock tryLock acquire take enter RLock rlock mutex_lock "+
		"pthread_mutex_lock",
		"lock() acquires the lock",
		"write lock()")
	add(LockWord, "unlock()",
		"unlock release leave RUnlock runlock mutex_unlock pthread_mutex_unlock",
		"unlock() releases the lock",
		"write unlock()")
	add(MakerWord, "new()", "New make malloc calloc alloc create object dict list",
		"a new object is new()",
		"write new()")
	add(CloserWord, "", "end fi od done endif endwhile endfor begin",
		"blocks are written in braces",
		`write "{" and "}"`)
	add(OperatorWord, "", "and or not is in as instanceof xor mod div",
		"nothing is computed from values",
		"")
	add(SelfWord, "", "this self super",
		"a method has no receiver",
		"")
	add(NullWord, "new()", "null nil None NULL nullptr undefined Null Nil Nothing true false True "+
		"False TRUE FALSE",
		"every value is an object",
		"write new()")
	return all
}()

// ForeignWord looks up a word of another language.
func ForeignWord(word string) (f Foreign, ok bool) {
	f, ok = foreign[word]
	return f, ok
}

// ForeignCall looks up the name of a procedure of another language, in any case of its letters.
func ForeignCall(name string) (f Foreign, ok bool) {
	f, ok = foreign[name]
	if !ok || f.Role == TypeWord || f.Role == LockTypeWord {
		f, ok = foreign[strings.ToLower(name)]
	}
	return f, ok && (f.Role == CommandWord || f.Role == LockWord || f.Role == ThreadWord)
}
