// Package paths is what analyses have in common that explore a unit along its paths, methods once
// for each state in which they are entered: the flow graphs of a program that can be explored, a
// queue with the shortest path first, how a state was come to, and the path to it.
//
// What a state of such an exploration knows is for the analyses themselves.
package paths
