(** * The checker of certificates of absence, and why it is right (package witness/absence)

    [certified P p1 p2 c] is the checker: a function. [certificate_sound]: if it accepts, no execution of P from any
    initial state brings both threads before accesses at p1 and p2 to one cell, one of them a store (Definition 3.6).

    A certificate has, for each thread, the stores of the other one that it relies on, and a state for each loop that
    the walk meets, in this order. A method is walked once for each state in which it is entered. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving WellBehaved Absence.

(** ** What a walk means for the traces of a statement *)
(** A visit of an access: the objects that are accessed, and what the thread has stored before, both without what is
    private. *)
Record visit := Visit { vsite : site; vlocked : bool; vobjects : set; vbefore : cells }.

Section Along.
Variable F : list field.
Variable t : thread.
Variable R : cells.
Definition recorded (found : list visit) (p : site) (c : simple) (s : astate) : Prop :=
  forall pi, accessed_path c = Some pi -> exists v B, In v found /\ vsite v = p /\ vlocked v = locked s /\
    eval F R s (path_base pi) = Some B /\ incl (shared_part B) (vobjects v) /\ grown (acells s) (vbefore v).
(** A state that says less, or the same in more words. *)
Inductive weaker : astate -> astate -> Prop :=
| weaker_covered s s1 : covered s s1 -> weaker s s1
| weaker_extend s s1 : weaker s (extend F R s s1)
| weaker_trans s s1 s2 : weaker s s1 -> weaker s1 s2 -> weaker s s2.
Lemma weaker_grown : forall s s1, weaker s s1 -> grown (acells s) (acells s1).
Proof.
  induction 1 as [s s1 (_ & C & _)|s s1|s s1 s2 _ IH1 _ IH2].
  - intros k n _ _ I. apply C. auto.
  - unfold extend. cbn [with_more acells]. destruct (keep_all_same s s1) as (-> & _). apply grown_refl.
  - eapply grown_trans; eauto.
Qed.
Lemma weaker_level : forall s s1, weaker s s1 -> aheld s = aheld s1 /\ alev s = alev s1.
Proof.
  induction 1 as [s s1 (_ & _ & _ & _ & _ & A & B & _)|s s1|s s1 s2 _ [A1 B1] _ [A2 B2]]; [auto | | split; congruence].
  unfold extend. cbn [with_more aheld alev]. destruct (keep_all_same s s1) as (_ & -> & ->). auto.
Qed.
Lemma weaker_view : forall s s1, weaker s s1 -> forall g h Ss r r0 rs m', grown m' R -> wf_heap h -> wf_frame h r ->
  view F t R g h s Ss r r0 rs m' -> view F t R g h s1 Ss r r0 rs m'.
Proof.
  induction 1 as [s s1 C|s s1|s s1 s2 _ IH1 _ IH2]; intros g h Ss r r0 rs m' G W Wr V.
  - eapply view_covered; eauto.
  - apply extend_view; auto.
  - eauto.
Qed.
(** The states of the frames of a thread along a trace. *)
Inductive along (found : list visit) : strace -> list astate -> list astate -> Prop :=
| along_nil Ss : along found [] Ss Ss
| along_weaker tr s s1 Ss E : weaker s s1 -> along found tr (s1 :: Ss) E -> along found tr (s :: Ss) E
| along_simple p c tr s s1 Ss E : transfer F t R p c s = Some s1 -> recorded found p c s ->
    along found tr (s1 :: Ss) E -> along found ((p, Simple c) :: tr) (s :: Ss) E
| along_push p es tr s s1 Ss E : enter F R es s = Some s1 ->
    along found tr (s1 :: suspend es s :: Ss) E -> along found ((p, Push es) :: tr) (s :: Ss) E
| along_pop p tr s s0 Ss E : alev s = 0 -> along found tr (leave F t R s0 s :: Ss) E ->
    along found ((p, Pop) :: tr) (s :: s0 :: Ss) E.

Lemma along_app : forall found a b Ss Ss1 E, along found a Ss Ss1 -> along found b Ss1 E -> along found (a ++ b) Ss E.
Proof.
  intros found a b Ss Ss1 E A. induction A; simpl; intros B; auto.
  - eapply along_weaker; eauto.
  - eapply along_simple; eauto.
  - eapply along_push; eauto.
  - apply along_pop; auto.
Qed.
Lemma along_more : forall found found' tr Ss E, incl found found' -> along found tr Ss E -> along found' tr Ss E.
Proof.
  intros found found' tr Ss E I A. induction A; try (econstructor; eauto; fail).
  eapply along_simple; eauto. intros pi X. destruct (H0 _ X) as (v & B & Y & Z). exists v, B. auto.
Qed.
(** The next event of a trace. *)
Definition goes_on (found : list visit) (ev : event) (tr : strace) (s1 : astate) (Sr E : list astate) : Prop :=
  match snd ev with
  | Simple c => exists s2, transfer F t R (fst ev) c s1 = Some s2 /\ recorded found (fst ev) c s1 /\ along found tr (s2 :: Sr) E
  | Push es => exists s2, enter F R es s1 = Some s2 /\ along found tr (s2 :: suspend es s1 :: Sr) E
  | Pop => exists s0 Sr', Sr = s0 :: Sr' /\ alev s1 = 0 /\ along found tr (leave F t R s0 s1 :: Sr') E
  end.
Lemma peel : forall found tr0 Ss E, along found tr0 Ss E -> forall ev tr, tr0 = ev :: tr -> forall s Sr, Ss = s :: Sr ->
  exists s1, weaker s s1 /\ goes_on found ev tr s1 Sr E.
Proof.
  induction 1 as [|tr s s1 Ss E C A IH|p c tr s s1 Ss E T RC A IH|p es tr s s1 Ss E T A IH|p tr s s0 Ss E Z A IH];
    intros ev tr' Et s' Sr Es; try discriminate; inversion Es; subst.
  - destruct (IH _ _ eq_refl _ _ eq_refl) as (s2 & C2 & G). exists s2. split; auto. eapply weaker_trans; eauto.
  - inversion Et; subst. exists s'. split; [apply weaker_covered, covered_refl|]. unfold goes_on. cbn [fst snd].
    eauto 6.
  - inversion Et; subst. exists s'. split; [apply weaker_covered, covered_refl|]. unfold goes_on. cbn [fst snd].
    eauto 6.
  - inversion Et; subst. exists s'. split; [apply weaker_covered, covered_refl|]. unfold goes_on. cbn [fst snd].
    eauto 6.
Qed.

Lemma publish_grows : forall s s' v, publish t s v = Some s' -> grown (acells s) (acells s').
Proof.
  intros s s' v E. unfold publish in E. destruct (_ && _); inversion E; subst. apply (publish_grown t s).
Qed.
Lemma transfer_grows : forall p c s s', transfer F t R p c s = Some s' -> grown (acells s) (acells s').
Proof.
  intros p c s s' E. destruct c as [x y|x pi|pi x|x| |]; simpl in E.
  - destruct (lookup _ _); [|discriminate]. destruct (var_eq_dec x y); [inversion E; subst; apply grown_refl|].
    destruct (assign_same _ _ _ _ _ E) as (-> & _). apply grown_refl.
  - destruct (eval _ _ _ _); [|discriminate]. destruct (assign_same _ _ _ _ _ E) as (-> & _). apply grown_refl.
  - destruct (known_field _ _); [|discriminate]. destruct (strail _ _ _ _) as [ws|]; [|discriminate].
    destruct (lookup _ _) as [v|]; [|discriminate]. unfold store in E.
    destruct (shared_part (last ws [])) as [|n sh].
    + destruct (only_one s (privates (last ws []))) as [n|] eqn:O; inversion E; subst; simpl; intros k m A1 A2 I.
      * apply in_add. right. apply in_drop; auto. intros <-. unfold only_one in O.
        destruct (privates (last ws [])) as [|b Br] eqn:Pb; [discriminate|]. destruct (_ && _); inversion O; subst.
        assert (Y : In n (privates (last ws []))) by (rewrite Pb; left; auto). apply in_privates in Y.
        simpl in A1. destruct Y as [_ Y]. congruence.
      * apply in_add_all. auto.
    + destruct (publish t _ v) as [s3|] eqn:PB; inversion E; subst.
      destruct (learn_same F R s3 pi (all_public t v) ws) as (-> & _).
      eapply grown_trans; [|eapply publish_grows; eauto]. intros k m A1 A2 I. cbn [acells put_shared with_cells].
      rewrite !in_add_all. auto.
  - destruct (assign_same _ _ _ _ _ E) as (-> & _). intros k n _ _ I. simpl. apply create_cells. auto.
  - inversion E; subst. apply grown_refl.
  - destruct (alev s); inversion E; subst. apply grown_refl.
Qed.
Lemma enter_cells : forall es s s1, enter F R es s = Some s1 -> acells s1 = acells s.
Proof. intros es s s1 E. unfold enter in E. destruct (evals _ _ _ _); inversion E; auto. Qed.
(** Before a later access of a trace. *)
Lemma at_access : forall found x p c b s Sr E, along found (x ++ (p, Simple c) :: b) (s :: Sr) E ->
  exists s1, grown (acells s) (acells s1) /\ recorded found p c s1.
Proof.
  intros found. induction x as [|ev x IH]; intros p c b s Sr E A; simpl in A.
  - destruct (peel _ _ _ _ A _ _ eq_refl _ _ eq_refl) as (s1 & C & s2 & _ & RC & _). exists s1.
    split; [apply weaker_grown; auto | exact RC].
  - destruct (peel _ _ _ _ A _ _ eq_refl _ _ eq_refl) as (s1 & C & G). apply weaker_grown in C.
    unfold goes_on in G. destruct (snd ev) as [c'|es|].
    + destruct G as (s2 & T & _ & A2). destruct (IH _ _ _ _ _ _ A2) as (s3 & G3 & RC). exists s3. split; auto.
      eapply grown_trans; [exact C|]. eapply grown_trans; [eapply transfer_grows; eauto | exact G3].
    + destruct G as (s2 & T & A2). destruct (IH _ _ _ _ _ _ A2) as (s3 & G3 & RC). exists s3. split; auto.
      eapply grown_trans; [exact C|]. rewrite (enter_cells _ _ _ T) in G3. exact G3.
    + destruct G as (s0 & Sr' & -> & _ & A2). destruct (IH _ _ _ _ _ _ A2) as (s3 & G3 & RC). exists s3. split; auto.
      eapply grown_trans; [exact C | exact G3].
Qed.
End Along.

(** ** The checker *)
(** The variables and the facts of a claim are those of each unit, by its number: 0 is the thread block, S m the
    method m.  So the objects with a name are found without knowing the unit of the loop. *)
Record claim := Claim {
  cvars : list (nat * list (var * set)); cfacts : list (nat * facts); centry : list (nat * list (var * set));
  cefacts : list (nat * facts); ccells : cells; csingle : set; cseveral : set; cpub : set; cstored : cells }.
Record memory := Memory { mfound : list visit; mknown : list ((method * astate) * astate); mclaims : list claim }.
Definition of_unit {A} (u : nat) (m : list (nat * list A)) : list A :=
  match find (fun e => fst e =? u) m with Some (_, l) => l | None => [] end.
Definition claimed_var (u : nat) (c : claim) (x : var) : set :=
  match lookup (of_unit u (cvars c)) x with Some v => v | None => [] end.
(** Of a variable that s lacks nothing is claimed. *)
Definition claimed (u : nat) (c : claim) (s : astate) : astate :=
  AState (map (fun e => (fst e, claimed_var u c (fst e))) (avars s))
         (ccells c) (csingle c) (cseveral c) (cpub c) (aheld s) (alev s)
         (More (filter (fun d => match lookup (avars s) (fst (fst d)) with Some _ => true | None => false end)
                       (of_unit u (cfacts c)))
               (of_unit u (centry c)) (of_unit u (cefacts c)) (cstored c)
               (aformals (amore s)) (aargs (amore s))).
Definition vars_join (m m' : list (var * set)) : list (var * set) :=
  flat_map (fun e => match lookup m' (fst e) with Some w => [(fst e, union (snd e) w)] | None => [] end) m.
Definition facts_join (k k' : facts) : facts :=
  flat_map (fun e => match fact k' (fst e) with Some w => [(fst e, union (snd e) w)] | None => [] end) k.
Definition joined (s s' : astate) : option astate :=
  let n := amore s in
  let n' := amore s' in
  let m := More (facts_join (afacts n) (afacts n')) (vars_join (evars n) (evars n')) (facts_join (efacts n) (efacts n'))
                (cells_join (astored n) (astored n')) (aformals n) (aargs n) in
  if Bool.eqb (aheld s) (aheld s') && (alev s =? alev s') && covered_moreb n m && covered_moreb n' m then
    Some (AState (vars_join (avars s) (avars s'))
                 (cells_join (acells s) (acells s'))
                 (minus (union (asingle s) (asingle s')) (union (aseveral s) (aseveral s')))
                 (union (aseveral s) (aseveral s')) (union (apub s) (apub s')) (aheld s) (alev s) m)
  else None.
Lemma lookup_join : forall m' m x u,
  lookup (vars_join m m') x = Some u ->
  exists v w, lookup m x = Some v /\ lookup m' x = Some w /\ u = union v w.
Proof.
  intros m' m x u. induction m as [|[y v] m IH]; simpl; [discriminate|]. intros L.
  destruct (lookup m' y) as [w|] eqn:Ly; simpl in L.
  - destruct (var_eq_dec y x) as [->|N]; auto. inversion L; subst. eauto.
  - destruct (IH L) as (v1 & w1 & A & B & C). destruct (var_eq_dec y x) as [->|N]; [congruence | eauto].
Qed.
Lemma joined_covered : forall s s' j, joined s s' = Some j -> covered s j /\ covered s' j.
Proof.
  intros s s' j E. unfold joined in E. destruct (_ && _) eqn:X; inversion E; subst.
  rewrite !andb_true_iff in X. destruct X as [[[X1 X2] X3] X4]. apply eqb_prop in X1. apply Nat.eqb_eq in X2.
  apply covered_moreb_covered in X3. apply covered_moreb_covered in X4.
  assert (SG : forall n, In n (asingle s) \/ In n (asingle s') -> In n (minus (union (asingle s) (asingle s'))
    (union (aseveral s) (aseveral s')) ++ union (aseveral s) (aseveral s'))).
  { intros n I. apply in_app_iff. rewrite in_minus, in_union. destruct (has n (union (aseveral s) (aseveral s'))) eqn:H.
    - apply has_in in H. auto.
    - left. split; auto. rewrite <- has_in. congruence. }
  split; (split; [|split; [|split; [|split; [|split; [|split; [|split]]]]]]); simpl; auto; try congruence.
  - intros x u L. apply lookup_join in L. destruct L as (v & w & A & B & ->). exists v. split; auto.
    intros n I. apply in_union. auto.
  - intros k n I. apply in_cells_join. auto.
  - intros n I. apply SG. auto.
  - intros n I. apply in_union. auto.
  - intros n I. apply in_union. auto.
  - intros x u L. apply lookup_join in L. destruct L as (v & w & A & B & ->). exists w. split; auto.
    intros n I. apply in_union. auto.
  - intros k n I. apply in_cells_join. auto.
  - intros n I. apply SG. auto.
  - intros n I. apply in_union. auto.
  - intros n I. apply in_union. auto.
Qed.

Section Check.
Variable P : program.
Variable F : list field.
Variable t : thread.
Variable R : cells.
(** Where branches meet, each learns what it can of the other. *)
Definition join (s s' : astate) : option astate :=
  let s1 := extend F R s s' in
  let s2 := extend F R s' s1 in joined s1 s2.
Lemma join_weaker : forall s s' j, join s s' = Some j -> weaker F R s j /\ weaker F R s' j.
Proof.
  intros s s' j E. apply joined_covered in E. destruct E as [A B].
  split; (eapply weaker_trans; [apply weaker_extend | apply weaker_covered; eauto]).
Qed.
Definition within_claim (s c : astate) : bool := coveredb (extend F R s c) c.
Lemma within_weaker : forall s c, within_claim s c = true -> weaker F R s c.
Proof. intros s c E. eapply weaker_trans; [apply weaker_extend | apply weaker_covered, coveredb_covered; exact E]. Qed.
Definition note (p : site) (c : simple) (s : astate) (M : memory) : option memory :=
  match accessed_path c with
  | None => Some M
  | Some pi =>
    match eval F R s (path_base pi) with
    | Some B => Some (Memory (Visit p (locked s) (shared_part B)
                                    (filter (fun e => negb (is_private (fst (fst e)))) (acells s)) :: mfound M) (mknown M) (mclaims M))
    | None => None
    end
  end.
Definition known (m : method) (s : astate) (M : memory) : option astate :=
  option_map snd (find (fun e => (fst (fst e) =? m) && coveredb s (snd (fst e)) && coveredb (snd (fst e)) s) (mknown M)).
Section Statement.
Variable callees : method -> astate -> memory -> option (astate * memory).
Variable u : nat.
Fixpoint walk_stmt (C : stmt) (s : astate) (M : memory) : option (astate * memory) :=
  match C with
  | Skip => Some (s, M)
  | Do p c =>
    match note p c s M, transfer F t R p c s with Some M', Some s' => Some (s', M') | _, _ => None end
  | Seq C1 C2 => match walk_stmt C1 s M with Some (s1, M1) => walk_stmt C2 s1 M1 | None => None end
  | If C1 C2 =>
    match walk_stmt C1 s M with
    | Some (s1, M1) =>
      match walk_stmt C2 s M1 with
      | Some (s2, M2) => match join s1 s2 with Some j => Some (j, M2) | None => None end
      | None => None
      end
    | None => None
    end
  | While C =>
    match mclaims M with
    | [] => None
    | c :: r =>
      if within_claim s (claimed u c s) then
        match walk_stmt C (claimed u c s) (Memory (mfound M) (mknown M) r) with
        | Some (s1, M1) => if within_claim s1 (claimed u c s) then Some (claimed u c s, M1) else None
        | None => None
        end
      else None
    end
  | Call p m es =>
    match enter F R es s with
    | Some s1 =>
      match known m s1 M with
      | Some e => if alev e =? 0 then Some (leave F t R (suspend es s) e, M) else None
      | None =>
        match callees m s1 M with
        | Some (e, M1) =>
          if alev e =? 0 then Some (leave F t R (suspend es s) e, Memory (mfound M1) (((m, s1), e) :: mknown M1) (mclaims M1)) else None
        | None => None
        end
      end
    | None => None
    end
  end.
End Statement.
Fixpoint walk_method (n : nat) (m : method) (s : astate) (M : memory) : option (astate * memory) :=
  match n with 0 => None | S n => walk_stmt (walk_method n) (S m) (mbody P m) s M end.
Definition start : astate := AState (map (fun i => (Arg i, [Initial])) (seq 0 (formals P))) [] [] [] [] false 0
  (More [] [] [] [] 0 []).
(** All visits of the accesses of a thread. *)
Definition visits (claims : list claim) : option (list visit) :=
  match walk_stmt (walk_method (length (methods P))) 0 (blocks P @ t) start (Memory [] [] claims) with
  | Some (_, M) => match mclaims M with [] => Some (mfound M) | _ => None end
  | None => None
  end.

Definition known_ok (M : memory) : Prop := forall m s e, In ((m, s), e) (mknown M) ->
  forall tr Ss, trace_of P (mbody P m) tr -> along F t R (mfound M) tr (s :: Ss) (e :: Ss).
Definition walks (C : stmt) (s : astate) (M : memory) (s' : astate) (M' : memory) : Prop :=
  known_ok M -> incl (mfound M) (mfound M') /\ known_ok M' /\
    forall tr Ss, trace_of P C tr -> along F t R (mfound M') tr (s :: Ss) (s' :: Ss).
Lemma known_more : forall M M', incl (mfound M) (mfound M') -> mknown M' = mknown M -> known_ok M -> known_ok M'.
Proof. intros M M' I E K m s e X tr Ss T. rewrite E in X. eapply along_more; eauto. Qed.
Lemma known_in : forall m s M e, known m s M = Some e -> exists s0, In ((m, s0), e) (mknown M) /\ covered s s0.
Proof.
  intros m s M e E. unfold known in E.
  match type of E with context [find ?f ?l] => destruct (find f l) as [[[m0 s0] e0]|] eqn:Kn end; inversion E; subst.
  apply find_some in Kn. destruct Kn as [Ik Ck]. simpl in Ck. rewrite !andb_true_iff, Nat.eqb_eq in Ck.
  destruct Ck as [[-> Ck] _]. exists s0. split; [exact Ik | apply coveredb_covered; auto].
Qed.
Lemma note_ok : forall p c s M M', note p c s M = Some M' ->
  incl (mfound M) (mfound M') /\ mknown M' = mknown M /\ recorded F R (mfound M') p c s.
Proof.
  intros p c s M M' E. unfold note in E. destruct (accessed_path c) as [pi|] eqn:A.
  - destruct (eval F R s (path_base pi)) as [B|] eqn:Ev; inversion E; subst. simpl.
    split; [apply incl_tl, incl_refl|]. split; auto. intros pi' A'. rewrite A' in A. inversion A; subst.
    eexists _, B. split; [left; reflexivity|]. simpl. split; [auto|]. split; [auto|]. split; [auto|].
    split; [apply incl_refl|]. intros k n A1 A2 I. apply in_cell in I. destruct I as (w & I & J). apply in_cell.
    exists w. split; auto. apply filter_In. simpl. rewrite A1. auto.
  - inversion E; subst. split; [apply incl_refl|]. split; auto. intros pi A'. congruence.
Qed.
Lemma walk_stmt_ok : forall callees u,
  (forall m s M e M', callees m s M = Some (e, M') -> walks (mbody P m) s M e M') ->
  forall C s M s' M', walk_stmt callees u C s M = Some (s', M') -> walks C s M s' M'.
Proof.
  intros callees u CL. induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros s M s' M' E K; simpl in E.
  - inversion E; subst. split; [apply incl_refl|]. split; auto. intros tr Ss T. inversion T; subst. constructor.
  - destruct (note p c s M) as [M1|] eqn:N; [|discriminate]. destruct (transfer F t R p c s) as [s1|] eqn:Tr; inversion E; subst.
    destruct (note_ok _ _ _ _ _ N) as (I & Ek & RC). split; auto. split; [eapply known_more; eauto|].
    intros tr Ss T. inversion T; subst. eapply along_simple; eauto. constructor.
  - destruct (walk_stmt callees u C1 s M) as [[s1 M1]|] eqn:W1; [|discriminate].
    destruct (IH1 _ _ _ _ W1 K) as (I1 & K1 & A1). destruct (IH2 _ _ _ _ E K1) as (I2 & K2 & A2).
    split; [eapply incl_tran; eauto|]. split; auto. intros tr Ss T. inversion T; subst.
    eapply along_app; [eapply along_more; eauto | eauto].
  - destruct (walk_stmt callees u C1 s M) as [[s1 M1]|] eqn:W1; [|discriminate].
    destruct (walk_stmt callees u C2 s M1) as [[s2 M2]|] eqn:W2; [|discriminate].
    destruct (join s1 s2) as [j|] eqn:J; inversion E; subst. apply join_weaker in J. destruct J as [J1 J2].
    destruct (IH1 _ _ _ _ W1 K) as (I1 & K1 & A1). destruct (IH2 _ _ _ _ W2 K1) as (I2 & K2 & A2).
    split; [eapply incl_tran; eauto|]. split; auto. intros tr Ss T. rewrite <- (app_nil_r tr).
    inversion T; subst; eapply along_app.
    + eapply along_more; eauto.
    + eapply along_weaker; [exact J1 | constructor].
    + eauto.
    + eapply along_weaker; [exact J2 | constructor].
  - destruct (mclaims M) as [|c r]; [discriminate|].
    destruct (within_claim s (claimed u c s)) eqn:C1; [|discriminate].
    destruct (walk_stmt callees u C (claimed u c s) (Memory (mfound M) (mknown M) r)) as [[s1 M1]|] eqn:W; [|discriminate].
    destruct (within_claim s1 (claimed u c s)) eqn:C2; inversion E; subst.
    apply within_weaker in C1. apply within_weaker in C2.
    destruct (IH _ _ _ _ W) as (I1 & K1 & A1); [eapply known_more; [| |exact K]; simpl; auto using incl_refl|].
    split; auto. split; auto. intros tr Ss T. eapply along_weaker; [exact C1|].
    remember (While C) as W0 eqn:EW. revert EW. induction T; intros EW; try discriminate; inversion EW; subst.
    + constructor.
    + eapply along_app; [apply A1; auto|]. eapply along_weaker; [exact C2|]. auto.
  - destruct (enter F R es s) as [s1|] eqn:En; [|discriminate]. 
    destruct (known m s1 M) as [e|] eqn:Kn.
    + destruct (Nat.eqb_spec (alev e) 0) as [Z|]; inversion E; subst. apply known_in in Kn. destruct Kn as (s0 & Ik & Ck).
      split; [apply incl_refl|]. split; auto. intros tr Ss T. inversion T; subst. eapply along_push; eauto.
      eapply along_app; [eapply along_weaker; [apply weaker_covered; exact Ck | eapply K; eauto]|].
      eapply along_pop; eauto. constructor.
    + destruct (callees m s1 M) as [[e M1]|] eqn:Ca; [|discriminate].
      destruct (Nat.eqb_spec (alev e) 0) as [Z|]; inversion E; subst. destruct (CL _ _ _ _ _ Ca K) as (I1 & K1 & A1).
      split; auto. split.
      * intros m' s' e' [X|X] tr Ss T; [inversion X; subst; eauto | eapply K1; eauto].
      * intros tr Ss T. inversion T; subst. eapply along_push; eauto. eapply along_app; [eauto|].
        eapply along_pop; eauto. constructor.
Qed.
Lemma walk_method_ok : forall n m s M e M', walk_method n m s M = Some (e, M') -> walks (mbody P m) s M e M'.
Proof.
  induction n as [|n IH]; simpl; intros m s M e M' E; [discriminate|]. eapply walk_stmt_ok; eauto.
Qed.
Lemma visits_ok : forall claims found, visits claims = Some found -> exists s', forall tr,
  trace_of P (blocks P @ t) tr -> along F t R found tr [start] [s'].
Proof.
  intros claims found E. unfold visits in E.
  destruct (walk_stmt _ _ _ _ _) as [[s' M]|] eqn:W; [|discriminate]. destruct (mclaims M); inversion E; subst.
  destruct (walk_stmt_ok _ _ (walk_method_ok _) _ _ _ _ _ W) as (_ & _ & A); [intros m s e []|]. eauto.
Qed.
End Check.

(** Fields and commands of a program. *)
Fixpoint commands (C : stmt) : list (site * simple) :=
  match C with
  | Do p c => [(p, c)]
  | Seq C1 C2 | If C1 C2 => commands C1 ++ commands C2
  | While C => commands C
  | _ => []
  end.
Fixpoint argument_fields (C : stmt) : list field :=
  match C with
  | Seq C1 C2 | If C1 C2 => argument_fields C1 ++ argument_fields C2
  | While C => argument_fields C
  | Call _ _ es => flat_map snd es
  | _ => []
  end.
Definition bodies (P : program) : list stmt := blocks P @ one :: blocks P @ two :: map snd (methods P).
Definition program_fields (P : program) : list field :=
  nodup Nat.eq_dec (flat_map (fun C => argument_fields C ++ flat_map (fun pc => match accessed_path (snd pc) with
    | Some pi => pinner pi ++ [plast pi] | None => [] end) (commands C)) (bodies P)).

(** Two commands conflict by their text. *)
Definition conflict (c1 c2 : simple) : bool :=
  match accessed_path c1, accessed_path c2 with
  | Some pi1, Some pi2 => (writes c1 || writes c2) && (plast pi1 =? plast pi2)
  | _, _ => false
  end.
Definition commands_at (P : program) (p : site) : list simple :=
  map snd (filter (fun pc => fst pc =? p) (flat_map commands (bodies P))).
Definition no_conflict (P : program) (p1 p2 : site) : bool :=
  forallb (fun c1 => forallb (fun c2 => negb (conflict c1 c2)) (commands_at P p2)) (commands_at P p1).

Definition disjoint (v w : set) : bool := forallb (fun n => negb (has n w)) v.
Definition separated (p1 p2 : site) (R1 R2 : cells) (found1 found2 : list visit) : bool :=
  forallb (fun v => negb (vsite v =? p1) || cells_within (vbefore v) R2) found1 &&
  forallb (fun w => negb (vsite w =? p2) || cells_within (vbefore w) R1) found2 &&
  forallb (fun v => forallb (fun w => negb (vsite v =? p1) || negb (vsite w =? p2) || (vlocked v && vlocked w)
                                      || disjoint (vobjects v) (vobjects w)) found2) found1.
Record certificate := Certificate { relies : both cells; loops : both (list claim) }.
Definition certified (P : program) (p1 p2 : site) (c : certificate) : bool :=
  no_conflict P p1 p2 ||
  match visits P (program_fields P) one (relies c @ one) (loops c @ one),
        visits P (program_fields P) two (relies c @ two) (loops c @ two) with
  | Some found1, Some found2 => separated p1 p2 (relies c @ one) (relies c @ two) found1 found2
  | _, _ => false
  end.

(** ** Soundness *)
Lemma shared_swap : forall F g h m m', shared_ok F g h m m' -> shared_ok F g h m' m.
Proof. intros F g h m m' H l o f A B C. destruct (H _ _ _ A B C) as [S D]. tauto. Qed.
Definition top_cells (Ss : list astate) : cells := match Ss with s :: _ => acells s | [] => [] end.

Section Sound.
Variable P : program.
Variable F : list field.
Variable R : both cells.
Variable found : both (list visit).
Variable E : both (list astate).
Variable K0 : config.
Variables a b : both strace.
Variable p : both site.
Variable c : both simple.
Hypothesis INI : initial (formals P) K0.
Hypothesis ALONG : forall t, along F t (R @ t) (found @ t) (a @ t ++ (p @ t, Simple (c @ t)) :: b @ t) [start P] (E @ t).
Hypothesis ACCESS : forall t, exists pi, accessed_path (c @ t) = Some pi.
Hypothesis RELIES : forall t v, In v (found @ t) -> vsite v = p @ t -> grown (vbefore v) (R @ other t).

Definition inv (g : tags) (Ss : both (list astate)) (K : config) : Prop :=
  forall t, exists s Sr r r0 rs, Ss @ t = s :: Sr /\ stacks K @ t = r :: rs /\
    view F t (R @ t) g (cheap K) s Sr r r0 rs (top_cells (Ss @ other t)) /\ level_ok (s :: Sr) (levels K @ t).
Definition remains (taus : both strace) (Ss : both (list astate)) : Prop :=
  forall t rest, a @ t = taus @ t ++ rest ->
    along F t (R @ t) (found @ t) (rest ++ (p @ t, Simple (c @ t)) :: b @ t) (Ss @ t) (E @ t).
(** What a thread has stored so far is what the other one relies on. *)
Lemma relied : forall t rest s Sr,
  along F t (R @ t) (found @ t) (rest ++ (p @ t, Simple (c @ t)) :: b @ t) (s :: Sr) (E @ t) ->
  grown (acells s) (R @ other t).
Proof.
  intros t rest s Sr A. destruct (at_access _ _ _ _ _ _ _ _ _ _ _ A) as (s1 & G & RC).
  destruct (ACCESS t) as (pi & Ap). destruct (RC _ Ap) as (v & B & I & V & _ & _ & _ & G2).
  eapply grown_trans; [exact G|]. eapply grown_trans; [exact G2|]. apply RELIES; auto.
Qed.
Lemma run : forall taus K, interleaving K0 taus K -> (forall t, exists rest, a @ t = taus @ t ++ rest) ->
  exists g Ss, remains taus Ss /\ inv g Ss K.
Proof.
  induction 1 as [|taus K t q cm K' I IH ST]; intros PRE.
  - exists (fun _ => Old), ([start P], [start P]). split.
    + intros t rest Ea. pose proof (ALONG t) as A. rewrite Ea in A. destruct t; exact A.
    + destruct INI as [W H]. intros t. destruct (H t) as (L & s & Sk & Wf & Fh).
      exists (start P), [], s, s, []. split; [destruct t; auto|]. split; auto. split.
      * constructor.
        -- intros x v l Lx Ex. split; [simpl; auto|]. apply lookup_in in Lx. simpl in Lx. apply in_map_iff in Lx.
           destruct Lx as (i & Ei & _). inversion Ei; subst. simpl. auto.
        -- intros l u o f G. discriminate.
        -- split; [intros l u G; discriminate | intros l l' u G; discriminate].
        -- simpl. auto.
        -- intros l o f _ _ _. split; simpl; auto.
        -- intros l _. auto.
        -- intros e v l [].
        -- intros x v l Lx. discriminate.
        -- intros e v l [].
        -- intros i Li. simpl in Li. lia.
        -- exact Wf.
      * simpl. exists 0. split; [rewrite L; auto | split; [discriminate | auto]].
  - assert (PRE0 : forall u, exists rest, a @ u = taus @ u ++ rest).
    { intros u. destruct (PRE u) as [rest Ea]. destruct (same_or_other t u) as [->| ->].
      - rewrite at_put_same, <- app_assoc in Ea. eauto.
      - rewrite at_put_other in Ea. eauto. }
    destruct (IH PRE0) as (g & Ss & RM & INV).
    destruct (PRE t) as [rest Et]. rewrite at_put_same, <- app_assoc in Et. simpl in Et.
    destruct (PRE0 (other t)) as [resto Eo].
    pose proof (RM t _ Et) as At. pose proof (RM (other t) _ Eo) as Ao.
    destruct (INV t) as (s & Sr & r & r0 & rs & Es & Ek & V & LV).
    destruct (INV (other t)) as (so & Sro & ro & ro0 & rso & Eso & Eko & Vo & LVo).
    destruct (initial_well_behaved _ _ _ _ INI I) as (WH & WF & _).
    rewrite other_other in Vo. rewrite Es in At, Vo. rewrite Eso in Ao, V. simpl top_cells in V, Vo.
    pose proof (relied _ _ _ _ Ao) as REL. rewrite other_other in REL.
    destruct (peel _ _ _ _ _ _ _ At _ _ eq_refl _ _ eq_refl) as (s1 & CV & GO).
    assert (Wr : wf_frame (cheap K) r) by (pose proof (WF t) as Y; rewrite Ek in Y; inversion Y; auto).
    pose proof (weaker_view _ _ _ _ _ CV _ _ _ _ _ _ _ REL WH Wr V) as V1.
    assert (LV1 : level_ok (s1 :: Sr) (levels K @ t)).
    { destruct (weaker_level _ _ _ _ CV) as (X & Y). destruct LV as (b0 & L1 & L2 & L3). exists b0. rewrite <- X, <- Y.
      auto. }
    inversion ST as [S h L STEP OK]; subst.
    pose proof (WF t) as WFt. pose proof (WF (other t)) as WFo. rewrite Ek in WFt, STEP. rewrite Eko in WFo.
    assert (DONE : forall g' s2 Sr2 r2 r3 rs2, S = r2 :: rs2 -> view F t (R @ t) g' h s2 Sr2 r2 r3 rs2 (acells so) ->
              unnoticed t g (cheap K) g' h -> stepped F g (cheap K) g' h (acells s2) -> level_ok (s2 :: Sr2) L ->
              along F t (R @ t) (found @ t) (rest ++ (p @ t, Simple (c @ t)) :: b @ t) (s2 :: Sr2) (E @ t) ->
              exists g Ss0, remains (put taus t (taus @ t ++ [(q, cm)])) Ss0 /\
                inv g Ss0 (Config (put (stacks K) t S) h (put (levels K) t L))).
    { intros g' s2 Sr2 r2 r3 rs2 -> V2 U2 T2 L2 A2. exists g', (put Ss t (s2 :: Sr2)). split.
      - intros u rest' Eu. destruct (same_or_other t u) as [->| ->].
        + rewrite at_put_same. rewrite at_put_same in Eu. rewrite <- app_assoc in Eu. simpl in Eu. rewrite Et in Eu.
          apply app_inv_head in Eu. inversion Eu; subst. auto.
        + rewrite at_put_other. rewrite at_put_other in Eu. apply RM. auto.
      - intros u. destruct (same_or_other t u) as [->| ->]; cbn [stacks cheap levels].
        + exists s2, Sr2, r2, r3, rs2. rewrite !at_put_same, at_put_other, Eso. auto.
        + exists so, Sro, ro, ro0, rso. rewrite !at_put_other, other_other, at_put_same. split; auto. split; auto.
          split; auto.
          simpl top_cells. eapply other_view; eauto.
          * apply (v_fresh _ _ _ _ _ _ _ _ _ _ _ V).
          * eapply stepped_more; [|exact T2]. eapply relied; eauto.
          * apply shared_swap. apply (v_shared _ _ _ _ _ _ _ _ _ _ _ V2).
          * apply (v_fresh _ _ _ _ _ _ _ _ _ _ _ V2). }
    unfold goes_on in GO. cbn [fst snd] in GO. destruct cm as [cm|es|].
    + destruct GO as (s2 & Tr & _ & A2).
      destruct (transfer_ok _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tr V1 REL WH WFt LV1 STEP)
        as (g' & h' & r' & L' & Ez & V2 & U2 & L2 & T2).
      inversion Ez; subst. eapply DONE; eauto.
    + destruct GO as (s2 & En & A2). inversion STEP; subst.
      eapply (DONE g s2 (suspend es s1 :: Sr)); eauto.
      * eapply enter_view; eauto.
      * apply unnoticed_refl.
      * apply stepped_refl.
      * pose proof En as En'. unfold enter in En'. destruct (evals F (R @ t) s1 es); inversion En'; subst.
        exists (levels K @ t). cbn [alev aheld]. split; auto. split; [|exact LV1].
        destruct LV1 as (b0 & L1 & L2 & _). unfold locked. destruct (aheld s1); simpl; intros X.
        -- specialize (L2 eq_refl). lia.
        -- apply Nat.ltb_lt in X. lia.
    + destruct GO as (s0 & Sr' & -> & Z & A2). inversion STEP; subst.
      destruct (leave_view _ _ _ _ _ _ _ _ _ _ _ _ _ V1) as (r3 & V2).
      eapply (DONE g (leave F t (R @ t) s0 s1) Sr'); eauto.
      * apply unnoticed_refl.
      * apply stepped_refl.
      * destruct LV1 as (b0 & L1 & L2 & L3). rewrite Z in L1. simpl in L1. subst b0.
        destruct L3 as (b1 & X1 & X2 & X3). exists b1. simpl. auto.
Qed.

Theorem apart : (forall v w, In v (found @ one) -> In w (found @ two) -> vsite v = p @ one -> vsite w = p @ two ->
    (vlocked v && vlocked w = true) \/ forall n, In n (vobjects v) -> In n (vobjects w) -> False) ->
  forall K, interleaving K0 a K -> ~ clash K (c @ one) (c @ two).
Proof.
  intros SEP K I (_ & EA & NA).
  destruct (run a K I) as (g & Ss & RM & INV); [intros t; exists []; rewrite app_nil_r; auto|].
  assert (HERE : forall t, exists v l, In v (found @ t) /\ vsite v = p @ t /\ (vlocked v = true -> 0 < levels K @ t) /\
            (exists f, next_address K t (c @ t) = Some (l, f) \/ next_address K t (c @ t) = None) /\
            (forall f, next_address K t (c @ t) = Some (l, f) -> sees t (g l) /\ (shared (g l) -> In (nm (g l)) (vobjects v)))).
  { intros t. destruct (INV t) as (s & Sr & r & r0 & rs & Es & Ek & V & LV).
    pose proof (RM t [] ltac:(rewrite app_nil_r; auto)) as A. simpl in A. rewrite Es in A.
    destruct (peel _ _ _ _ _ _ _ A _ _ eq_refl _ _ eq_refl) as (s1 & CV & s2 & _ & RC & _).
    destruct (initial_well_behaved _ _ _ _ INI I) as (WH & WF & _).
    assert (Wr : wf_frame (cheap K) r) by (pose proof (WF t) as Y; rewrite Ek in Y; inversion Y; auto).
    destruct (ACCESS t) as (pi & Ap). cbn [fst snd] in RC. destruct (RC _ Ap) as (v & B & Iv & Sv & Lk & Ev & IB & _).
    assert (REL : grown (top_cells (Ss @ other t)) (R @ t)).
    { destruct (INV (other t)) as (so & Sro & ro & ro0 & rso & Eso & _).
      pose proof (RM (other t) [] ltac:(rewrite app_nil_r; auto)) as Ao.
      rewrite Eso in Ao |- *. pose proof (relied _ _ _ _ Ao) as X. rewrite other_other in X. exact X. }
    pose proof (weaker_view _ _ _ _ _ CV _ _ _ _ _ _ _ REL WH Wr V) as V1.
    unfold next_address. rewrite Ek, Ap. unfold address.
    assert (LV1 : vlocked v = true -> 0 < levels K @ t).
    { destruct (weaker_level _ _ _ _ CV) as (X & Y). destruct LV as (b0 & L1 & L2 & L3). rewrite Lk. unfold locked.
      rewrite <- X, <- Y. destruct (aheld s); simpl; intros Z.
      - specialize (L2 eq_refl). lia.
      - apply Nat.ltb_lt in Z. lia. }
    destruct (value r (cheap K) (path_base pi)) as [l|] eqn:Vl.
    - exists v, l. split; auto. split; auto. split; auto.
      destruct (eval_ok F t _ _ _ _ _ _ _ _ _ V1 REL _ _ _ Ev Vl) as [S1 I1].
      destruct (cheap K l) as [o|]; (split; [exists (plast pi); auto|]).
      + intros f _. split; auto. intros Sh. apply IB, in_shared_part. split; auto. apply shared_nm; auto.
      + intros f X. discriminate.
    - exists v, 0. split; auto. split; auto. split; auto. split; [exists 0; auto|]. intros f X. discriminate. }
  destruct (HERE one) as (v & l & Iv & Sv & Lv & (f & Av) & Xv). destruct (HERE two) as (w & l' & Iw & Sw & Lw & (f' & Aw) & Xw).
  destruct Av as [Av|Av]; [|congruence]. destruct Aw as [Aw|Aw]; [|congruence].
  assert (El : l = l' /\ f = f') by (rewrite Av, Aw in EA; inversion EA; auto). destruct El; subst l' f'.
  destruct (Xv _ Av) as [S1 X1]. destruct (Xw _ Aw) as [S2 X2].
  assert (Sh : shared (g l)) by (destruct (g l); simpl in *; auto; congruence).
  destruct (SEP _ _ Iv Iw Sv Sw) as [B|D]; [|eauto].
  apply andb_prop in B. destruct B as [B1 B2]. specialize (Lv B1). specialize (Lw B2).
  destruct (one_lock _ _ _ _ INI I one) as [Z|Z]; [|change (other one) with two in Z]; lia.
Qed.
End Sound.

Lemma trace_commands : forall P C tr, trace_of P C tr -> forall p c, In (p, Simple c) tr ->
  In (p, c) (commands C) \/ exists m, In (p, c) (commands (mbody P m)).
Proof.
  induction 1 as [|p c|C1 C2 t1 t2 H1 IH1 H2 IH2|C1 C2 t H IH|C1 C2 t H IH|C|C t1 t2 H1 IH1 H2 IH2|p m es t H IH];
    intros q c' I; simpl in *; try tauto.
  - destruct I as [I|[]]. inversion I; subst. auto.
  - rewrite in_app_iff in *. destruct I as [I|I]; [destruct (IH1 _ _ I) | destruct (IH2 _ _ I)]; auto.
  - rewrite in_app_iff. destruct (IH _ _ I); auto.
  - rewrite in_app_iff. destruct (IH _ _ I); auto.
  - rewrite in_app_iff in I. destruct I as [I|I]; [apply IH1 | apply IH2]; auto.
  - destruct I as [I|I]; [discriminate|]. apply in_app_iff in I. destruct I as [I|[I|[]]]; [|discriminate].
    destruct (IH _ _ I); eauto.
Qed.
Lemma before_command : forall P t tr p c, comes_before P (blocks P @ t) tr p c -> In c (commands_at P p).
Proof.
  intros P t tr p c (u & T). assert (I : In (p, Simple c) (tr ++ (p, Simple c) :: u)) by (apply in_app_iff; simpl; auto).
  destruct (trace_commands _ _ _ T _ _ I) as [J|(m & J)].
  - unfold commands_at. apply in_map_iff. exists (p, c). split; auto. apply filter_In. split; [|apply Nat.eqb_refl].
    apply in_flat_map. exists (blocks P @ t). split; auto. unfold bodies. destruct t; simpl; auto.
  - unfold commands_at. apply in_map_iff. exists (p, c). split; auto. apply filter_In. split; [|apply Nat.eqb_refl].
    apply in_flat_map. exists (mbody P m). split; auto. unfold bodies, mbody. simpl. right. right.
    destruct (le_lt_dec (length (methods P)) m) as [G|G].
    + unfold mbody in J. rewrite nth_overflow in J by auto. destruct J.
    + apply in_map. apply nth_In. auto.
Qed.
Lemma clash_conflict : forall K c1 c2, clash K c1 c2 -> conflict c1 c2 = true.
Proof.
  intros K c1 c2 (W & E & N). unfold conflict. unfold next_address in *.
  destruct (stacks K @ one) as [|s1 R1]; [congruence|].
  destruct (accessed_path c1) as [pi1|]; [|congruence]. rewrite W. simpl.
  destruct (stacks K @ two) as [|s2 R2]; [congruence|]. destruct (accessed_path c2) as [pi2|]; [|congruence].
  unfold address in *. destruct (value s1 (cheap K) (path_base pi1)) as [l1|]; [|congruence].
  destruct (cheap K l1); [|congruence].
  destruct (value s2 (cheap K) (path_base pi2)) as [l2|]; [|congruence].
  destruct (cheap K l2); [|congruence]. inversion E. apply Nat.eqb_refl.
Qed.

(** If the checker accepts a certificate, the two accesses never race. *)
Theorem certificate_sound : forall P p1 p2 c, certified P p1 p2 c = true -> ~ races P p1 p2.
Proof.
  intros P p1 p2 ct CK (K0 & INI & t1 & c1 & t2 & c2 & K & CB1 & CB2 & IN & CL).
  unfold certified in CK. apply orb_prop in CK. destruct CK as [CK|CK].
  - unfold no_conflict in CK. rewrite forallb_forall in CK. specialize (CK _ (before_command _ _ _ _ _ CB1)).
    rewrite forallb_forall in CK. specialize (CK _ (before_command _ _ _ _ _ CB2)).
    rewrite (clash_conflict _ _ _ CL) in CK. discriminate.
  - destruct (visits P (program_fields P) one (relies ct @ one) (loops ct @ one)) as [found1|] eqn:V1; [|discriminate].
    destruct (visits P (program_fields P) two (relies ct @ two) (loops ct @ two)) as [found2|] eqn:V2; [|discriminate].
    unfold separated in CK. rewrite !andb_true_iff, !forallb_forall in CK. destruct CK as [[CK1 CK2] CK3].
    destruct (visits_ok _ _ _ _ _ _ V1) as (e1 & A1). destruct (visits_ok _ _ _ _ _ _ V2) as (e2 & A2).
    destruct CB1 as (u1 & T1). destruct CB2 as (u2 & T2).
    refine (apart P (program_fields P) (relies ct) (found1, found2) ([e1], [e2]) K0 (t1, t2) (u1, u2) (p1, p2) (c1, c2)
              INI _ _ _ _ K IN CL).
    + intros []; simpl; auto.
    + pose proof (clash_conflict _ _ _ CL) as X. unfold conflict in X.
      destruct (accessed_path c1) as [pi1|] eqn:X1; [|discriminate]. destruct (accessed_path c2) as [pi2|] eqn:X2; [|discriminate].
      intros []; simpl; eauto.
    + intros [] v I S k n _ _ J; simpl in *.
      * specialize (CK1 _ I). rewrite S, Nat.eqb_refl in CK1. simpl in CK1. eapply cells_within_incl; eauto.
      * specialize (CK2 _ I). rewrite S, Nat.eqb_refl in CK2. simpl in CK2. eapply cells_within_incl; eauto.
    + simpl. intros v w I J S1 S2. specialize (CK3 _ I). rewrite forallb_forall in CK3. specialize (CK3 _ J).
      rewrite S1, S2, !Nat.eqb_refl in CK3. simpl in CK3. apply orb_prop in CK3. destruct CK3 as [B|D]; auto.
      right. intros n I1 I2. unfold disjoint in D. rewrite forallb_forall in D. specialize (D _ I1).
      apply has_in in I2. rewrite I2 in D. discriminate.
Qed.
