(** * The analysis loses nothing (Section 5.2; Theorem 5.15, corrected)

    Figure 7 computes just what Figure 8 computes from the traces of a statement: [completeness_5_15].  On the way
    the corrected Lemmas 5.7, 5.8, 5.9, 5.11 and 5.14; as corollaries the two facts on which all theorems rest:
    (T) [touched_in_W], [assigned_in_Wr]: what a trace touches is in W, what it assigns to in Wr;
    (A) [access_on_trace]: what is in A is made by a trace of the unit.

    Differences from the paper:
    - Lemma 5.7 asks that the trace leaves no call open; 5.8, 5.11 and 5.14 that all traces end at one level too.
      Counterexamples.v shows that both are needed.
    - Argument normal form and Lemma 5.13 are not used: [contributes_in_callee] relates a callee's elements to its
      caller's, command by command.  So calls need no lemmas of their own (5.14 is 5.11).
    - Levels have no cap; with one, 5.9 fails. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Legal Racerdx Exec Traces.

(** ** Simple commands *)
(** Lemma 5.7, corrected: the transfer of a simple command is one more step of exec, for a trace without open calls. *)
Theorem simple_complete_5_7 : forall wb P p c t, thetas_after [] t = [] ->
  analyse wb P (Do p c) (abstract wb t) = abstract wb (t ++ [(p, Simple c)]).
Proof.
  intros wb P p c t M. unfold abstract. rewrite exec_snoc.
  pose proof (exec_thetas wb t bottom []) as ET. rewrite M in ET.
  destruct (exec wb t (bottom, [])) as [d T]. simpl in ET. subst T. reflexivity.
Qed.

(** [collects wb T L d]: d is the abstraction of the set T of traces, which all leave no call open and end at
    level L.  (For the empty set: the elements are none.) *)
Definition collects (wb : bool) (T : strace -> Prop) (L : nat) (d : dom) : Prop :=
  dL d = L /\ (forall i, has d i <-> alpha wb T i) /\
  (forall t, T t -> thetas_after [] t = [] /\ level_after 0 t = L).

(** ** Calls *)
(** An element of a callee's summary, seen by its caller. *)
Definition element_in_caller (es : theta) (L : nat) (i : element) : option element :=
  match i with
  | Touched e => option_map Touched (subst [es] e)
  | Assigned e => option_map Assigned (subst [es] e)
  | Accessed x => option_map Accessed (in_caller es L x)
  end.

(** What an event inside a call contributes is what it contributes to the callee, seen by the caller. *)
Lemma contributes_in_callee : forall wb T es k L ev i,
  contributes wb (T ++ [es]) (k + L) ev i <->
  exists i0, contributes wb T L ev i0 /\ element_in_caller es k i0 = Some i.
Proof.
  assert (SUBST : forall T es xs e, In e (filter_map (subst (T ++ [es])) xs) <->
            exists e0, In e0 (filter_map (subst T) xs) /\ subst [es] e0 = Some e).
  { intros T es xs e. rewrite in_filter_map. split.
    - intros (x & I & E). rewrite subst_app in E. destruct (subst T x) as [e0|] eqn:E0; [|discriminate].
      exists e0. split; auto. apply in_filter_map. eauto.
    - intros (e0 & I & E). apply in_filter_map in I. destruct I as (x & I & E0).
      exists x. split; auto. rewrite subst_app, E0. auto. }
  intros wb T es k L [p c] i. unfold contributes. split.
  - (* what is contributed inside: touched, by the push or not; assigned; accessed *)
    intros H. destruct i as [e|e|x]; destruct c as [c|es'|]; simpl in H; try tauto; rewrite ?app_nil_r in H.
    + apply SUBST in H. destruct H as (e0 & I & E).
      exists (Touched e0). cbn [element_in_caller]. rewrite E. simpl. rewrite app_nil_r. auto.
    + destruct wb; [|destruct H]. apply SUBST in H. destruct H as (e0 & I & E).
      exists (Touched e0). cbn [element_in_caller]. rewrite E. simpl. rewrite app_nil_r. auto.
    + apply SUBST in H. destruct H as (e0 & I & E).
      exists (Assigned e0). cbn [element_in_caller]. rewrite E. simpl. rewrite app_nil_r. auto.
    + unfold accesses in H. destruct (accessed_path c) as [pi|] eqn:EP; [|destruct H].
      rewrite subst_app in H. destruct (subst T (path_expr pi)) as [e0|] eqn:E0; [|destruct H].
      destruct (subst [es] e0) as [e|] eqn:E; [|destruct H]. destruct H as [<-|[]].
      exists (Accessed (Access p c e0 L)). cbn [element_in_caller]. unfold in_caller. cbn [apath]. rewrite E.
      simpl. rewrite app_nil_r. unfold accesses. rewrite EP, E0. simpl. auto.
  - (* what the callee has, seen by the caller *)
    intros (i0 & H & E). destruct i0 as [e0|e0|x0]; cbn [element_in_caller] in E.
    + destruct (subst [es] e0) as [e|] eqn:E0; inversion E; subst i.
      destruct c as [c|es'|]; simpl in *; try tauto; rewrite ?app_nil_r in *.
      * apply SUBST. eauto.
      * destruct wb; [|destruct H]. apply SUBST. eauto.
    + destruct (subst [es] e0) as [e|] eqn:E0; inversion E; subst i.
      destruct c as [c|es'|]; simpl in *; try tauto; rewrite ?app_nil_r in *. apply SUBST. eauto.
    + unfold in_caller in E. destruct (subst [es] (apath x0)) as [e|] eqn:E0; inversion E; subst i.
      destruct c as [c|es'|]; simpl in H; try tauto. rewrite app_nil_r in H.
      cbn [has exec_event fst snd dA]. rewrite app_nil_r. unfold accesses in *.
      destruct (accessed_path c) as [pi|]; [|destruct H]. rewrite subst_app.
      destruct (subst T (path_expr pi)) as [e1|]; [|destruct H]. destruct H as [<-|[]].
      cbn [apath asite acmd alevel] in *. rewrite E0. left. auto.
Qed.

(** Applying a summary. *)
Lemma has_call : forall wb sm p m es d i,
  has (transfer wb sm (Call p m es) d) i <->
  has d i \/ contributes wb [] (dL d) (p, Push es) i \/
  exists i0, has (sm m) i0 /\ element_in_caller es (dL d) i0 = Some i.
Proof.
  intros wb sm p m es d i. unfold contributes. destruct i as [e|e|x];
    cbn [has transfer exec_event fst snd dW dWr dL dA]; rewrite ?app_nil_r, !in_app_iff, ?in_filter_map.
  - split.
    + intros [H|[(a & I & E)|H]]; auto. right. right. exists (Touched a). cbn [element_in_caller]. rewrite E. auto.
    + intros [H|[H|([a|a|a] & I & E)]]; auto; cbn [element_in_caller] in E.
      * destruct (subst [es] a) eqn:Ea; inversion E; subst. eauto.
      * destruct (subst [es] a); inversion E.
      * destruct (in_caller es (dL d) a); inversion E.
  - split.
    + intros [(a & I & E)|H]; auto. right. right. exists (Assigned a). cbn [element_in_caller]. rewrite E. auto.
    + intros [H|[[]|([a|a|a] & I & E)]]; auto; cbn [element_in_caller] in E.
      * destruct (subst [es] a); inversion E.
      * destruct (subst [es] a) eqn:Ea; inversion E; subst. eauto.
      * destruct (in_caller es (dL d) a); inversion E.
  - split.
    + intros [(a & I & E)|H]; auto. right. right. exists (Accessed a). cbn [element_in_caller]. rewrite E. auto.
    + intros [H|[[]|([a|a|a] & I & E)]]; auto; cbn [element_in_caller] in E.
      * destruct (subst [es] a); inversion E.
      * destruct (subst [es] a); inversion E.
      * destruct (in_caller es (dL d) a) eqn:Ea; inversion E; subst. eauto.
Qed.

(** ** Completeness *)
Section Complete.
Variable wb : bool.
Variable P : program.
Hypothesis LEVEL : forall m, level (mbody P m) 0 = Some 0.
Hypothesis DOWN : forall m, calls_below m (mbody P m).
Notation "⟦ C ⟧♯" := (analyse wb P C).

(** Lemma 5.9, corrected (no cap): the level behind C is what A2 says. *)
Lemma level_below : forall n C, calls_below n C -> forall a b k d,
  level C a = Some b -> dL d = k + a -> dL (⟦C⟧♯ d) = k + b.
Proof.
  unfold analyse. induction n as [n IHn] using lt_wf_ind. induction C; simpl; intros B a b k d E Ed.
  - inversion E; subst; auto.
  - destruct c; simpl; inversion E; subst; try lia. destruct a; inversion E; subst. lia.
  - destruct (level C1 a) as [x|] eqn:E1; try discriminate. destruct B. eapply IHC2; eauto.
  - destruct (level C1 0) as [[|]|] eqn:E1; try discriminate. destruct (level C2 0) as [[|]|] eqn:E2; try discriminate.
    inversion E; subst. destruct B as [B1 B2]. rewrite (IHC1 B1 0 0 (k + b)), (IHC2 B2 0 0 (k + b)); auto; lia.
  - destruct (level C 0) as [[|]|] eqn:E1; try discriminate. inversion E; subst.
    rewrite (IHC B 0 0 (k + b)); auto; lia.
  - inversion E; subst. rewrite (summary_eq wb P DOWN). unfold analyse.
    rewrite (IHn m B _ (DOWN m) 0 0 0 bottom); auto. lia.
Qed.
Lemma analyse_level : forall C a b k d, level C a = Some b -> dL d = k + a -> dL (⟦C⟧♯ d) = k + b.
Proof. intros C. apply (level_below _ C (calls_below_bound C)). Qed.
Theorem balanced_5_9 : forall C d, level C 0 = Some 0 -> dL (⟦C⟧♯ d) = dL d.
Proof. intros C d E. rewrite (analyse_level C 0 0 (dL d) d); auto; lia. Qed.

(** Nothing is forgotten. *)
Lemma analyse_mono : forall C d i, has d i -> has (⟦C⟧♯ d) i.
Proof.
  unfold analyse. induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros d i H.
  - auto.
  - destruct i; simpl in *; apply in_or_app; auto.
  - simpl. auto.
  - apply has_join. auto.
  - apply has_join. auto.
  - apply has_call. auto.
Qed.

(** What an event of a trace of C contributes is in ⟦C⟧♯ D. *)
Lemma traces_covered : forall C t, trace_of P C t -> forall la lb k d, level C la = Some lb -> dL d = k + la ->
  forall a ev b i, t = a ++ ev :: b ->
  contributes wb (thetas_after [] a) (level_after (k + la) a) ev i -> has (⟦C⟧♯ d) i.
Proof.
  induction 1 as [|p c|C1 C2 t1 t2 H1 IH1 H2 IH2|C1 C2 t H IH|C1 C2 t H IH|C|C t1 t2 H1 IH1 H2 IH2|p m es t H IH];
    intros la lb k d E Ed a ev b i Et CO; simpl in E.
  - (* skip has no event *)
    destruct a; discriminate.
  - (* a simple command *)
    apply singleton_split in Et. destruct Et as (-> & -> & ->). simpl in CO. unfold analyse. rewrite <- Ed in CO.
    change (has (fst (exec_event wb (p, Simple c) (d, []))) i). apply exec_event_has. auto.
  - (* C1; C2: the event is in one of the two parts *)
    destruct (level C1 la) as [x|] eqn:E1; [|discriminate]. unfold analyse. simpl.
    destruct (split_app _ _ _ _ _ Et) as [(y & -> & ->)|(y & -> & ->)].
    + apply analyse_mono. eapply IH1; eauto.
    + eapply IH2; eauto. { eapply analyse_level; eauto. }
      rewrite thetas_after_app, (trace_thetas _ _ _ H1), level_after_app in CO.
      destruct (trace_level P LEVEL _ _ H1 _ _ E1) as [NB LA]. destruct (never_below_up _ _ k NB) as [_ UP].
      rewrite UP, LA in CO. exact CO.
  - (* the first branch *)
    destruct (level C1 0) as [[|]|] eqn:E1; try discriminate. destruct (level C2 0) as [[|]|]; inversion E; subst.
    apply has_join. left. eapply (IH 0 0 (k + lb)); eauto; try lia. rewrite Nat.add_0_r. exact CO.
  - (* the second branch *)
    destruct (level C1 0) as [[|]|]; try discriminate. destruct (level C2 0) as [[|]|] eqn:E2; inversion E; subst.
    apply has_join. right. eapply (IH 0 0 (k + lb)); eauto; try lia. rewrite Nat.add_0_r. exact CO.
  - (* a loop that is left has no event *)
    destruct a; discriminate.
  - (* a loop that goes round: the event is in this round, or a later one *)
    destruct (level C 0) as [[|]|] eqn:E1; inversion E; subst.
    destruct (split_app _ _ _ _ _ Et) as [(y & -> & ->)|(y & -> & ->)].
    + apply has_join. right. eapply (IH1 0 0 (k + lb)); eauto; try lia. rewrite Nat.add_0_r. exact CO.
    + eapply (IH2 lb lb k d); eauto. { simpl. rewrite E1. auto. }
      rewrite thetas_after_app, (trace_thetas _ _ _ H1), level_after_app in CO.
      destruct (trace_level P LEVEL _ _ H1 _ _ E1) as [NB LA]. destruct (never_below_up _ _ (k + lb) NB) as [_ UP].
      rewrite Nat.add_0_r in UP. rewrite UP, LA, Nat.add_0_r in CO. exact CO.
  - (* a call: the push, an event of the body, or the pop, which contributes nothing *)
    inversion E; subst lb. unfold analyse. apply has_call. rewrite Ed. destruct a as [|ev0 a].
    + inversion Et; subst. auto.
    + injection Et as <- Er. simpl in CO.
      destruct (split_app _ _ _ _ _ Er) as [(y & -> & ->)|(y & -> & E')].
      * right. right. rewrite (prefix_thetas _ _ _ H _ _ _ eq_refl) in CO.
        assert (UP := prefix_level P LEVEL _ 0 0 _ _ _ H (LEVEL m) (k + la)). rewrite Nat.add_0_r in UP.
        rewrite UP in CO. apply contributes_in_callee in CO. destruct CO as (i0 & CO & EI).
        exists i0. split; auto. rewrite (summary_eq wb P DOWN). eapply (IH 0 0 0); eauto.
      * apply singleton_split in E'. destruct E' as (_ & -> & _).
        unfold contributes in CO. destruct i; simpl in CO; tauto.
Qed.

(** What is in ⟦C⟧♯ D is in D, or contributed by an event of a trace of C. *)
Lemma on_traces_below : forall n C, calls_below n C -> forall la lb k d,
  level C la = Some lb -> dL d = k + la -> forall i, has (⟦C⟧♯ d) i ->
  has d i \/ exists a ev b, trace_of P C (a ++ ev :: b) /\
                            contributes wb (thetas_after [] a) (level_after (k + la) a) ev i.
Proof.
  unfold analyse. induction n as [n IHn] using lt_wf_ind.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; simpl calls_below; intros B la lb k d E Ed i H;
    simpl in E.
  - (* skip *)
    auto.
  - (* a simple command *)
    change (has (fst (exec_event wb (p, Simple c) (d, []))) i) in H. apply exec_event_has in H.
    destruct H as [H|H]; auto. right. exists [], (p, Simple c), []. split; [constructor|].
    simpl. rewrite <- Ed. auto.
  - (* C1; C2: the event is on a trace of one, which a trace of the other completes *)
    destruct (level C1 la) as [x|] eqn:E1; [|discriminate]. destruct B as [B1 B2]. simpl in H.
    assert (EL := level_below n C1 B1 la x k d E1 Ed).
    destruct (IH2 B2 x lb k _ E EL i H) as [H1|(a & ev & b & T & CO)].
    + destruct (IH1 B1 la x k d E1 Ed i H1) as [H2|(a & ev & b & T & CO)]; auto. right.
      destruct (traces_exist P DOWN C2) as [u U]. exists a, ev, (b ++ u). split; auto.
      rewrite app_comm_cons, app_assoc. constructor; auto.
    + right. destruct (traces_exist P DOWN C1) as [u U]. exists (u ++ a), ev, b. split.
      * rewrite <- app_assoc. constructor; auto.
      * rewrite thetas_after_app, (trace_thetas _ _ _ U), level_after_app.
        destruct (trace_level P LEVEL _ _ U _ _ E1) as [NB LA]. destruct (never_below_up _ _ k NB) as [_ UP].
        rewrite UP, LA. exact CO.
  - (* if *)
    destruct (level C1 0) as [[|]|] eqn:E1; try discriminate. destruct (level C2 0) as [[|]|] eqn:E2; inversion E; subst.
    destruct B as [B1 B2]. assert (Ed' : dL d = k + lb + 0) by lia. apply has_join in H. destruct H as [H|H].
    + destruct (IH1 B1 0 0 (k + lb) d E1 Ed' i H) as [H1|(a & ev & b & T & CO)]; auto. right.
      exists a, ev, b. split; [constructor; auto | rewrite Nat.add_0_r in CO; auto].
    + destruct (IH2 B2 0 0 (k + lb) d E2 Ed' i H) as [H1|(a & ev & b & T & CO)]; auto. right.
      exists a, ev, b. split; [apply trace_else; auto | rewrite Nat.add_0_r in CO; auto].
  - (* while: what a round contributes, one round of a trace does *)
    destruct (level C 0) as [[|]|] eqn:E1; inversion E; subst.
    assert (Ed' : dL d = k + lb + 0) by lia. apply has_join in H. destruct H as [H|H]; auto.
    destruct (IH B 0 0 (k + lb) d E1 Ed' i H) as [H1|(a & ev & b & T & CO)]; auto. right.
    exists a, ev, b. split; [|rewrite Nat.add_0_r in CO; auto].
    rewrite <- (app_nil_r (a ++ ev :: b)). apply trace_loop; auto. constructor.
  - (* a call: by induction on the depth of calls *)
    inversion E; subst lb. apply has_call in H. rewrite Ed in H. destruct H as [H|[H|(i0 & H & EI)]]; auto; right.
    + destruct (traces_exist P DOWN (mbody P m)) as [u U]. exists [], (p, Push es), (u ++ [(p, Pop)]).
      split; [constructor; auto | auto].
    + rewrite (summary_eq wb P DOWN) in H. unfold analyse in H.
      destruct (IHn m B _ (DOWN m) 0 0 0 bottom (LEVEL m) eq_refl i0 H) as [H0|(a & ev & b & T & CO)];
        [destruct (has_bottom _ H0)|].
      exists ((p, Push es) :: a), ev, (b ++ [(p, Pop)]). split.
      * simpl. replace (a ++ ev :: b ++ [(p, Pop)]) with ((a ++ ev :: b) ++ [(p, Pop)]) by (rewrite <- app_assoc; auto).
        constructor; auto.
      * simpl. rewrite (prefix_thetas _ _ _ T _ _ _ eq_refl).
        assert (UP := prefix_level P LEVEL _ 0 0 _ _ _ T (LEVEL m) (k + la)). rewrite Nat.add_0_r in UP. rewrite UP.
        apply contributes_in_callee. eauto.
Qed.

(** The analysis of C, from any D: what D has, and what the events of C's traces contribute. *)
Theorem analysis_by_events : forall C la lb k d, level C la = Some lb -> dL d = k + la -> forall i,
  has (⟦C⟧♯ d) i <->
  has d i \/ exists a ev b, trace_of P C (a ++ ev :: b) /\
                            contributes wb (thetas_after [] a) (level_after (k + la) a) ev i.
Proof.
  intros C la lb k d E Ed i. split.
  - apply (on_traces_below _ C (calls_below_bound C) la lb k d E Ed).
  - intros [H|(a & ev & b & T & CO)]; [apply analyse_mono; auto|]. eapply traces_covered; eauto.
Qed.

(** Lemmas 5.11 and 5.14, corrected: if D is the abstraction of a non-empty set T of traces without open calls that
    end at one level, then ⟦C⟧♯ D is the abstraction of these traces, each followed by a trace of C. *)
Theorem statement_complete_5_14 : forall C la lb k d T, level C la = Some lb ->
  collects wb T (k + la) d -> (exists t, T t) ->
  collects wb (fun t => exists t1 t2, t = t1 ++ t2 /\ T t1 /\ trace_of P C t2) (k + lb) (⟦C⟧♯ d).
Proof.
  intros C la lb k d T E (Ed & EI & ET) (t0 & Ht0). split; [|split].
  - eapply analyse_level; eauto.
  - intros i. rewrite (analysis_by_events C la lb k d E Ed), EI. unfold alpha. split.
    + intros [(t & H & Hi)|(a & ev & b & TR & CO)].
      * destruct (traces_exist P DOWN C) as [u U]. exists (t ++ u). split; [eauto|].
        unfold abstract. rewrite exec_app. destruct (exec wb t (bottom, [])) as [d' T'] eqn:EX.
        apply exec_has. left. unfold abstract in Hi. rewrite EX in Hi. auto.
      * exists (t0 ++ a ++ ev :: b). split; [eauto|]. unfold abstract. apply exec_has. right.
        exists (t0 ++ a), ev, b. rewrite app_assoc. split; auto. destruct (ET _ Ht0) as [TH LE].
        rewrite thetas_after_app, level_after_app. simpl. rewrite TH, LE. auto.
    + intros (t & (t1 & t2 & -> & H1 & H2) & Hi). destruct (ET _ H1) as [TH LE].
      unfold abstract in Hi. apply exec_has in Hi.
      destruct Hi as [Hi|(a & ev & b & Et & CO)]; [destruct (has_bottom _ Hi)|].
      destruct (split_app _ _ _ _ _ Et) as [(y & -> & ->)|(y & -> & ->)].
      * left. exists (a ++ ev :: y). split; auto. unfold abstract. apply exec_has. right. eauto.
      * right. exists y, ev, b. split; auto.
        rewrite thetas_after_app, level_after_app in CO. simpl in CO. rewrite TH, LE in CO. auto.
  - intros t (t1 & t2 & -> & H1 & H2). destruct (ET _ H1) as [TH LE].
    rewrite thetas_after_app, level_after_app, TH, LE, (trace_thetas _ _ _ H2). split; auto.
    destruct (trace_level P LEVEL _ _ H2 _ _ E) as [NB LA]. destruct (never_below_up _ _ k NB) as [_ UP].
    rewrite UP, LA. auto.
Qed.

(** Lemma 5.8, corrected, is the same for a simple command. *)
Corollary simple_complete_5_8 : forall p c la lb k d T, level (Do p c) la = Some lb ->
  collects wb T (k + la) d -> (exists t, T t) ->
  collects wb (fun t => exists t1, t = t1 ++ [(p, Simple c)] /\ T t1) (k + lb) (⟦Do p c⟧♯ d).
Proof.
  intros p c la lb k d T E CO NE. destruct (statement_complete_5_14 _ _ _ _ _ _ E CO NE) as (A & B & D).
  assert (SAME : forall t, (exists t1, t = t1 ++ [(p, Simple c)] /\ T t1) <->
                           (exists t1 t2, t = t1 ++ t2 /\ T t1 /\ trace_of P (Do p c) t2)).
  { intros t. split.
    - intros (t1 & -> & H). exists t1, [(p, Simple c)]. split; [auto | split; [auto | constructor]].
    - intros (t1 & t2 & -> & H & TR). inversion TR; subst. eauto. }
  split; [auto | split].
  - intros i. rewrite B. unfold alpha. split; intros (t & H & Hi); exists t; split; auto; apply SAME; auto.
  - intros t H. apply D. apply SAME. auto.
Qed.

(** Theorem 5.15, corrected: ⟦C⟧♯ ⊥ = α(⟦C⟧), in W, Wr and A, and in the level. *)
Theorem completeness_5_15 : forall C, level C 0 = Some 0 -> collects wb (trace_of P C) 0 (⟦C⟧♯ bottom).
Proof.
  intros C E.
  assert (B : collects wb (fun t => t = []) (0 + 0) bottom).
  { split; [auto | split].
    - intros i. split; [intros H; destruct (has_bottom _ H)|]. intros (t & -> & H). auto.
    - intros t ->. auto. }
  destruct (statement_complete_5_14 C 0 0 0 bottom _ E B (ex_intro _ [] eq_refl)) as (A & H & D).
  assert (SAME : forall t, trace_of P C t <-> exists t1 t2, t = t1 ++ t2 /\ t1 = [] /\ trace_of P C t2).
  { intros t. split; [intros; exists [], t; auto|]. intros (t1 & t2 & -> & -> & T). auto. }
  split; [auto | split].
  - intros i. rewrite H. unfold alpha. split; intros (t & X & Hi); exists t; split; auto; apply SAME; auto.
  - intros t X. apply D. apply SAME. auto.
Qed.

(** ** The facts (T) and (A) *)
Theorem touched_in_W : forall C, level C 0 = Some 0 -> forall a p c b e e',
  trace_of P C (a ++ (p, Simple c) :: b) -> In e (touches c) -> subst (thetas_after [] a) e = Some e' ->
  In e' (dW (⟦C⟧♯ bottom)).
Proof.
  intros C E a p c b e e' T I S.
  apply (traces_covered _ _ T 0 0 0 bottom E eq_refl a (p, Simple c) b (Touched e') eq_refl).
  unfold contributes. simpl. rewrite app_nil_r. apply in_filter_map. eauto.
Qed.
Theorem assigned_in_Wr : forall C, level C 0 = Some 0 -> forall a p c b e e',
  trace_of P C (a ++ (p, Simple c) :: b) -> In e (assigns c) -> subst (thetas_after [] a) e = Some e' ->
  In e' (dWr (⟦C⟧♯ bottom)).
Proof.
  intros C E a p c b e e' T I S.
  apply (traces_covered _ _ T 0 0 0 bottom E eq_refl a (p, Simple c) b (Assigned e') eq_refl).
  unfold contributes. simpl. rewrite app_nil_r. apply in_filter_map. eauto.
Qed.
Theorem access_on_trace : forall C, level C 0 = Some 0 -> forall x, In x (dA (⟦C⟧♯ bottom)) ->
  exists t pi, comes_before P C t (asite x) (acmd x) /\ accessed_path (acmd x) = Some pi /\
    subst (thetas_after [] t) (path_expr pi) = Some (apath x) /\ alevel x = level_after 0 t.
Proof.
  intros C E x I. destruct (completeness_5_15 C E) as (_ & H & _).
  apply (H (Accessed x)) in I. apply access_existence_5_6 in I.
  destruct I as (t & a & b & pi & T & -> & EP & ES & EL). exists a, pi. repeat split; auto. exists b. auto.
Qed.
End Complete.
