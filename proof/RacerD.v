(** * What RacerDX reports, RacerD reports (Theorem 3 of docs/comparators.md)

    The ownership analysis of Blackshear, Gorogiannis, O'Hearn and Sergey (OOPSLA 2018) on IL, as corrected there:
    a lock level, an environment of ownership values for expressions, and the accesses with the ownership of what
    they go through.  [theorem3]: each pair that RacerDX reports, with WB or without, is one that RacerD reports.

    It holds under the conditions I1 to I6 of docs/comparators.md, which are built in here:
    I1 paths are compared by their fields, whatever the roots; I2 locks are counted as in Figure 7; I3 the ownership of
    an access is looked up on proper prefixes of its path, and OwnedIf of some formals is not owned at the top; I4 the
    formals start as owned if their actuals are; I5 there is no condition on threads; I6 nothing else is dropped.

    A loop is iterated a given number of rounds ([rounds]); the theorem holds for every number, so also for one after
    which nothing changes. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Legal Racerdx Exec Traces Completeness Intact Theorem1 Reports.

(** ** Ownership *)
(** [OwnedIf N]: owned if the actuals of the formals in N are; owned, if N is empty. *)
Inductive ownership := Unowned | OwnedIf (N : list nat).
Definition own_join (a b : ownership) : ownership :=
  match a, b with
  | OwnedIf N, OwnedIf M => OwnedIf (N ++ filter (fun j => negb (existsb (Nat.eqb j) N)) M)
  | _, _ => Unowned
  end.
Definition env := expr -> ownership.
Definition env_join (E1 E2 : env) : env := fun e => own_join (E1 e) (E2 e).
Definition env_set (E : env) (e : expr) (o : ownership) : env := fun e' => if expr_eq_dec e' e then o else E e'.
(** I4. *)
Definition env_init : env := fun e => match e with (Arg i, []) => OwnedIf [i] | _ => Unowned end.
(** The value of the longest prefix that has one: [lookup E x gs fs] is about x.gs.fs and its prefixes from x.gs on. *)
Fixpoint lookup (E : env) (x : var) (gs fs : list field) : ownership :=
  match fs with
  | [] => E (x, gs)
  | f :: r => match lookup E x (gs ++ [f]) r with Unowned => E (x, gs) | o => o end
  end.
Definition owner (E : env) (e : expr) : ownership := lookup E (fst e) [] (snd e).

(** ** The analysis *)
Record snapshot := Snapshot { seen : access; owned : ownership }.
Definition rstate := (nat * env * list snapshot)%type.

Definition assign (E : env) (c : simple) : env :=
  match c with
  | Copy x y => env_set E (x, []) (owner E (y, []))
  | Load x pi => env_set E (x, []) (owner E (path_expr pi))
  | Store pi x => env_set E (path_expr pi) (owner E (x, []))
  | New x => env_set E (x, []) (OwnedIf [])
  | _ => E
  end.
(** I3: the ownership of a path without its last field.  What is owned is dropped. *)
Definition keep (o : ownership) : bool := match o with OwnedIf [] => false | _ => true end.
Definition snapshots (p : site) (c : simple) (L : nat) (E : env) : list snapshot :=
  match accessed_path c with
  | Some pi => let o := owner E (path_base pi) in
               if keep o then map (fun a => Snapshot a o) (accesses [] p c L) else []
  | None => []
  end.
(** The ownership of a callee's access, seen by the caller. *)
Definition owner_in_caller (E : env) (es : theta) (o : ownership) : ownership :=
  match o with
  | Unowned => Unowned
  | OwnedIf N => fold_right own_join (OwnedIf [])
                   (map (fun j => match nth_error es j with Some e => owner E e | None => Unowned end) N)
  end.
Definition snapshot_in_caller (E : env) (es : theta) (L : nat) (s : snapshot) : option snapshot :=
  let o := owner_in_caller E es (owned s) in
  match in_caller es L (seen s) with
  | Some a => if keep o then Some (Snapshot a o) else None
  | None => None
  end.

Section Analysis.
Variable rounds : nat.
Variable sm : method -> nat * list snapshot.
Fixpoint racerd (C : stmt) (z : rstate) : rstate :=
  match C with
  | Skip => z
  | Do p c => let '(L, E, A) := z in (locking c L, assign E c, snapshots p c L E ++ A)
  | Seq C1 C2 => racerd C2 (racerd C1 z)
  | If C1 C2 =>
      let '(L1, E1, A1) := racerd C1 z in
      let '(L2, E2, A2) := racerd C2 z in (max L1 L2, env_join E1 E2, A1 ++ A2)
  | While C =>
      let '(L, E, A) := z in
      let E' := Nat.iter rounds (fun E => env_join E (snd (fst (racerd C (L, E, A))))) E in
      let '(L1, _, A1) := racerd C (L, E', A) in (max L L1, E', A ++ A1)
  | Call _ m es =>
      let '(L, E, A) := z in (L + fst (sm m), E, filter_map (snapshot_in_caller E es L) (snd (sm m)) ++ A)
  end.
End Analysis.

Fixpoint racerd_summaries (rounds : nat) (P : program) (n : nat) : method -> nat * list snapshot :=
  match n with
  | 0 => fun _ => (0, [])
  | S k => let sm := racerd_summaries rounds P k in
           let '(L, _, A) := racerd rounds sm (mbody P k) (0, env_init, []) in fun m => if m =? k then (L, A) else sm m
  end.
(** The accesses of a thread block. *)
Definition racerd_unit (rounds : nat) (P : program) (t : thread) : list snapshot :=
  snd (racerd rounds (racerd_summaries rounds P (length (methods P))) (blocks P @ t) (0, env_init, [])).

(** I1, I2, I5: the pairs that are reported. *)
Definition racerd_reports (rounds : nat) (P : program) (x1 x2 : access) : Prop :=
  exists o1 o2, In (Snapshot x1 o1) (racerd_unit rounds P one) /\ In (Snapshot x2 o2) (racerd_unit rounds P two) /\
    keep o1 = true /\ keep o2 = true /\ snd (apath x1) = snd (apath x2) /\ conflict x1 x2.

(** ** Proof *)
(** W of a statement from D is W of D and what the statement adds. *)
Lemma W_from_bottom : forall wb sm C d e,
  In e (dW (transfer wb sm C d)) <-> In e (dW d) \/ In e (dW (transfer wb sm C bottom)).
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros d e; simpl.
  - tauto.
  - rewrite !in_app_iff. simpl. tauto.
  - rewrite IH2, IH1, (IH2 (transfer wb sm C1 bottom)). tauto.
  - rewrite !in_union, IH1, IH2. tauto.
  - rewrite !in_union, IH. simpl. tauto.
  - rewrite !in_app_iff. simpl. tauto.
Qed.
Lemma racerd_level : forall rounds sm dsm wb, (forall m, fst (sm m) = dL (dsm m)) -> forall C L E A d, dL d = L ->
  fst (fst (racerd rounds sm C (L, E, A))) = dL (transfer wb dsm C d).
Proof.
  intros rounds sm dsm wb SM. induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros L E A d Ed; simpl; subst; auto.
  - destruct (racerd rounds sm C1 (dL d, E, A)) as [[L1 E1] A1] eqn:X. apply IH2.
    rewrite <- (IH1 (dL d) E A d eq_refl), X. auto.
  - specialize (IH1 (dL d) E A d eq_refl). specialize (IH2 (dL d) E A d eq_refl).
    destruct (racerd rounds sm C1 (dL d, E, A)) as [[L1 E1] A1], (racerd rounds sm C2 (dL d, E, A)) as [[L2 E2] A2].
    simpl in *. congruence.
  - set (E' := Nat.iter rounds _ E). specialize (IH (dL d) E' A d eq_refl).
    destruct (racerd rounds sm C (dL d, E', A)) as [[L1 E1] A1]. simpl in *. congruence.
Qed.

(** E is as in the beginning on x.gs and all its prefixes. *)
Definition initial_on (E : env) (x : var) (fs : list field) : Prop :=
  forall i, i <= length fs -> E (x, firstn i fs) = env_init (x, firstn i fs).
Lemma lookup_initial : forall E i fs gs, gs <> [] ->
  (forall j, j <= length fs -> E (Arg i, gs ++ firstn j fs) = Unowned) -> lookup E (Arg i) gs fs = Unowned.
Proof.
  induction fs as [|f fs IH]; simpl; intros gs N H.
  - specialize (H 0 (le_n _)). rewrite app_nil_r in H. auto.
  - rewrite IH.
    + specialize (H 0 (Nat.le_0_l _)). simpl in H. rewrite app_nil_r in H. auto.
    + destruct gs; discriminate.
    + intros j L. rewrite <- app_assoc. apply (H (S j)). lia.
Qed.
Lemma owner_initial : forall E i fs, initial_on E (Arg i) fs -> owner E (Arg i, fs) = OwnedIf [i].
Proof.
  intros E i fs H. unfold owner. simpl. pose proof (H 0 (Nat.le_0_l _)) as H0. simpl in H0. destruct fs as [|f fs]; simpl; auto.
  rewrite (lookup_initial E i fs [f]); auto; [discriminate|].
  intros j L. apply (H (S j)). simpl. lia.
Qed.
Lemma initial_prefix : forall E x fs gs, initial_on E x (fs ++ gs) -> initial_on E x fs.
Proof.
  intros E x fs gs H i L. specialize (H i). rewrite firstn_app in H.
  replace (i - length fs) with 0 in H by lia. simpl in H. rewrite app_nil_r in H. apply H. rewrite app_length. lia.
Qed.
Lemma initial_join : forall E1 E2 x fs, initial_on E1 x fs -> initial_on E2 x fs -> initial_on (env_join E1 E2) x fs.
Proof.
  intros E1 E2 x fs H1 H2 i L. unfold env_join. rewrite H1, H2 by auto.
  unfold env_init. destruct x as [n|n]; auto. destruct (firstn i fs); auto. simpl. rewrite Nat.eqb_refl. auto.
Qed.

(** Nothing that C touches is x.fs or a prefix of it. *)
Definition leaves (wb : bool) (sm : method -> dom) (C : stmt) (x : var) (fs : list field) : Prop :=
  forall i, i <= length fs -> ~ In (x, firstn i fs) (dW (transfer wb sm C bottom)).
(** Then E stays as it was there. *)
Lemma assign_kept : forall E c i fs, (forall j, j <= length fs -> ~ In (Arg i, firstn j fs) (touches c)) ->
  initial_on E (Arg i) fs -> initial_on (assign E c) (Arg i) fs.
Proof.
  intros E c i fs N H j L.
  assert (SET : forall e o, In e (touches c) -> env_set E e o (Arg i, firstn j fs) = env_init (Arg i, firstn j fs)).
  { intros e o I. unfold env_set. destruct (expr_eq_dec (Arg i, firstn j fs) e) as [<-|]; auto. destruct (N j L I). }
  destruct c; cbn [assign]; try (apply H; exact L); apply SET; simpl; auto.
Qed.
Lemma iter_keeps : forall {A} (f : A -> A) (Q : A -> Prop), (forall a, Q a -> Q (f a)) ->
  forall n a, Q a -> Q (Nat.iter n f a).
Proof. induction n; simpl; auto. Qed.
Section Kept.
Variables (wb : bool) (rounds : nat) (sm : method -> nat * list snapshot) (dsm : method -> dom).
Variable i : nat.
Variable fs : list field.
Lemma env_kept : forall C z, leaves wb dsm C (Arg i) fs -> initial_on (snd (fst z)) (Arg i) fs ->
  initial_on (snd (fst (racerd rounds sm C z))) (Arg i) fs.
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros [[L E] A] N H; simpl in H; auto.
  - simpl. apply assign_kept; auto. intros j Lj I. apply (N j Lj). simpl. apply in_or_app. left.
    apply in_filter_map. exists (Arg i, firstn j fs). auto.
  - simpl. apply IH2; [|apply IH1; auto].
    + intros j Lj I. apply (N j Lj). simpl. apply W_from_bottom. auto.
    + intros j Lj I. apply (N j Lj). simpl. apply W_from_bottom. auto.
  - assert (N1 : leaves wb dsm C1 (Arg i) fs) by (intros j Lj I; apply (N j Lj); simpl; apply in_union; auto).
    assert (N2 : leaves wb dsm C2 (Arg i) fs) by (intros j Lj I; apply (N j Lj); simpl; apply in_union; auto).
    specialize (IH1 (L, E, A) N1 H). specialize (IH2 (L, E, A) N2 H). simpl.
    destruct (racerd rounds sm C1 (L, E, A)) as [[L1 E1] A1], (racerd rounds sm C2 (L, E, A)) as [[L2 E2] A2].
    apply initial_join; auto.
  - assert (N1 : leaves wb dsm C (Arg i) fs) by (intros j Lj I; apply (N j Lj); simpl; apply in_union; auto).
    simpl. set (E' := Nat.iter rounds _ E). assert (H' : initial_on E' (Arg i) fs).
    { unfold E'. apply (iter_keeps _ (fun E => initial_on E (Arg i) fs)); auto. intros E0 H0. apply initial_join; auto. }
    destruct (racerd rounds sm C (L, E', A)) as [[L1 E1] A1]. auto.
Qed.
End Kept.

(** Recorded paths start at a formal and have fields. *)
Definition proper_path (x : access) : Prop := (exists i, fst (apath x) = Arg i) /\ snd (apath x) <> [].
Lemma subst_formal : forall T e e', subst T e = Some e' -> exists i, fst e' = Arg i.
Proof.
  induction T as [|th T IH]; intros [[i|i] fs] e' E; simpl in E; try discriminate.
  - inversion E; subst. simpl. eauto.
  - destruct (nth_error th i); [eauto | discriminate].
Qed.
Lemma access_proper : forall wb sm, (forall m x, In x (dA (sm m)) -> proper_path x) ->
  forall C d, (forall x, In x (dA d) -> proper_path x) -> forall x, In x (dA (transfer wb sm C d)) -> proper_path x.
Proof.
  intros wb sm SM. induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; simpl; intros d H x I; auto.
  - apply in_app_or in I. destruct I as [I|I]; auto. unfold accesses in I.
    destruct (accessed_path c) as [pi|]; [|destruct I]. destruct (subst [] (path_expr pi)) as [e|] eqn:ES; [|destruct I].
    destruct I as [<-|[]]. split; simpl; [eapply subst_formal; eauto|].
    unfold path_expr in ES. destruct (subst_root _ _ _ _ ES) as (w & hs & _ & ->). simpl.
    destruct hs; simpl; [destruct (pinner pi); discriminate | discriminate].
  - eapply IH2; [|eauto]. intros; eapply IH1; eauto.
  - apply in_union in I. destruct I; [eapply IH1 | eapply IH2]; eauto.
  - apply in_union in I. destruct I; [auto | eapply IH; eauto].
  - apply in_app_or in I. destruct I as [I|I]; auto. apply in_filter_map in I. destruct I as (x0 & I & E).
    unfold in_caller in E. destruct (subst [es] (apath x0)) as [e|] eqn:ES; [|discriminate].
    assert (apath x = e) as EX by (inversion E; reflexivity). unfold proper_path. rewrite EX. split; [eapply subst_formal; eauto|].
    apply SM in I. destruct I as [_ NF]. destruct (apath x0) as [v gs].
    destruct (subst_root _ _ _ _ ES) as (w & hs & _ & ->). simpl in *. destruct hs; simpl; [auto | discriminate].
Qed.
Lemma summaries_proper : forall wb P n m x, In x (dA (summaries wb P n m)) -> proper_path x.
Proof.
  induction n as [|n IH]; simpl; intros m x I; [destruct I|]. destruct (m =? n); [|eapply IH; eauto].
  eapply access_proper; [| |exact I]; [intros; eapply IH; eauto | intros y []].
Qed.

(** An access of Figure 7, no proper prefix of whose path is touched, is a snapshot, owned if its root's actual is. *)
Section Found.
Variables (wb : bool) (rounds : nat) (sm : method -> nat * list snapshot) (dsm : method -> dom).
Definition untouched (d : dom) (e : expr) : Prop := forall e', proper_prefix e' e -> ~ In e' (dW d).
Definition finds (A : list snapshot) (x : access) : Prop :=
  exists i, fst (apath x) = Arg i /\ In (Snapshot x (OwnedIf [i])) A.
Hypothesis LEVELS : forall m, fst (sm m) = dL (dsm m).
Hypothesis PROPER : forall m x, In x (dA (dsm m)) -> proper_path x.
Hypothesis FOUND : forall m x, In x (dA (dsm m)) -> untouched (dsm m) (apath x) -> finds (snd (sm m)) x.

(** All proper prefixes of a path: x.fs without the last field, and its prefixes. *)
Lemma leaves_untouched : forall C v fs f, untouched (transfer wb dsm C bottom) (v, fs ++ [f]) -> leaves wb dsm C v fs.
Proof.
  intros C v fs f U i L I. apply (U (v, firstn i fs)); auto. split; auto. simpl.
  assert (E0 : fs ++ [f] = firstn i fs ++ (skipn i fs ++ [f])) by (rewrite app_assoc, firstn_skipn; auto). rewrite E0.
  destruct (skipn i fs ++ [f]) as [|k ks] eqn:E; [destruct (skipn i fs); discriminate | eauto].
Qed.
Lemma accesses_found : forall C L E A d x i fs f, dL d = L -> apath x = (Arg i, fs ++ [f]) ->
  In x (dA (transfer wb dsm C d)) -> (In x (dA d) -> finds A x) ->
  untouched (transfer wb dsm C bottom) (apath x) -> initial_on E (Arg i) fs ->
  finds (snd (racerd rounds sm C (L, E, A))) x.
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros L E A d x i fs f Ed EP I OLD U H.
  - auto.
  - simpl in *. apply in_app_or in I. destruct I as [I|I].
    + exists i. rewrite EP. split; auto. apply in_or_app. left.
      unfold snapshots. unfold accesses in *. destruct (accessed_path c) as [pi|] eqn:AP; [|destruct I].
      destruct (subst [] (path_expr pi)) as [e|] eqn:ES; [|destruct I]. destruct I as [<-|[]]. simpl in EP. subst e.
      assert (EQ : path_expr pi = (Arg i, fs ++ [f])).
      { unfold path_expr in *. simpl in ES. destruct (proot pi); [|discriminate]. injection ES as E1 E2. congruence. }
      unfold path_expr in EQ. injection EQ as E1 E2. apply app_inj_tail in E2. destruct E2 as [E2 _].
      unfold path_base. rewrite E1, E2, (owner_initial _ _ _ H). simpl. left. congruence.
    + destruct (OLD I) as (j & Ej & IA). exists j. split; auto. apply in_or_app. auto.
  - simpl in *. destruct (racerd rounds sm C1 (L, E, A)) as [[L1 E1] A1] eqn:X.
    assert (U1 : untouched (transfer wb dsm C1 bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply W_from_bottom. auto. }
    assert (U2 : untouched (transfer wb dsm C2 bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply W_from_bottom. auto. }
    eapply IH2 with (d := transfer wb dsm C1 d); eauto.
    + rewrite <- (racerd_level rounds sm dsm wb LEVELS C1 L E A d Ed), X. auto.
    + intros I1. pose proof (IH1 L E A d x i fs f Ed EP I1 OLD U1 H) as R. rewrite X in R. auto.
    + assert (N1 : leaves wb dsm C1 (Arg i) fs) by (eapply leaves_untouched; rewrite <- EP; eauto).
      pose proof (env_kept wb rounds sm dsm i fs C1 (L, E, A) N1 H) as K. rewrite X in K. auto.
  - simpl in *. assert (U1 : untouched (transfer wb dsm C1 bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply in_union. auto. }
    assert (U2 : untouched (transfer wb dsm C2 bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply in_union. auto. }
    destruct (racerd rounds sm C1 (L, E, A)) as [[L1 E1] A1] eqn:X1, (racerd rounds sm C2 (L, E, A)) as [[L2 E2] A2] eqn:X2.
    simpl. apply in_union in I. destruct I as [I|I].
    + pose proof (IH1 L E A d x i fs f Ed EP I OLD U1 H) as R. rewrite X1 in R. destruct R as (j & Ej & IA).
      exists j. split; auto. apply in_or_app. auto.
    + pose proof (IH2 L E A d x i fs f Ed EP I OLD U2 H) as R. rewrite X2 in R. destruct R as (j & Ej & IA).
      exists j. split; auto. apply in_or_app. auto.
  - assert (U1 : untouched (transfer wb dsm C bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply in_union. auto. }
    apply in_union in I. clear U. rename U1 into U. simpl in *. set (E' := Nat.iter rounds _ E).
    assert (N1 : leaves wb dsm C (Arg i) fs) by (eapply leaves_untouched; rewrite <- EP; eauto).
    assert (H' : initial_on E' (Arg i) fs).
    { unfold E'. apply (iter_keeps _ (fun E => initial_on E (Arg i) fs)); auto. intros E0 H0. apply initial_join; auto.
      apply (env_kept wb rounds sm dsm i fs C (L, E0, A) N1 H0). }
    destruct (racerd rounds sm C (L, E', A)) as [[L1 E1] A1] eqn:X. simpl. destruct I as [I|I].
    + destruct (OLD I) as (j & Ej & IA). exists j. split; auto. apply in_or_app. auto.
    + pose proof (IH L E' A d x i fs f Ed EP I OLD U H') as R. rewrite X in R. destruct R as (j & Ej & IA).
      exists j. split; auto. apply in_or_app. auto.
  - cbn [racerd transfer dA snd] in *. apply in_app_or in I. destruct I as [I|I].
    2:{ destruct (OLD I) as (j & Ej & IA). exists j. split; auto. apply in_or_app. auto. }
    apply in_filter_map in I. destruct I as (x0 & I & EC). unfold in_caller in EC.
    destruct (subst [es] (apath x0)) as [e|] eqn:ES; inversion EC; subst x. simpl in EP. subst e.
    destruct (PROPER _ _ I) as [_ NF]. destruct (apath x0) as [v0 gs0] eqn:EP0. simpl in NF.
    destruct v0 as [j|j]; [|discriminate]. simpl in ES. destruct (nth_error es j) as [[w ws]|] eqn:NE; [|discriminate].
    simpl in ES. destruct w as [w|w]; [|discriminate]. injection ES as -> EF.
    assert (U0 : untouched (dsm m) (apath x0)).
    { intros [v hs] [PV (k & ks & PF)] IW. rewrite EP0 in PV, PF. simpl in PV, PF. subst v.
      apply (U (Arg i, ws ++ hs)).
      - split; auto. simpl. exists k, ks. rewrite <- EF, PF, app_assoc. auto.
      - simpl. apply in_or_app. right. apply in_or_app. left. apply in_filter_map. exists (Arg j, hs). split; auto.
        simpl. rewrite NE. auto. }
    destruct (FOUND _ _ I U0) as (j' & Ej' & IA). rewrite EP0 in Ej'. simpl in Ej'. injection Ej' as <-.
    exists i. split; auto. apply in_or_app. left. apply in_filter_map. exists (Snapshot x0 (OwnedIf [j])). split; auto.
    unfold snapshot_in_caller, in_caller. cbn [seen owned]. rewrite EP0. simpl subst. rewrite NE. simpl.
    assert (PW : owner E (Arg i, ws) = OwnedIf [i]).
    { apply owner_initial. destruct (exists_last NF) as (hs & f' & ->). rewrite app_assoc in EF.
      apply app_inj_tail in EF. destruct EF as [EF _]. rewrite <- EF in H. eapply initial_prefix; eauto. }
    rewrite NE, PW. simpl. rewrite EF, Ed. auto.
Qed.
End Found.

(** From the initial environment. *)
Lemma body_found : forall wb rounds sm dsm C, (forall m, fst (sm m) = dL (dsm m)) ->
  (forall m x, In x (dA (dsm m)) -> proper_path x) ->
  (forall m x, In x (dA (dsm m)) -> untouched (dsm m) (apath x) -> finds (snd (sm m)) x) ->
  forall x, In x (dA (transfer wb dsm C bottom)) -> untouched (transfer wb dsm C bottom) (apath x) ->
  finds (snd (racerd rounds sm C (0, env_init, []))) x.
Proof.
  intros wb rounds sm dsm C LV PR FO x I U.
  destruct (access_proper wb dsm PR C bottom (fun y (F : In y (dA bottom)) => match F with end) x I) as [(i & EV) NF].
  destruct (exists_last NF) as (fs & f & EF).
  eapply (accesses_found wb rounds sm dsm LV PR FO C 0 env_init [] bottom x i fs f); auto.
  - rewrite (surjective_pairing (apath x)), EV, EF. auto.
  - intros [].
  - intros j Lj. auto.
Qed.
Lemma racerd_summaries_found : forall wb rounds P n m,
  fst (racerd_summaries rounds P n m) = dL (summaries wb P n m) /\
  forall x, In x (dA (summaries wb P n m)) -> untouched (summaries wb P n m) (apath x) ->
  finds (snd (racerd_summaries rounds P n m)) x.
Proof.
  intros wb rounds P. induction n as [|n IH]; simpl; intros m; [split; [auto | intros x []]|].
  assert (LV : forall m, fst (racerd_summaries rounds P n m) = dL (summaries wb P n m)) by (intros; apply IH).
  pose proof (racerd_level rounds _ _ wb LV (mbody P n) 0 env_init [] bottom eq_refl) as RL.
  pose proof (body_found wb rounds _ _ (mbody P n) LV (summaries_proper wb P n) (fun m => proj2 (IH m))) as BF.
  destruct (racerd rounds (racerd_summaries rounds P n) (mbody P n) (0, env_init, [])) as [[L E] A].
  destruct (m =? n); [|apply IH]. split; auto.
Qed.

(** ** Theorem 3 *)
Lemma unit_found : forall wb rounds P, legal P -> forall t x, In x (dA (unit_summary wb P t)) ->
  stable wb P (blocks P @ t) (apath x) -> finds (racerd_unit rounds P t) x.
Proof.
  intros wb rounds P LEGAL t x I ST. unfold unit_summary in I. unfold stable in ST. unfold analyse in *.
  (* methods that do not exist have empty bodies, so the summaries of those that do are all there is *)
  assert (SAME : forall m, summary wb P m = summaries wb P (length (methods P)) m).
  { intros m. destruct (le_lt_dec (length (methods P)) m) as [G|G]; [|symmetry; apply summaries_stable; auto].
    rewrite (summary_eq wb P (legal_calls P LEGAL)). unfold mbody. rewrite nth_overflow by auto.
    unfold analyse. simpl. clear - G. revert m G. induction (length (methods P)) as [|n IH]; intros m G; auto.
    simpl. destruct (Nat.eqb_spec m n); [lia|]. apply IH. lia. }
  assert (EXT : forall C d, transfer wb (summary wb P) C d = transfer wb (summaries wb P (length (methods P))) C d).
  { intros C d. eapply transfer_ext; [apply calls_below_bound|]. auto. }
  rewrite EXT in *. unfold racerd_unit. apply (body_found wb) with (dsm := summaries wb P (length (methods P))); auto.
  - intros m. apply racerd_summaries_found.
  - apply summaries_proper.
  - intros m y. apply racerd_summaries_found.
Qed.
Theorem theorem3 : forall wb rounds P, legal P -> forall x1 x2,
  In (x1, x2) (racerdx_reports wb P) -> racerd_reports rounds P x1 x2.
Proof.
  intros wb rounds P LEGAL x1 x2 I. apply in_report in I. destruct I as [I H].
  apply in_pairs in I. destruct I as [I1 I2].
  unfold racerdx_pair in H. rewrite !andb_true_iff, conflictb_iff, fields_eqb_eq, !stableb_iff in H.
  destruct H as [[[CF EF] S1] S2].
  destruct (unit_found wb rounds P LEGAL one x1 I1 S1) as (i & _ & F1).
  destruct (unit_found wb rounds P LEGAL two x2 I2 S2) as (j & _ & F2).
  exists (OwnedIf [i]), (OwnedIf [j]). auto 10.
Qed.
