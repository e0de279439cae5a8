package gen

import "testing"

func BenchmarkProgram(b *testing.B) {
	r, o := Rand(1), Default()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n += len(Program(r, o).Source.Text)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "programs/s")
	b.ReportMetric(float64(n)/float64(b.N), "bytes/program")
}
func TestX(t *testing.T) {
	for i := range 4 {
		t.Log(Text(uint64(i), Default()))
	}
}
