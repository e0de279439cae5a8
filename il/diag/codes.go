package diag

// Codes of package parse: E0001 to E0029.
const (
	StrayCharacter  Code = "E0001" // a character that cannot begin a token
	NotText         Code = "E0002" // bytes that are not text
	OpenComment     Code = "E0003" // a /* without a matching */
	OpenBlock       Code = "E0004" // a { without a matching }
	StrayBrace      Code = "E0005" // a } without a matching {
	OutsideMethod   Code = "E0006" // something other than a declaration at the top level
	MissingBlock    Code = "E0007" // no { where a block must begin
	BrokenList      Code = "E0008" // a malformed list of parameters or arguments
	ReservedWord    Code = "E0009" // a keyword used as a name
	EqualsSign      Code = "E0010" // = or another sign for :=
	NoStatement     Code = "E0011" // something that is not a statement
	Condition       Code = "E0012" // if or while without its *
	NotSeparated    Code = "E0013" // two statements on a line without a ;
	EmptyStatement  Code = "E0014" // a ; without a statement before it
	NoObject        Code = "E0015" // a value that is not an object
	CallResult      Code = "E0016" // a call used as a value
	MisusedNew      Code = "E0017" // new with a class or arguments, or in the wrong place
	ReturnStatement Code = "E0018" // return
	MisspeltWord    Code = "E0019" // a misspelt keyword
	BrokenParallel  Code = "E0020" // C1 || C2 with one block, or three
	BrokenInit      Code = "E0021" // a malformed line of an init block
	TooDeep         Code = "E0022" // blocks nested too deeply
	TooLarge        Code = "E0023" // a file that is too large
	LoneElse        Code = "E0024" // an else without an if
	IncompletePath  Code = "E0025" // a dot without a field
	LockArguments   Code = "E0026" // lock, unlock or skip with the wrong parentheses
	BrokenHead      Code = "E0027" // a method whose head is not name(parameters)
	Receiver        Code = "E0028" // a call with a receiver
)

// Codes of package check: E0030 to E0069.
const (
	UnknownMethod     Code = "E0030" // a call of a method that is not declared
	WrongArity        Code = "E0031" // a call with too few or too many arguments
	Recursion         Code = "E0032" // a cycle of calls
	DuplicateMethod   Code = "E0033" // two methods with the same name
	DuplicateFormal   Code = "E0034" // two parameters with the same name
	SecondParallel    Code = "E0035" // more than one C1 || C2
	SecondInit        Code = "E0036" // more than one init block
	UndeclaredFormal  Code = "E0038" // argN in a method that has fewer parameters
	UnmatchedUnlock   Code = "E0039" // an unlock() without a lock() in the same block
	LockHeldAtEnd     Code = "E0040" // a lock() without an unlock() in the same block
	UseBeforeAssigned Code = "E0041" // a variable that may not have a value yet
	DuplicateCell     Code = "E0042" // an init block that sets a cell twice
	DuplicateBinding  Code = "E0043" // an init block that binds a variable twice
	UnknownBinding    Code = "E0044" // an init block that binds something other than a parameter
	NothingToAnalyse  Code = "E0045" // a file without a unit
	SugarRefused      Code = "E0046" // sugar under --strict
	NotNested         Code = "E0047" // an unlock() of a lock that was not the last one taken
	LockLimit         Code = "E0048" // more locks, or deeper ones, than il.Level holds
)

// Codes of warnings, of package check: the program is legal.
const (
	LockNotObject Code = "W0001" // a lock with the name of a variable
)
