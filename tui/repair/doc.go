// Package repair asks for repairs of a program and shows what is proposed. The
// repairs themselves come from outside (session/advice).
package repair
