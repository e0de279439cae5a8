/* "halflock.il": A || B from one initial state.
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

/* Objects: 1 is o1, 2 is o2, 0 is nil. */
byte h_f[3] = { 0, 1, 2 };

/* A */
own byte A_arg1 = 1, A_arg2 = 2;
/* A: set, 1 deep */
own byte A1_set_b, A1_set_v, A1_set_t_1;

/* B */
own byte B_arg1 = 1, B_x;

hidden byte p, q; /* to follow paths within one step */

byte L_A, L_B; /* how often each thread holds the lock */

active proctype A() {
S1:	/* 9:3 push(arg1, arg2) of set(arg1, arg2) */
	if
	:: d_step { A1_set_b = A_arg1; A1_set_v = A_arg2 } -> goto S2
	fi;
S2:	/* 3:3 lock() */
	if
	:: d_step { L_B == 0 -> L_A++ } -> goto S3
	fi;
S3:	/* 4:5 t'1 := v */
	if
	:: d_step { A1_set_t_1 = A1_set_v } -> goto S4
	fi;
S4:	/* 4:5 b.f := t'1 */
	if
	:: d_step {
		RACE(1, atB == 1 && A1_set_b == B_arg1) /* 11:3 */
		RACE(2, atB == 3 && A1_set_b == B_arg1) /* 13:5 */
		   h_f[A1_set_b] = A1_set_t_1 } -> goto S5
	fi;
S5:	/* 5:3 unlock() */
	if
	:: d_step { L_A-- } -> goto S6
	fi;
S6:	/* 9:3 pop() of set(arg1, arg2) */
	if
	:: d_step { A1_set_b = 0; A1_set_v = 0; A1_set_t_1 = 0 } -> goto S7
	fi;
S7:
end:	false	/* 10:1 the end */
}

active proctype B() {
S1:	/* 11:3 x := arg1.f */
	if
	:: d_step { B_x = h_f[B_arg1]; AT(2) } -> goto S2
	fi;
S2:	/* 12:3 lock() */
	if
	:: d_step { L_A == 0 -> L_B++; AT(3) } -> goto S3
	fi;
S3:	/* 13:5 x := arg1.f */
	if
	:: d_step { B_x = h_f[B_arg1]; AT(4) } -> goto S4
	fi;
S4:	/* 14:3 unlock() */
	if
	:: d_step { L_B--; AT(5) } -> goto S5
	fi;
S5:
end:	false	/* 15:1 the end */
}
