/* "list.il": A || B from one initial state.
 *
 * Count the states, and search for races: all of them, or pair n alone with -DRACES=n.
 *
 *   spin -a -o2 model.pml           && cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -n -m1000000
 *   spin -a -o2 -DRACES=0 model.pml && cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -n -m1000000 -c0
 *
 * Not the whole program: threads stop before they allocate too much.
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

/* Objects: 1 is o1, from 2 on allocated by A, from 4 on allocated by B, 0 is nil. */
byte h_next[6] = { 0, 1, 0, 0, 0, 0 };

/* A */
own byte A_arg1 = 1;
/* A: grow, 1 deep */
own byte A1_grow_b, A1_grow_n, A1_grow_o;
own byte n_A; /* objects allocated by A */

/* B */
own byte B_arg1 = 1, B_x;
/* B: grow, 1 deep */
own byte B1_grow_b, B1_grow_n, B1_grow_o;
own byte n_B; /* objects allocated by B */

hidden byte p, q; /* to follow paths within one step */

byte L_A, L_B; /* how often each thread holds the lock */

chan start = [0] of { short }; /* both first choices in one step */

active proctype A() {
	if
	:: start!1 -> goto S1
	:: start!1 -> goto S9
	fi;
S1:	/* 13:5 push(arg1) of grow(arg1) */
	if
	:: d_step { A1_grow_b = A_arg1 } -> goto S2
	fi;
S2: end2:	/* 3:3 lock() */
	if
	:: d_step { L_B == 0 -> L_A++ } -> goto S3
	fi;
S3: end3:	/* 4:3 n := new() */
	if
	:: d_step { n_A < 2 -> n_A++; A1_grow_n = 1 + n_A; h_next[A1_grow_n] = A1_grow_n } -> goto S4
	fi;
S4:	/* 5:3 o := b.next */
	if
	:: d_step {
		RACE(1, atB == 6 && A1_grow_b == B1_grow_n) /* 6:3 */
		RACE(2, atB == 7 && A1_grow_b == B1_grow_b) /* 7:3 */
		RACE(3, atB == 10 && A1_grow_b == B_x) /* 20:3 */
		   A1_grow_o = h_next[A1_grow_b] } -> goto S5
	fi;
S5:	/* 6:3 n.next := o */
	if
	:: d_step {
		RACE(4, atB == 5 && A1_grow_n == B1_grow_b) /* 5:3 */
		RACE(5, atB == 6 && A1_grow_n == B1_grow_n) /* 6:3 */
		RACE(6, atB == 7 && A1_grow_n == B1_grow_b) /* 7:3 */
		RACE(7, atB == 1 && A1_grow_n == B_arg1) /* 16:3 */
		RACE(8, atB == 10 && A1_grow_n == B_x) /* 20:3 */
		   h_next[A1_grow_n] = A1_grow_o } -> goto S6
	fi;
S6:	/* 7:3 b.next := n */
	if
	:: d_step {
		RACE(9, atB == 5 && A1_grow_b == B1_grow_b) /* 5:3 */
		RACE(10, atB == 6 && A1_grow_b == B1_grow_n) /* 6:3 */
		RACE(11, atB == 7 && A1_grow_b == B1_grow_b) /* 7:3 */
		RACE(12, atB == 1 && A1_grow_b == B_arg1) /* 16:3 */
		RACE(13, atB == 10 && A1_grow_b == B_x) /* 20:3 */
		   h_next[A1_grow_b] = A1_grow_n } -> goto S7
	fi;
S7:	/* 8:3 unlock() */
	if
	:: d_step { L_A-- } -> goto S8
	fi;
S8:	/* 13:5 pop() of grow(arg1) */
	if
	:: d_step { A1_grow_b = 0; A1_grow_n = 0; A1_grow_o = 0 } -> goto S1
	:: d_step { A1_grow_b = 0; A1_grow_n = 0; A1_grow_o = 0 } -> goto S9
	fi;
S9:
end:	false	/* 15:1 the end */
}

active proctype B() {
	if
	:: d_step { start?1 -> AT(1) } -> goto S1
	fi;
S1:	/* 16:3 x := arg1.next */
	if
	:: d_step { B_x = h_next[B_arg1]; AT(2) } -> goto S2
	:: d_step { B_x = h_next[B_arg1]; AT(10) } -> goto S10
	fi;
S2:	/* 18:5 push(arg1) of grow(arg1) */
	if
	:: d_step { B1_grow_b = B_arg1; AT(3) } -> goto S3
	fi;
S3: end3:	/* 3:3 lock() */
	if
	:: d_step { L_A == 0 -> L_B++; AT(4) } -> goto S4
	fi;
S4: end4:	/* 4:3 n := new() */
	if
	:: d_step { n_B < 2 -> n_B++; B1_grow_n = 3 + n_B; h_next[B1_grow_n] = B1_grow_n; AT(5) } -> goto S5
	fi;
S5:	/* 5:3 o := b.next */
	if
	:: d_step { B1_grow_o = h_next[B1_grow_b]; AT(6) } -> goto S6
	fi;
S6:	/* 6:3 n.next := o */
	if
	:: d_step { h_next[B1_grow_n] = B1_grow_o; AT(7) } -> goto S7
	fi;
S7:	/* 7:3 b.next := n */
	if
	:: d_step { h_next[B1_grow_b] = B1_grow_n; AT(8) } -> goto S8
	fi;
S8:	/* 8:3 unlock() */
	if
	:: d_step { L_B--; AT(9) } -> goto S9
	fi;
S9:	/* 18:5 pop() of grow(arg1) */
	if
	:: d_step { B1_grow_b = 0; B1_grow_n = 0; B1_grow_o = 0; AT(2) } -> goto S2
	:: d_step { B1_grow_b = 0; B1_grow_n = 0; B1_grow_o = 0; AT(10) } -> goto S10
	fi;
S10:	/* 20:3 x.next := x */
	if
	:: d_step { h_next[B_x] = B_x; AT(11) } -> goto S11
	fi;
S11:
end:	false	/* 21:1 the end */
}
