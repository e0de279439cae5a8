/* "paths.il": A || B from one initial state.
 *
 * Count the states, and search for races: all of them, or pair n alone with -DRACES=n.
 *
 *   spin -a -o2 model.pml           && cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -n -m1000000
 *   spin -a -o2 -DRACES=0 model.pml && cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -n -m1000000 -c0
 */

#ifdef RACES
#define RACE(n, meet) assert(!(n && (RACES == 0 || RACES == n) && (meet)));
#define WALK(path) path;
#define AT(n) atB = n;
#define own
byte atB = 1; /* B stands at this place */
#else
#define RACE(n, meet)
#define WALK(path)
#define AT(n)
#define own local
#endif

/* Objects: 1 is o1, 2 is o2, 3 is o3, 0 is nil. */
byte h_f[4] = { 0, 2, 2, 2 };
byte h_g[4] = { 0, 3, 1, 3 };

/* A */
own byte A_arg1 = 1, A_x;

/* B */
own byte B_arg1 = 1, B_y, B_z;

hidden byte p, q; /* to follow paths within one step */

active proctype A() {
S1:	/* 3:3 x := arg1.f.g.f */
	if
	:: d_step {
		WALK(p = h_f[A_arg1]; p = h_g[p])
		WALK(q = h_g[B_arg1])
		RACE(1, atB == 4 && p == q) /* 10:3 */
		   p = h_f[A_arg1]; p = h_g[p]; A_x = h_f[p] } -> goto S2
	fi;
S2:	/* 4:3 arg1.f.g := x */
	if
	:: d_step {
		WALK(p = h_f[A_arg1])
		RACE(2, atB == 1 && p == B_arg1) /* 7:3 */
		WALK(q = h_f[B_arg1])
		RACE(3, atB == 2 && p == q) /* 8:3 */
		WALK(q = h_f[B_arg1]; q = h_f[q])
		RACE(4, atB == 3 && p == q) /* 9:3 */
		   p = h_f[A_arg1]; h_g[p] = A_x } -> goto S3
	fi;
S3:	/* 5:3 arg1.f := arg1 */
	if
	:: d_step {
		WALK(q = h_g[B_arg1])
		RACE(5, atB == 4 && A_arg1 == q) /* 10:3 */
		   h_f[A_arg1] = A_arg1 } -> goto S4
	fi;
S4:
end:	false	/* 6:1 the end */
}

active proctype B() {
S1:	/* 7:3 y := arg1.g */
	if
	:: d_step { B_y = h_g[B_arg1]; AT(2) } -> goto S2
	fi;
S2:	/* 8:3 arg1.f.g := y */
	if
	:: d_step { p = h_f[B_arg1]; h_g[p] = B_y; AT(3) } -> goto S3
	fi;
S3:	/* 9:3 z := arg1.f.f.g */
	if
	:: d_step { p = h_f[B_arg1]; p = h_f[p]; B_z = h_g[p]; AT(4) } -> goto S4
	fi;
S4:	/* 10:3 arg1.g.f := z */
	if
	:: d_step { p = h_g[B_arg1]; h_f[p] = B_z; AT(5) } -> goto S5
	fi;
S5:
end:	false	/* 11:1 the end */
}
