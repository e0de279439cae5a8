package diag

// Codes of package parse: E0001 to E0029.
var syntaxPages = []Page{}
