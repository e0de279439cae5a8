(** * What RacerDX reports, RacerD reports (Theorem 3 of docs/theory.md)

    The ownership analysis of Blackshear, Gorogiannis, O'Hearn and Sergey (OOPSLA 2018) on IL, as corrected there:
    a lock level, an environment of ownership values for expressions, and the accesses with the ownership of what
    they go through.  [theorem3]: each pair that RacerDX reports, with WB or without, is one that RacerD reports.

    It holds under the conditions I1 to I6 of docs/theory.md, which are built in here:
    I1 paths are compared by their fields, whatever the roots; I2 locks are counted as in Figure 7; I3 the ownership of
    an access is looked up on proper prefixes of its path, and OwnedIf of some formals is not owned at the top; I4 the
    formals start as owned if their actuals are; I5 there is no condition on threads; I6 nothing else is dropped.

    Environments are lists of entries, so that all of this can be computed: [racerd_reports] is extracted, and held
    against package abstract/racerd.  A loop is iterated until nothing changes, but not more than [rounds] times; the
    theorem holds for every number. *)
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
(** E: the entries of what has been assigned.  I4: without one, a formal is owned if its actual is. *)
Definition env := list (expr * ownership).
Definition unassigned (e : expr) : ownership := match e with (Arg i, []) => OwnedIf [i] | _ => Unowned end.
Definition entry (E : env) (e : expr) : ownership :=
  match find (fun p => expr_eqb (fst p) e) E with Some (_, o) => o | None => unassigned e end.
(** The value of the longest prefix that has one: [lookup E x gs fs] is about x.gs.fs and its prefixes from x.gs on. *)
Fixpoint lookup (E : env) (x : var) (gs fs : list field) : ownership :=
  match fs with
  | [] => entry E (x, gs)
  | f :: r => match lookup E x (gs ++ [f]) r with Unowned => entry E (x, gs) | o => o end
  end.
Definition owner (E : env) (e : expr) : ownership := lookup E (fst e) [] (snd e).

