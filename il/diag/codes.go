package diag

// Codes of package parse: E0001 to E0029.
const (
	StrayCharacter  Code = "E0001" // a character that begins no token
	NotText         Code = "E0002" // bytes that are no text
	OpenComment     Code = "E0003" // a /* without its */
	OpenBlock       Code = "E0004" // a { without its }
	StrayBrace      Code = "E0005" // a } without its {
	OutsideMethod   Code = "E0006" // something at the top level that is no declaration
	MissingBlock    Code = "E0007" // no { where a block is wanted
	BrokenList      Code = "E0008" // a list of parameters or arguments that is none
	ReservedWord    Code = "E0009" // a word of the language as a name
	EqualsSign      Code = "E0010" // = or another sign for :=
	NoStatement     Code = "E0011" // what is no statement
	Condition       Code = "E0012" // if or while without its *
	NotSeparated    Code = "E0013" // two statements on a line without a ;
	EmptyStatement  Code = "E0014" // a ; that ends nothing
	NoObject        Code = "E0015" // a value that is no object
	CallResult      Code = "E0016" // a call where a value is wanted
	MisusedNew      Code = "E0017" // new with a class or arguments, or in the wrong place
	ReturnStatement Code = "E0018" // return
	MisspeltWord    Code = "E0019" // a word of the language with a slip
	BrokenParallel  Code = "E0020" // C1 || C2 with one block, or three
	BrokenInit      Code = "E0021" // a line of an init block that is none
	TooDeep         Code = "E0022" // blocks nested too deep
	TooLarge        Code = "E0023" // a file too large
	LoneElse        Code = "E0024" // an else without its if
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
	DuplicateMethod   Code = "E0033" // two methods of one name
	DuplicateFormal   Code = "E0034" // two formals of one name
	SecondParallel    Code = "E0035" // more than one C1 || C2
	SecondInit        Code = "E0036" // more than one init block
	UndeclaredFormal  Code = "E0038" // argN in a method that has no such formal
	UnmatchedUnlock   Code = "E0039" // an unlock() without its lock() in the same block
	LockHeldAtEnd     Code = "E0040" // a lock() without its unlock() in the same block
	UseBeforeAssigned Code = "E0041" // a variable that may hold nothing yet
	DuplicateCell     Code = "E0042" // an init block that sets a cell twice
	DuplicateBinding  Code = "E0043" // an init block that binds a variable twice
	UnknownBinding    Code = "E0044" // an init block that binds what is no formal
	NothingToAnalyse  Code = "E0045" // a file without a unit
	SugarRefused      Code = "E0046" // sugar under --strict
	NotNested         Code = "E0047" // an unlock() of a lock that was not the last one taken
	LockLimit         Code = "E0048" // more locks, or deeper ones, than il.Level holds
)
