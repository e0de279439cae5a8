(** * Theorem 1 with several locks (Theorem 1L)

    The theorems of Theorem1.v with compatible histories in place of L1 = 0 or L2 = 0: [theorem1L], [theorem2L],
    [theorem2mL].  The general lemma of Intact.v gives equal addresses after every interleaving, whatever the locks, and
    Lemma S gives an interleaving.

    With the unnamed lock alone, compatible is L1 = 0 or L2 = 0 ([one_lock_compatible]), a legal program is nested
    ([one_lock_nested]), and an interleaving that respects the locks is one of Figure 6 ([one_lock_interleaving]): so
    Theorem 1 is an instance ([theorem1_instance]).

    Without histories this fails: [disjoint_no_race] has two accesses under different locks that no interleaving
    reaches together. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces Completeness WellBehaved Intact SpecialState
  Theorem1 Counterexamples Locks.

Section Named.
Variable lock_at : site -> lock.
Variable P : program.
Hypothesis LEGAL : legal P.
Hypothesis NESTED : nested_program lock_at P.
Notation history_after := (history_from lock_at []).

(** ** Races with several locks (Definition 3.6) *)
Definition lock_races_from (K0 : lconfig) (p1 p2 : site) : Prop :=
  exists t1 c1 t2 c2 K,
    comes_before P (blocks P @ one) t1 p1 c1 /\ comes_before P (blocks P @ two) t2 p2 c2 /\
    lock_interleaving lock_at K0 (t1, t2) K /\ clash (plain K) c1 c2.
Definition lock_races (p1 p2 : site) : Prop := exists K0, lock_initial (formals P) K0 /\ lock_races_from K0 p1 p2.

Lemma any_order_plain : forall K0 taus K, any_order K0 taus K -> forall Ls, any_order (Config (stacks K0) (cheap K0) Ls) taus
  (Config (stacks K) (cheap K) Ls).
Proof.
  intros K0 taus K I Ls. induction I as [|taus K t p c S h L L' Ls' I IH X]; [constructor|].
  exact (any_step _ _ _ _ _ _ _ _ _ _ Ls IH X).
Qed.
Lemma next_address_plain : forall K K' t c, stacks K = stacks K' -> cheap K = cheap K' -> next_address K t c = next_address K' t c.
Proof. intros K K' t c ES EH. unfold next_address. rewrite ES, EH. auto. Qed.

(** The general lemma with several locks. *)
Section Backbones.
Variable v : thread -> var.
Variable q : thread -> list field.
Variable b : thread -> nat -> loc.
Variable z : loc.
Hypothesis B_end : forall t, b t (length (q t)) = z.
Variable held : thread -> nat.
Hypothesis HELD : forall t, length (q t) <= held t <= S (length (q t)).
Hypothesis B_agree : forall t u i j, i < held t -> j < held u -> b t i = b u j ->
  i = j /\ q t = q u /\ held t = held u /\ forall k, b t k = b u k.
Notation invariant := (invariant v q b held).
Notation stands := (stands v q held P).

Theorem intact_race_locks : forall K0 t1 t2 p1 p2 c1 c2 r f,
  initial (formals P) K0 -> cheap K0 z <> None -> invariant K0 ([], []) ->
  stands one t1 p1 c1 r f -> stands two t2 p2 c2 r f ->
  (writes c1 || writes c2) = true -> compatible (history_after t1) (history_after t2) ->
  lock_races_from (unlocked K0) p1 p2.
Proof.
  intros K0 t1 t2 p1 p2 c1 c2 r f INI NZ I0 ST1 ST2 WR C.
  pose proof ST1 as (CB1 & _). pose proof ST2 as (CB2 & _).
  destruct (proj2 (lemma_S lock_at P LEGAL NESTED _ _ _ _ _ _ _ (unlocked_initial _ _ INI) CB1 CB2) C) as (K & I).
  destruct (lock_any_order _ _ _ _ I) as (Ks & AO & ES & EH).
  apply any_order_plain with (Ls := levels K0) in AO. simpl in AO.
  destruct K0 as [S0 h0 L0]. simpl in *.
  destruct (intact_any_order v q b z B_end held HELD B_agree P _ _ _ _ _ _ _ _ _ _ _ INI NZ I0 ST1 ST2 AO) as (l & _ & A1 & A2).
  exists t1, c1, t2, c2, K. split; auto. split; auto. split; auto. split; auto.
  rewrite <- (next_address_plain (Config (stacks Ks) (cheap Ks) L0)), A1 by auto.
  rewrite <- (next_address_plain (Config (stacks Ks) (cheap Ks) L0)), A2 by auto. split; [auto | discriminate].
Qed.
End Backbones.

(** A history is as long as the level. *)
Lemma history_level : forall t, length (history_after t) = level_after 0 t.
Proof.
  induction t as [|[p c] t IH] using rev_ind; [auto|]. rewrite history_snoc, level_after_app, <- IH. cbn [level_after].
  destruct c as [[]| |]; simpl; auto.
  - destruct (holds_lock (history_after t) (lock_at p)); rewrite ?map_length; auto.
  - destruct (history_after t); auto.
Qed.

(** ** Elements with histories *)
(** Some trace of thread t makes the access x and comes there with history H. *)
Definition recorded (t : thread) (x : access) (H : history) : Prop :=
  exists tau pi, comes_before P (blocks P @ t) tau (asite x) (acmd x) /\ accessed_path (acmd x) = Some pi /\
    subst (thetas_after [] tau) (path_expr pi) = Some (apath x) /\ alevel x = level_after 0 tau /\ H = history_after tau.
(** Each access of A has a history. *)
Lemma has_history : forall wb t x, In x (dA (analyse wb P (blocks P @ t) bottom)) -> exists H, recorded t x H.
Proof.
  intros wb t x I.
  destruct (access_on_trace wb P (legal_level P LEGAL) (legal_calls P LEGAL) _ (legal_block P LEGAL t) _ I)
    as (tau & pi & CB & EP & ES & EL). exists (history_after tau), tau, pi. auto.
Qed.
Lemma recorded_makes : forall t x H v q r f, recorded t x H -> apath x = (v, q ++ r ++ [f]) -> length r < own_fields x ->
  exists tau, makes P r f t tau (asite x) (acmd x) v q /\ H = history_after tau.
Proof.
  intros t x H v q r f (tau & pi & CB & EP & ES & _ & EH) E L. exists tau. split; auto. split; auto. exists pi.
  unfold own_fields in L. rewrite EP in L. rewrite E in ES. auto.
Qed.
Lemma recorded_bounds : forall t x H, recorded t x H -> 0 < own_fields x /\ own_fields x <= length (snd (apath x)).
Proof.
  intros t x H (tau & pi & CB & EP & ES & _). unfold own_fields. rewrite EP. split; [unfold path_len; lia|].
  destruct (subst_root _ _ _ _ ES) as (v & gs & _ & ->). simpl. unfold path_len. rewrite !app_length. simpl. lia.
Qed.

(** The condition on two elements: one of them writes, and the histories are compatible. *)
Definition lock_conflict (x1 x2 : access) (H1 H2 : history) : Prop :=
  (writes (acmd x1) || writes (acmd x2)) = true /\ compatible H1 H2.

Section Theorems.
Variable wb : bool.
Variables x1 x2 : access.
Variables H1 H2 : history.
Hypothesis RECORDED1 : recorded one x1 H1.
Hypothesis RECORDED2 : recorded two x2 H2.
Hypothesis CONFLICT : lock_conflict x1 x2 H1 H2.

Theorem theorem2mL : forall v1 v2 q1 q2 r f,
  apath x1 = (v1, q1 ++ r ++ [f]) -> apath x2 = (v2, q2 ++ r ++ [f]) ->
  length r < own_fields x1 -> length r < own_fields x2 ->
  intact_name wb P (blocks P @ one) (v1, q1) -> intact_name wb P (blocks P @ two) (v2, q2) ->
  lock_races_from (unlocked (two_backbones q1 q2 v1 v2)) (asite x1) (asite x2).
Proof.
  intros v1 v2 q1 q2 r f E1 E2 O1 O2 N1 N2. destruct CONFLICT as [WR C].
  destruct (recorded_makes _ _ _ _ _ _ _ RECORDED1 E1 O1) as (t1 & M1 & ->).
  destruct (recorded_makes _ _ _ _ _ _ _ RECORDED2 E2 O2) as (t2 & M2 & ->).
  eapply (intact_race_locks (fun t => (v1, v2) @ t) (name q1 q2) (bone q1 q2) 0 (bone_end q1 q2) (bone_held q1 q2) (bone_held_ok q1 q2) (bone_agree q1 q2));
    eauto using two_backbones_initial, two_invariant.
  - simpl. rewrite heap_of_in; [congruence | lia].
  - eapply makes_stands; eauto.
  - eapply makes_stands; eauto.
Qed.

Theorem theorem2L : forall v1 v2 fs c, apath x1 = (v1, fs) -> apath x2 = (v2, fs) ->
  c < length fs -> length fs - own_fields x1 <= c -> length fs - own_fields x2 <= c ->
  intact_name wb P (blocks P @ one) (v1, firstn c fs) -> intact_name wb P (blocks P @ two) (v2, firstn c fs) ->
  lock_races_from (unlocked (special_state fs v1 v2)) (asite x1) (asite x2).
Proof.
  intros v1 v2 fs c E1 E2 C O1 O2 N1 N2. destruct CONFLICT as [WR CO].
  destruct (cut_path c fs C) as (r & f & EF & LR). rewrite EF in E1, E2.
  assert (B1 : length r < own_fields x1) by lia. assert (B2 : length r < own_fields x2) by lia.
  destruct (recorded_makes _ _ _ _ _ _ _ RECORDED1 E1 B1) as (t1 & M1 & ->).
  destruct (recorded_makes _ _ _ _ _ _ _ RECORDED2 E2 B2) as (t2 & M2 & ->).
  eapply (intact_race_locks (fun t => (v1, v2) @ t) (first_fields fs c) chain c (chain_end fs c C) (chain_held fs c) (chain_held_ok fs c C) (chain_agree fs c));
    eauto using special_state_initial, special_invariant, c_exists.
  - apply (makes_stands wb P LEGAL r f (fun t => (v1, v2) @ t) (first_fields fs c) one t1); [exact N1 | exact M1].
  - apply (makes_stands wb P LEGAL r f (fun t => (v1, v2) @ t) (first_fields fs c) two t2); [exact N2 | exact M2].
Qed.

(** Theorem 1L. *)
Theorem theorem1L : forall v1 v2 fs, apath x1 = (v1, fs) -> apath x2 = (v2, fs) ->
  stable wb P (blocks P @ one) (v1, fs) -> stable wb P (blocks P @ two) (v2, fs) ->
  lock_races_from (unlocked (special_state fs v1 v2)) (asite x1) (asite x2).
Proof.
  intros v1 v2 fs E1 E2 S1 S2.
  destruct (recorded_bounds _ _ _ RECORDED1) as [A1 B1]. destruct (recorded_bounds _ _ _ RECORDED2) as [A2 B2].
  rewrite E1 in B1. rewrite E2 in B2. simpl in B1, B2.
  apply (theorem2L v1 v2 fs (length fs - 1)); auto; try lia; apply stable_prefix_intact; auto; lia.
Qed.
End Theorems.
End Named.

(** ** The unnamed lock alone *)
Section Unnamed.
Definition unnamed (p : site) : lock := 0.
Notation history_after := (history_from unnamed []).

(** No lock is ever newly taken while one is held. *)
Definition only_unnamed (H : history) : Prop := forall l s, In (l, s) H -> l = 0 /\ s = [].
Lemma only_after : forall t, only_unnamed (history_after t).
Proof.
  induction t as [|[p c] t IH] using rev_ind; [intros l s []|]. rewrite history_snoc.
  destruct c as [[]| |]; simpl; auto.
  - intros l s [E|I]; [inversion E; auto|]. destruct (history_after t) as [|[l' s'] H]; [destruct I|].
    destruct (IH l' s') as [-> ->]; [left; auto|]. apply IH. auto.
  - intros l s I. apply IH. destruct (history_after t); [destruct I | right; auto].
Qed.
Theorem one_lock_compatible : forall t1 t2, compatible (history_after t1) (history_after t2) <->
  history_after t1 = [] \/ history_after t2 = [].
Proof.
  intros t1 t2. pose proof (only_after t1) as O1. pose proof (only_after t2) as O2. split.
  - intros [D _]. destruct (history_after t1) as [|[l1 s1] H1]; auto. destruct (history_after t2) as [|[l2 s2] H2]; auto.
    exfalso. destruct (O1 l1 s1) as [-> _]; [left; auto|]. destruct (O2 l2 s2) as [-> _]; [left; auto|].
    apply (D 0); reflexivity.
  - intros E. split.
    + intros m A B. destruct E as [E|E]; rewrite E in *; discriminate.
    + intros (l1 & s1 & l2 & s2 & I1 & I2 & A & _). destruct (O1 _ _ I1) as [_ ->]. destruct A.
Qed.
Lemma one_lock_nest : forall C n n', level C n = Some n' -> nest unnamed C (repeat 0 n) = Some (repeat 0 n').
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; simpl; intros n n' E; try (inversion E; auto; fail).
  - destruct c; try (inversion E; auto; fail). destruct n as [|n]; [discriminate|]. inversion E; auto.
  - destruct (level C1 n) as [k|] eqn:E1; [|discriminate]. rewrite (IH1 _ _ E1). auto.
  - destruct (level C1 0) as [[|]|] eqn:E1; try discriminate. destruct (level C2 0) as [[|]|] eqn:E2; inversion E; subst.
    rewrite (IH1 0 0 E1 : nest unnamed C1 [] = Some []), (IH2 0 0 E2 : nest unnamed C2 [] = Some []). auto.
  - destruct (level C 0) as [[|]|] eqn:E1; inversion E; subst. rewrite (IH 0 0 E1 : nest unnamed C [] = Some []). auto.
Qed.
Theorem one_lock_nested : forall P, legal P -> nested_program unnamed P.
Proof.
  intros P L. split.
  - intros m. apply (one_lock_nest _ 0 0 (legal_level P L m)).
  - intros t. apply (one_lock_nest _ 0 0 (legal_block P L t)).
Qed.
(** Interleavings that respect the one lock are those of Figure 6. *)
Theorem one_lock_interleaving : forall K0 taus K, (forall t m, (depths K0 @ t) m = 0) ->
  lock_interleaving unnamed K0 taus K ->
  interleaving (plain K0) taus (Config (lstacks K) (lheap K) ((depths K @ one) 0, (depths K @ two) 0)).
Proof.
  intros K0 taus K Z I. induction I as [|taus K t p c K' I IH ST].
  - rewrite (Z one 0), (Z two 0). constructor.
  - inversion ST as [S h n X OK]; subst. eapply inter_step; [exact IH|].
    set (K1 := Config (lstacks K) (lheap K) ((depths K @ one) 0, (depths K @ two) 0)) in *.
    assert (LV : forall u, levels K1 @ u = (depths K @ u) 0) by (intros []; auto).
    specialize (OK 0). unfold with_depth in OK. simpl in OK.
    assert (TS : thread_step t c K1 (Config (put (stacks K1) t S) h (put (levels K1) t n))).
    { constructor; rewrite !LV; auto. }
    unfold with_depth. cbn [lstacks lheap depths]. destruct t; exact TS.
Qed.
Lemma lock_races_one : forall P K0 p1 p2, (forall t, levels K0 @ t = 0) ->
  lock_races_from unnamed P (unlocked K0) p1 p2 -> races_from P K0 p1 p2.
Proof.
  intros P [S0 h0 [a b]] p1 p2 Z (t1 & c1 & t2 & c2 & K & CB1 & CB2 & I & CL).
  pose proof (Z one) as Za. pose proof (Z two) as Zb. simpl in Za, Zb. subst.
  apply one_lock_interleaving in I; [|intros [] m; reflexivity].
  exists t1, c1, t2, c2. eexists. split; auto. split; auto. split; [exact I | exact CL].
Qed.
(** Theorem 1 is Theorem 1L with the unnamed lock alone. *)
Theorem theorem1_instance : forall wb P, legal P -> forall x1 x2 v1 v2 fs,
  In x1 (dA (analyse wb P (blocks P @ one) bottom)) -> In x2 (dA (analyse wb P (blocks P @ two) bottom)) ->
  apath x1 = (v1, fs) -> apath x2 = (v2, fs) ->
  stable wb P (blocks P @ one) (v1, fs) -> stable wb P (blocks P @ two) (v2, fs) ->
  conflict x1 x2 ->
  races_from P (special_state fs v1 v2) (asite x1) (asite x2).
Proof.
  intros wb P L x1 x2 v1 v2 fs I1 I2 E1 E2 S1 S2 [WR LK].
  destruct (has_history unnamed P L _ _ _ I1) as (H1 & R1). destruct (has_history unnamed P L _ _ _ I2) as (H2 & R2).
  apply lock_races_one; [intros t; apply (special_state_initial fs v1 v2 0)|].
  eapply theorem1L; eauto using one_lock_nested. split; auto.
  destruct R1 as (t1 & pi1 & _ & _ & _ & L1 & ->). destruct R2 as (t2 & pi2 & _ & _ & _ & L2 & ->).
  apply one_lock_compatible. destruct LK as [LK|LK]; [left | right]; apply length_zero_iff_nil; rewrite (history_level unnamed); lia.
Qed.
End Unnamed.

(** ** Disjoint locks are not enough *)
(** lock(a); lock(b); unlock(b); C; unlock(a)  and the same with a and b exchanged: the threads hold different locks at C
    and C', but whoever comes there last would have to take the lock that the other one has kept.  a is 0, b is 1. *)
Definition crossed (p : site) : lock := match p with 0 | 4 | 11 | 12 | 15 | 16 => 0 | _ => 1 end.
Definition cross (C1 C2 : list stmt) : program :=
  Program [] (block_of ([Do 0 Lock; Do 1 Lock; Do 2 Unlock] ++ C1 ++ [Do 4 Unlock]),
              block_of ([Do 10 Lock; Do 11 Lock; Do 12 Unlock] ++ C2 ++ [Do 14 Unlock])) 2.
Ltac straight_to :=
  let t := fresh "t" in let c := fresh "c" in let u := fresh "u" in let T := fresh "T" in let E := fresh "E" in
  intros t c (u & T); remember (t ++ _) as tau eqn:E in T; unfold block_of in T; simpl in T; unroll T;
  repeat (destruct t as [|[? ?] t]; simpl in E; inversion E; subst; try reflexivity; try (destruct t; discriminate)).

(** C := arg1.f := arg2 on both sides would be a race by disjoint lock sets, and is none. *)
Example disjoint_no_race : let c := Store (arg1-.f) arg2 in
  let P := cross [Do 3 c] [Do 13 c] in let H1 := [(0, [1])] in let H2 := [(1, [0])] in
  let x1 := Access 3 c (arg1, [f]) 1 in let x2 := Access 13 c (arg1, [f]) 1 in
  legal P /\ nested_program crossed P /\ recorded crossed P one x1 H1 /\ recorded crossed P two x2 H2 /\
  stable true P (blocks P @ one) (apath x1) /\ stable true P (blocks P @ two) (apath x2) /\
  disjoint H1 H2 /\ ~ lock_races crossed P 3 13.
Proof.
  intros c P H1 H2 x1 x2. assert (L : legal P) by (apply legalb_iff; reflexivity).
  assert (N : nested_program crossed P) by (split; [intros m; destruct m; reflexivity | intros []; reflexivity]).
  split; auto. split; auto. split; [|split; [|split; [|split; [|split]]]].
  - exists [(0, Simple Lock); (1, Simple Lock); (2, Simple Unlock)], (arg1-.f). split; [|auto].
    exists [(4, Simple Unlock)]. repeat (apply (trace_seq P _ _ [_]); [constructor|]). constructor.
  - exists [(10, Simple Lock); (11, Simple Lock); (12, Simple Unlock)], (arg1-.f). split; [|auto].
    exists [(14, Simple Unlock)]. repeat (apply (trace_seq P _ _ [_]); [constructor|]). constructor.
  - intros e [E (k & gs & E')] I. vm_compute in I. destruct I as [<-|[<-|[]]]; discriminate.
  - intros e [E (k & gs & E')] I. vm_compute in I. destruct I as [<-|[<-|[]]]; discriminate.
  - intros m A B. destruct m as [|[|m]]; discriminate.
  - intros (K0 & INI & t1 & c1 & t2 & c2 & K & CB1 & CB2 & I & _).
    assert (C : compatible (history_from crossed [] t1) (history_from crossed [] t2)) by (eapply lemma_S; eauto).
    assert (E1 : forall t c, comes_before P (blocks P @ one) t 3 c -> history_from crossed [] t = H1) by straight_to.
    assert (E2 : forall t c, comes_before P (blocks P @ two) t 13 c -> history_from crossed [] t = H2) by straight_to.
    rewrite (E1 _ _ CB1), (E2 _ _ CB2) in C. apply compatibleb_iff in C. discriminate.
Qed.
(** lock(b); unlock(b) and lock(a); unlock(a) for C would be a deadlock by disjoint lock sets, and is none. *)
Example disjoint_no_deadlock : let P := cross [Do 3 Lock; Do 5 Unlock] [Do 15 Lock; Do 16 Unlock] in
  let H1 := [(0, [1])] in let H2 := [(1, [0])] in
  legal P /\ nested_program crossed P /\ critical crossed P one 3 H1 /\ critical crossed P two 15 H2 /\
  holds_lock H2 (crossed 3) = true /\ holds_lock H1 (crossed 15) = true /\ disjoint H1 H2 /\ ~ deadlock crossed P 3 15.
Proof.
  intros P H1 H2. assert (L : legal P) by (apply legalb_iff; reflexivity).
  assert (N : nested_program crossed P) by (split; [intros m; destruct m; reflexivity | intros []; reflexivity]).
  split; auto. split; auto. split; [|split; [|split; [|split; [|split]]]]; auto.
  - exists [(0, Simple Lock); (1, Simple Lock); (2, Simple Unlock)]. split; [|auto].
    exists [(5, Simple Unlock); (4, Simple Unlock)]. repeat (apply (trace_seq P _ _ [_]); [constructor|]). constructor.
  - exists [(10, Simple Lock); (11, Simple Lock); (12, Simple Unlock)]. split; [|auto].
    exists [(16, Simple Unlock); (14, Simple Unlock)]. repeat (apply (trace_seq P _ _ [_]); [constructor|]). constructor.
  - intros m A B. destruct m as [|[|m]]; discriminate.
  - intros D. apply (theorem_D crossed P L N) in D. destruct D as (G1 & G2 & (t1 & CB1 & -> & _) & (t2 & CB2 & -> & _) & _ & _ & C).
    assert (E1 : forall t c, comes_before P (blocks P @ one) t 3 c -> history_from crossed [] t = H1) by straight_to.
    assert (E2 : forall t c, comes_before P (blocks P @ two) t 15 c -> history_from crossed [] t = H2) by straight_to.
    rewrite (E1 _ _ CB1), (E2 _ _ CB2) in C. apply compatibleb_iff in C. discriminate.
Qed.
(** Where each takes first what the other one takes next, they do deadlock. *)
Example lock_order_deadlock : deadlock crossed (cross [] []) 1 11.
Proof.
  set (P := cross [] []). assert (L : legal P) by (apply legalb_iff; reflexivity).
  assert (N : nested_program crossed P) by (split; [intros m; destruct m; reflexivity | intros []; reflexivity]).
  apply (theorem_D crossed P L N). exists [(0, [])], [(1, [])]. split; [|split; [|split; [auto | split; [auto|]]]].
  - exists [(0, Simple Lock)]. split; [|auto].
    exists [(2, Simple Unlock); (4, Simple Unlock)]. repeat (apply (trace_seq P _ _ [_]); [constructor|]). constructor.
  - exists [(10, Simple Lock)]. split; [|auto].
    exists [(12, Simple Unlock); (14, Simple Unlock)]. repeat (apply (trace_seq P _ _ [_]); [constructor|]). constructor.
  - apply compatibleb_iff. reflexivity.
Qed.