(** An assignment to e drops the entries of its extensions: they spoke of another object's fields. *)
Definition env_set (E : env) (e : expr) (o : ownership) : env :=
  (e, o) :: filter (fun p => negb (expr_eqb e (fst p) || proper_prefixb e (fst p))) E.
(** For each expression the join of what the two say of it. *)
Definition env_join (E1 E2 : env) : env :=
  map (fun e => (e, own_join (owner E1 e) (owner E2 e))) (nodup expr_eq_dec (map fst E1 ++ map fst E2)).
Definition own_eqb (a b : ownership) : bool :=
  match a, b with
  | Unowned, Unowned => true
  | OwnedIf N, OwnedIf M => forallb (fun i => existsb (Nat.eqb i) M) N && forallb (fun i => existsb (Nat.eqb i) N) M
  | _, _ => false
  end.
(** E' says of its own expressions what E says. *)
Definition env_same (E E' : env) : bool := forallb (fun p => own_eqb (owner E (fst p)) (owner E' (fst p))) E'.

(** ** The analysis *)
Record snapshot := Snapshot { seen : access; owned : ownership }.
Definition snapshot_eq_dec (a b : snapshot) : {a = b} + {a <> b}.
Proof. decide equality; [decide equality; apply (list_eq_dec Nat.eq_dec) | apply access_eq_dec]. Defined.
Definition rstate := (nat * env * list snapshot)%type.

Definition assign (E : env) (c : simple) : env :=
  match c with
  | Copy x y => if var_eq_dec x y then E else env_set E (x, []) (owner E (y, []))
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

(** Rounds of a loop from its head, until they do not change what is known there. *)
Fixpoint settle (body : env -> list snapshot -> rstate) (n : nat) (E : env) (A : list snapshot) : env * list snapshot :=
  match n with
  | 0 => (E, A)
  | S n' => let '(_, E1, A1) := body E A in
            let E' := env_join E E1 in if env_same E E' then (E', A1) else settle body n' E' A1
  end.
Section Analysis.
Variable rounds : nat.
Variable sm : method -> nat * list snapshot.
(** The accesses found so far are handed on, and none is taken away. *)
Fixpoint racerd (C : stmt) (z : rstate) : rstate :=
  match C with
  | Skip => z
  | Do p c => let '(L, E, A) := z in (locking c L, assign E c, union snapshot_eq_dec (snapshots p c L E) A)
  | Seq C1 C2 => racerd C2 (racerd C1 z)
  | If C1 C2 =>
      let '(L, E, A) := z in
      let '(L1, E1, A1) := racerd C1 (L, E, A) in
      let '(L2, E2, A2) := racerd C2 (L, E, A1) in (max L1 L2, env_join E1 E2, A2)
  | While C =>
      let '(L, E, A) := z in
      let '(E', A') := settle (fun E A => racerd C (L, E, A)) rounds E A in
      let '(L1, _, A1) := racerd C (L, E', A') in (max L L1, E', A1)
  | Call _ m es =>
      let '(L, E, A) := z in (L + fst (sm m), E, union snapshot_eq_dec (filter_map (snapshot_in_caller E es L) (snd (sm m))) A)
  end.
End Analysis.

Fixpoint racerd_summaries (rounds : nat) (P : program) (n : nat) : method -> nat * list snapshot :=
  match n with
  | 0 => fun _ => (0, [])
  | S k => let sm := racerd_summaries rounds P k in
           let z := racerd rounds sm (mbody P k) (0, [], []) in fun m => if m =? k then (fst (fst z), snd z) else sm m
  end.
(** The accesses of a thread block. *)
Definition racerd_unit (rounds : nat) (P : program) (t : thread) : list snapshot :=
  snd (racerd rounds (racerd_summaries rounds P (length (methods P))) (blocks P @ t) (0, [], [])).

(** I1, I2, I5: the pairs that are reported. *)
Definition racerd_pair (s1 s2 : snapshot) : bool :=
  keep (owned s1) && keep (owned s2) && fields_eqb (snd (apath (seen s1))) (snd (apath (seen s2))) && conflictb (seen s1) (seen s2).
Definition racerd_reports (rounds : nat) (P : program) : list (access * access) :=
  map (fun s => (seen (fst s), seen (snd s)))
      (filter (fun s => racerd_pair (fst s) (snd s)) (list_prod (racerd_unit rounds P one) (racerd_unit rounds P two))).

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
  - specialize (IH1 (dL d) E A d eq_refl). destruct (racerd rounds sm C1 (dL d, E, A)) as [[L1 E1] A1].
    specialize (IH2 (dL d) E A1 d eq_refl). destruct (racerd rounds sm C2 (dL d, E, A1)) as [[L2 E2] A2].
    simpl in *. congruence.
  - destruct (settle _ rounds E A) as [E' A']. specialize (IH (dL d) E' A' d eq_refl).
    destruct (racerd rounds sm C (dL d, E', A')) as [[L1 E1] A1]. simpl in *. congruence.
Qed.
(** No access is lost. *)
Lemma settle_grows : forall body s, (forall E A, In s A -> In s (snd (body E A))) -> forall n E A, In s A -> In s (snd (settle body n E A)).
Proof.
  intros body s B. induction n as [|n IH]; simpl; intros E A I; auto. specialize (B E A I).
  destruct (body E A) as [[L1 E1] A1]. destruct (env_same E (env_join E E1)); auto.
Qed.
Lemma racerd_grows : forall rounds sm s C L E A, In s A -> In s (snd (racerd rounds sm C (L, E, A))).
Proof.
  intros rounds sm s. induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros L E A I; simpl; auto.
  - apply in_union. auto.
  - specialize (IH1 L E A I). destruct (racerd rounds sm C1 (L, E, A)) as [[L1 E1] A1]. auto.
  - specialize (IH1 L E A I). destruct (racerd rounds sm C1 (L, E, A)) as [[L1 E1] A1]. specialize (IH2 L E A1 IH1).
    destruct (racerd rounds sm C2 (L, E, A1)) as [[L2 E2] A2]. auto.
  - pose proof (settle_grows (fun E A => racerd rounds sm C (L, E, A)) s (IH L) rounds E A I) as G.
    destruct (settle _ rounds E A) as [E' A']. specialize (IH L E' A' G). destruct (racerd rounds sm C (L, E', A')) as [[L1 E1] A1]. auto.
  - apply in_union. auto.
Qed.

(** What E says of formal i and of its extensions up to x.fs is what it says of the formal in the beginning. *)
Definition initial_on (E : env) (i : nat) (fs : list field) : Prop :=
  entry E (Arg i, []) = OwnedIf [i] /\
  forall j, j <= length fs -> entry E (Arg i, firstn j fs) = Unowned \/ entry E (Arg i, firstn j fs) = OwnedIf [i].
Lemma lookup_initial : forall E i fs gs,
  (forall j, j <= length fs -> entry E (Arg i, gs ++ firstn j fs) = Unowned \/ entry E (Arg i, gs ++ firstn j fs) = OwnedIf [i]) ->
  (lookup E (Arg i) gs fs = Unowned \/ lookup E (Arg i) gs fs = OwnedIf [i]) /\
  (entry E (Arg i, gs) = OwnedIf [i] -> lookup E (Arg i) gs fs = OwnedIf [i]).
Proof.
  induction fs as [|f fs IH]; simpl; intros gs H.
  - specialize (H 0 (le_n _)). rewrite app_nil_r in H. auto.
  - destruct (IH (gs ++ [f])) as [A _].
    { intros j L. rewrite <- app_assoc. apply (H (S j)). lia. }
    pose proof (H 0 (Nat.le_0_l _)) as H0. simpl in H0. rewrite app_nil_r in H0. destruct A as [-> | ->]; auto.
Qed.
Lemma owner_initial : forall E i fs, initial_on E i fs -> owner E (Arg i, fs) = OwnedIf [i].
Proof. intros E i fs [R H]. apply (lookup_initial E i fs []); auto. Qed.
Lemma initial_prefix : forall E i fs gs, initial_on E i (fs ++ gs) -> initial_on E i fs.
Proof.
  intros E i fs gs [R H]. split; auto. intros j L. specialize (H j). rewrite firstn_app in H.
  replace (j - length fs) with 0 in H by lia. simpl in H. rewrite app_nil_r in H. apply H. rewrite app_length. lia.
Qed.
Lemma initial_firstn : forall E i fs j, initial_on E i fs -> initial_on E i (firstn j fs).
Proof. intros E i fs j H. rewrite <- (firstn_skipn j fs) in H. eapply initial_prefix; eauto. Qed.
Lemma expr_eqb_eq : forall a b, expr_eqb a b = true <-> a = b.
Proof. intros a b. unfold expr_eqb. destruct (expr_eq_dec a b); intuition discriminate. Qed.
Lemma entry_map : forall (g : expr -> ownership) l e, entry (map (fun e => (e, g e)) l) e = g e \/ entry (map (fun e => (e, g e)) l) e = unassigned e.
Proof.
  intros g l e. unfold entry. induction l as [|a l IH]; simpl; auto. destruct (expr_eqb a e) eqn:X; auto. apply expr_eqb_eq in X. subst. auto.
Qed.
Lemma initial_join : forall E1 E2 i fs, initial_on E1 i fs -> initial_on E2 i fs -> initial_on (env_join E1 E2) i fs.
Proof.
  intros E1 E2 i fs H1 H2.
  assert (J : forall j, own_join (owner E1 (Arg i, firstn j fs)) (owner E2 (Arg i, firstn j fs)) = OwnedIf [i]).
  { intros j. rewrite (owner_initial E1 i (firstn j fs)), (owner_initial E2 i (firstn j fs)) by (apply initial_firstn; auto).
    simpl. rewrite Nat.eqb_refl. auto. }
  unfold env_join. split.
  - destruct (entry_map (fun e => own_join (owner E1 e) (owner E2 e)) (nodup expr_eq_dec (map fst E1 ++ map fst E2)) (Arg i, [])) as [-> | ->]; auto. apply (J 0).
  - intros j L. destruct (entry_map (fun e => own_join (owner E1 e) (owner E2 e)) (nodup expr_eq_dec (map fst E1 ++ map fst E2)) (Arg i, firstn j fs)) as [-> | ->]; [rewrite J; auto|].
    simpl. destruct (firstn j fs); auto.
Qed.

(** Nothing that C touches is x.fs or a prefix of it. *)
Definition leaves (wb : bool) (sm : method -> dom) (C : stmt) (x : var) (fs : list field) : Prop :=
  forall i, i <= length fs -> ~ In (x, firstn i fs) (dW (transfer wb sm C bottom)).
(** Then E stays as it was there. *)
Lemma entry_set : forall E e o e', e <> e' -> ~ proper_prefix e e' -> entry (env_set E e o) e' = entry E e'.
Proof.
  intros E e o e' N NP. unfold entry, env_set. simpl. destruct (expr_eqb e e') eqn:X; [apply expr_eqb_eq in X; congruence|].
  induction E as [|[a v] E IH]; simpl; auto. destruct (expr_eqb a e') eqn:Y.
  - apply expr_eqb_eq in Y. subst a. destruct (proper_prefixb e e') eqn:Z; [apply proper_prefixb_iff in Z; contradiction|].
    rewrite X. simpl. assert (R : expr_eqb e' e' = true) by (apply expr_eqb_eq; auto). rewrite R. auto.
  - destruct (negb (expr_eqb e a || proper_prefixb e a)); simpl; auto. rewrite Y. auto.
Qed.
Lemma assign_kept : forall E c i fs, (forall j, j <= length fs -> ~ In (Arg i, firstn j fs) (touches c)) ->
  initial_on E i fs -> initial_on (assign E c) i fs.
Proof.
  intros E c i fs N [R H].
  assert (SET : forall e o, In e (touches c) -> initial_on (env_set E e o) i fs).
  { intros e o I.
    assert (SAME : forall j, j <= length fs -> entry (env_set E e o) (Arg i, firstn j fs) = entry E (Arg i, firstn j fs)).
    { intros j L. apply entry_set.
      - intros ->. apply (N j L I).
      - destruct e as [v gs]. intros [V (f & r & F)]. simpl in V, F. subst v. apply (N (length gs)).
        + apply (f_equal (@length field)) in F. rewrite firstn_length, app_length in F. simpl in F. lia.
        + assert (X : firstn (length gs) fs = gs).
          { assert (Y : firstn (length gs) (firstn j fs) = gs) by (rewrite F, firstn_app, firstn_all, Nat.sub_diag; apply app_nil_r).
            rewrite firstn_firstn in Y. apply (f_equal (@length field)) in F. rewrite firstn_length, app_length in F. simpl in F.
            replace (Init.Nat.min (length gs) j) with (length gs) in Y by lia. auto. }
          rewrite X. auto. }
    split; [pose proof (SAME 0 (Nat.le_0_l _)) as S0; simpl in S0; congruence|]. intros j L. rewrite SAME by auto. auto. }
  destruct c as [x y|x pi|pi x|x| |]; cbn [assign]; try (split; [exact R | exact H]); try (apply SET; simpl; auto).
  destruct (var_eq_dec x y); [split; auto | apply SET; simpl; auto].
Qed.
Section Kept.
Variables (wb : bool) (rounds : nat) (sm : method -> nat * list snapshot) (dsm : method -> dom).
Variable i : nat.
Variable fs : list field.
Lemma settle_kept : forall body n, (forall E A, initial_on E i fs -> initial_on (snd (fst (body E A))) i fs) ->
  forall E A, initial_on E i fs -> initial_on (fst (settle body n E A)) i fs.
Proof.
  intros body. induction n as [|n IH]; simpl; intros B E A H; auto. specialize (B E A H) as B1.
  destruct (body E A) as [[L1 E1] A1]. simpl in B1. pose proof (initial_join _ _ _ _ H B1).
  destruct (env_same E (env_join E E1)); auto.
Qed.
Lemma env_kept : forall C z, leaves wb dsm C (Arg i) fs -> initial_on (snd (fst z)) i fs ->
  initial_on (snd (fst (racerd rounds sm C z))) i fs.
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros [[L E] A] N H; simpl in H; auto.
  - simpl. apply assign_kept; auto. intros j Lj I. apply (N j Lj). simpl. apply in_or_app. left.
    apply in_filter_map. exists (Arg i, firstn j fs). auto.
  - simpl. apply IH2; [|apply IH1; auto].
    + intros j Lj I. apply (N j Lj). simpl. apply W_from_bottom. auto.
    + intros j Lj I. apply (N j Lj). simpl. apply W_from_bottom. auto.
  - assert (N1 : leaves wb dsm C1 (Arg i) fs) by (intros j Lj I; apply (N j Lj); simpl; apply in_union; auto).
    assert (N2 : leaves wb dsm C2 (Arg i) fs) by (intros j Lj I; apply (N j Lj); simpl; apply in_union; auto).
    specialize (IH1 (L, E, A) N1 H). simpl. destruct (racerd rounds sm C1 (L, E, A)) as [[L1 E1] A1].
    specialize (IH2 (L, E, A1) N2 H). destruct (racerd rounds sm C2 (L, E, A1)) as [[L2 E2] A2].
    apply initial_join; auto.
  - assert (N1 : leaves wb dsm C (Arg i) fs) by (intros j Lj I; apply (N j Lj); simpl; apply in_union; auto).
    simpl. pose proof (settle_kept (fun E A => racerd rounds sm C (L, E, A)) rounds (fun E0 A0 H0 => IH (L, E0, A0) N1 H0) E A H) as K.
    destruct (settle _ rounds E A) as [E' A']. destruct (racerd rounds sm C (L, E', A')) as [[L1 E1] A1]. auto.
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
(** An access that Figure 7 has, with an untouched path, RacerD has too, as one that is owned only if the formal i of its
    path is.  For what leads to the access is untouched, so the environment still says of it what it said in the beginning,
    [initial_on], when the access is recorded; and what is recorded stays. *)
Lemma accesses_found : forall C L E A d x i fs f, dL d = L -> apath x = (Arg i, fs ++ [f]) ->
  In x (dA (transfer wb dsm C d)) -> (In x (dA d) -> finds A x) ->
  untouched (transfer wb dsm C bottom) (apath x) -> initial_on E i fs ->
  finds (snd (racerd rounds sm C (L, E, A))) x.
Proof.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros L E A d x i fs f Ed EP I OLD U H.
  - (* skip *)
    auto.
  - (* a simple command *)
    simpl in *. apply in_app_or in I. destruct I as [I|I].
    + exists i. rewrite EP. split; auto. apply in_union. left.
      unfold snapshots. unfold accesses in *. destruct (accessed_path c) as [pi|] eqn:AP; [|destruct I].
      destruct (subst [] (path_expr pi)) as [e|] eqn:ES; [|destruct I]. destruct I as [<-|[]]. simpl in EP. subst e.
      assert (EQ : path_expr pi = (Arg i, fs ++ [f])).
      { unfold path_expr in *. simpl in ES. destruct (proot pi); [|discriminate]. injection ES as E1 E2. congruence. }
      unfold path_expr in EQ. injection EQ as E1 E2. apply app_inj_tail in E2. destruct E2 as [E2 _].
      unfold path_base. rewrite E1, E2, (owner_initial _ _ _ H). simpl. left. congruence.
    + destruct (OLD I) as (j & Ej & IA). exists j. split; auto. apply in_union. auto.
  - (* C1; C2 *)
    simpl in *. destruct (racerd rounds sm C1 (L, E, A)) as [[L1 E1] A1] eqn:X.
    assert (U1 : untouched (transfer wb dsm C1 bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply W_from_bottom. auto. }
    assert (U2 : untouched (transfer wb dsm C2 bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply W_from_bottom. auto. }
    eapply IH2 with (d := transfer wb dsm C1 d); eauto.
    + rewrite <- (racerd_level rounds sm dsm wb LEVELS C1 L E A d Ed), X. auto.
    + intros I1. pose proof (IH1 L E A d x i fs f Ed EP I1 OLD U1 H) as R. rewrite X in R. auto.
    + assert (N1 : leaves wb dsm C1 (Arg i) fs) by (eapply leaves_untouched; rewrite <- EP; eauto).
      pose proof (env_kept wb rounds sm dsm i fs C1 (L, E, A) N1 H) as K. rewrite X in K. auto.
  - (* if *)
    simpl in *. assert (U1 : untouched (transfer wb dsm C1 bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply in_union. auto. }
    assert (U2 : untouched (transfer wb dsm C2 bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply in_union. auto. }
    assert (FIRST : In x (dA d) \/ In x (dA (transfer wb dsm C1 d)) -> finds (snd (racerd rounds sm C1 (L, E, A))) x).
    { intros [J|J]; [|apply (IH1 L E A d x i fs f); auto]. destruct (OLD J) as (j & Ej & IA). exists j. split; auto. apply racerd_grows. auto. }
    destruct (racerd rounds sm C1 (L, E, A)) as [[L1 E1] A1]. simpl in FIRST.
    assert (SECOND : In x (dA (transfer wb dsm C2 d)) -> finds (snd (racerd rounds sm C2 (L, E, A1))) x).
    { intros J. apply (IH2 L E A1 d x i fs f); auto. }
    assert (KEPT : In x (dA (transfer wb dsm C1 d)) -> finds (snd (racerd rounds sm C2 (L, E, A1))) x).
    { intros J. destruct (FIRST (or_intror J)) as (j & Ej & IA). exists j. split; auto. apply racerd_grows. auto. }
    destruct (racerd rounds sm C2 (L, E, A1)) as [[L2 E2] A2]. apply in_union in I. destruct I; auto.
  - (* while *)
    assert (U1 : untouched (transfer wb dsm C bottom) (apath x)).
    { intros e PP IW. apply (U e PP). apply in_union. auto. }
    apply in_union in I. clear U. rename U1 into U. simpl in *.
    assert (N1 : leaves wb dsm C (Arg i) fs) by (eapply leaves_untouched; rewrite <- EP; eauto).
    pose proof (settle_kept i fs (fun E A => racerd rounds sm C (L, E, A)) rounds
                  (fun E0 A0 H0 => env_kept wb rounds sm dsm i fs C (L, E0, A0) N1 H0) E A H) as H'.
    assert (G : finds A x -> finds (snd (settle (fun E A => racerd rounds sm C (L, E, A)) rounds E A)) x).
    { intros (j & Ej & IA). exists j. split; auto. apply settle_grows; auto. intros; apply racerd_grows; auto. }
    destruct (settle _ rounds E A) as [E' A']. simpl in H', G.
    assert (R : finds (snd (racerd rounds sm C (L, E', A'))) x).
    { destruct I as [I|I]; [|apply (IH L E' A' d x i fs f); auto].
      destruct (G (OLD I)) as (j & Ej & IA). exists j. split; auto. apply racerd_grows. auto. }
    destruct (racerd rounds sm C (L, E', A')) as [[L1 E1] A1]. exact R.
  - (* a call *)
    cbn [racerd transfer dA snd] in *. apply in_app_or in I. destruct I as [I|I].
    2:{ destruct (OLD I) as (j & Ej & IA). exists j. split; auto. apply in_union. auto. }
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
    exists i. split; auto. apply in_union. left. apply in_filter_map. exists (Snapshot x0 (OwnedIf [j])). split; auto.
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
  finds (snd (racerd rounds sm C (0, [], []))) x.
Proof.
  intros wb rounds sm dsm C LV PR FO x I U.
  destruct (access_proper wb dsm PR C bottom (fun y (F : In y (dA bottom)) => match F with end) x I) as [(i & EV) NF].
  destruct (exists_last NF) as (fs & f & EF).
  eapply (accesses_found wb rounds sm dsm LV PR FO C 0 [] [] bottom x i fs f); auto.
  - rewrite (surjective_pairing (apath x)), EV, EF. auto.
  - intros [].
  - split; [reflexivity|]. intros j _. unfold entry; simpl. destruct (firstn j fs); auto.
Qed.
Lemma racerd_summaries_found : forall wb rounds P n m,
  fst (racerd_summaries rounds P n m) = dL (summaries wb P n m) /\
  forall x, In x (dA (summaries wb P n m)) -> untouched (summaries wb P n m) (apath x) ->
  finds (snd (racerd_summaries rounds P n m)) x.
Proof.
  intros wb rounds P. induction n as [|n IH]; simpl; intros m; [split; [auto | intros x []]|].
  assert (LV : forall m, fst (racerd_summaries rounds P n m) = dL (summaries wb P n m)) by (intros; apply IH).
  assert (RL : fst (fst (racerd rounds (racerd_summaries rounds P n) (mbody P n) (0, [], []))) =
            dL (transfer wb (summaries wb P n) (mbody P n) bottom)) by (apply (racerd_level rounds _ _ wb LV); auto).
  pose proof (body_found wb rounds _ _ (mbody P n) LV (summaries_proper wb P n) (fun m => proj2 (IH m))) as BF.
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
  In (x1, x2) (racerdx_reports wb P) -> In (x1, x2) (racerd_reports rounds P).
Proof.
  intros wb rounds P LEGAL x1 x2 I. apply in_report in I. destruct I as [I H].
  apply in_pairs in I. destruct I as [I1 I2].
  unfold racerdx_pair in H. rewrite !andb_true_iff, conflictb_iff, fields_eqb_eq, !stableb_iff in H.
  destruct H as [[[CF EF] S1] S2].
  destruct (unit_found wb rounds P LEGAL one x1 I1 S1) as (i & _ & F1).
  destruct (unit_found wb rounds P LEGAL two x2 I2 S2) as (j & _ & F2).
  unfold racerd_reports. apply in_map_iff. exists (Snapshot x1 (OwnedIf [i]), Snapshot x2 (OwnedIf [j])). split; auto.
  apply filter_In. split; [apply in_prod_iff; auto|]. unfold racerd_pair. simpl. rewrite (proj2 (fields_eqb_eq _ _) EF). simpl. apply conflictb_iff. auto.
Qed.
