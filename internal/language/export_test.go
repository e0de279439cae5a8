package language

// For the tests outside of the package.
var Apply = apply

// Part is part.
type Part = part
