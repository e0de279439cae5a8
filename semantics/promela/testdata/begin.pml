/* "begin.il": A || B from one initial state.
 *
 * Count the states, and search for races: all of them, or pair n alone with -DRACES=n.
 *
 *   spin -a -o2 model.pml           && cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -n -m1000000
 *   spin -a -o2 -DRACES=0 model.pml && cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -n -m1000000 -c0
 *
 * One of the states that Spin stores is the one before the first choices.
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

/* Objects: 1 is o1, 2 is o2, 0 is nil. */
byte h_f[3] = { 0, 2, 2 };

/* A */
own byte A_arg1 = 1, A_arg2 = 2, A_x;

/* B */
own byte B_arg1 = 1, B_y;

hidden byte p, q; /* to follow paths within one step */

chan start = [0] of { short }; /* both first choices in one step */

active proctype A() {
	if
	:: start!1 -> goto S1
	:: start!2 -> goto S1
	:: start!3 -> goto S1
	:: start!1 -> goto S2
	:: start!2 -> goto S2
	:: start!3 -> goto S2
	:: start!1 -> goto S3
	:: start!2 -> goto S3
	:: start!3 -> goto S3
	fi;
S1:	/* 4:5 arg1.f := arg2 */
	if
	:: d_step {
		RACE(1, atB == 1 && A_arg1 == B_arg1) /* 13:7 */
		RACE(2, atB == 2 && A_arg1 == B_arg1) /* 15:7 */
		   h_f[A_arg1] = A_arg2 } -> goto S3
	fi;
S2:	/* 7:7 x := arg1.f */
	if
	:: d_step {
		RACE(3, atB == 2 && A_arg1 == B_arg1) /* 15:7 */
		   A_x = h_f[A_arg1] } -> goto S2
	:: d_step { A_x = h_f[A_arg1] } -> goto S3
	fi;
S3:
end:	false	/* 10:1 the end */
}

active proctype B() {
	if
	:: d_step { start?1 -> AT(1) } -> goto S1
	:: d_step { start?2 -> AT(2) } -> goto S2
	:: d_step { start?3 -> AT(3) } -> goto S3
	fi;
S1:	/* 13:7 y := arg1.f */
	if
	:: d_step { B_y = h_f[B_arg1]; AT(1) } -> goto S1
	:: d_step { B_y = h_f[B_arg1]; AT(2) } -> goto S2
	:: d_step { B_y = h_f[B_arg1]; AT(3) } -> goto S3
	fi;
S2:	/* 15:7 arg1.f := arg1 */
	if
	:: d_step { h_f[B_arg1] = B_arg1; AT(1) } -> goto S1
	:: d_step { h_f[B_arg1] = B_arg1; AT(2) } -> goto S2
	:: d_step { h_f[B_arg1] = B_arg1; AT(3) } -> goto S3
	fi;
S3:
end:	false	/* 18:1 the end */
}
