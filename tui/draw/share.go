package draw

// Need is how many rows a part of a layout wants.
type Need struct {
	Least, Most int
	// Dispensable says in which order parts are left out if not all fit: the largest number
	// first. Parts with 0 are never left out.
	Dispensable int
}

// Share divides rows among parts, and returns the rows of each. A part that is left out gets 0,
// and each other part at least its Least. Rows that are left go in turn to the parts below their
// Most, and then to the parts in grow.
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
			rest := left
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
			break
		}
	}
	return got
}
