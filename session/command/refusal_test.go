package command

import "testing"

func TestRefusal(t *testing.T) {
	tests := []struct {
		r       Refusal
		refuses bool
		text    string
	}{
		{Refusal{}, false, ""},
		{When(false, "There is none.").Then("d", "looks for one"), false, ""},
		{When(true, "There is none."), true, "There is none."},
		{When(true, "There is none.").Then("d", "looks for one"), true,
			"There is none; d looks for one."},
	}
	for _, tt := range tests {
		if tt.r.Refuses() != tt.refuses || tt.r.String() != tt.text {
			t.Errorf("%+v: Refuses() = %t, String() = %q; want %t, %q", tt.r, tt.r.Refuses(), tt.r,
				tt.refuses, tt.text)
		}
	}
}
