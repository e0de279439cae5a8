package draw

// Need is what a part of a layout asks for, in rows.
type Need struct {
	Least, Most int
	Dispensable int // of parts that do not fit, those with the greatest number go first; 0 stays
}

// Share divides rows among parts: 0 for those that there is no room for, at least
// what each other one needs as far as there is room, and what is left in turn to
// those that want more. What nobody wants goes to the parts of grow.
func Share(rows int, parts []Need, grow ...int) []int {
	got := make([]int, len(parts))
	sum := 0
	for i, p := range parts {
		got[i] = p.Least
		sum += p.Least
	}
	for sum > rows {
		worst := -1
		for i, p := range parts {
			if got[i] > 0 && p.Dispensable > 0 && (worst < 0 || p.Dispensable > parts[worst].Dispensable) {
				worst = i
			}
		}
		if worst < 0 {
			return got // the canvas cuts off the rest
		}
		sum -= got[worst]
		got[worst] = 0
	}
	for left := rows - sum; left > 0; {
		before := left
		for i, p := range parts {
			if got[i] > 0 && got[i] < p.Most && left > 0 {
				got[i]++
				left--
			}
		}
		if left == before {
			divide(got, left, grow)
			break
		}
	}
	return got
}

// divide gives the rest to the parts that may grow.
func divide(got []int, rest int, grow []int) {
	var there []int
	for _, i := range grow {
		if got[i] > 0 {
			there = append(there, i)
		}
	}
	for k, i := range there {
		n := rest / (len(there) - k)
		got[i] += n
		rest -= n
	}
}
