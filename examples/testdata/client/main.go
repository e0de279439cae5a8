// The client prints the races of a file with their schedules.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"wobbly"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	p, err2 := wobbly.Parse(context.Background(), os.Args[1], string(text))
	if err != nil || err2 != nil {
		log.Fatal(err, err2)
	}
	found, err := p.Check(context.Background(), wobbly.Options{})
	for i := 0; err == nil && i < len(found.Races); i++ {
		r := found.Races[i]
		s, _ := r.Schedule()
		fmt.Println(r.ID, r.Left.At, r.Left.Kind, r.Right.At, r.Right.Kind, s)
	}
}
