package language

// Names for the tests outside of the package.
var Apply = apply

type Part = part
