(** * The analysis of several locks: which histories come to which commands

    [visits] follows a statement and gives, for each command, the histories with which traces come there: a sequence goes
    on from each history of its first half, the branches of a condition from the same one, the iterations of a loop too
    (later ones come with larger histories, which can do nothing more), and a call is its body.  It says what traces do:
    each visit is made by a trace ([visits_sound]), and each trace's visit has one with the same locks and a history
    within its own ([visits_complete]).

    So deadlock is decided: [deadlocks] lists exactly the pairs of sites at which the two threads of a legal program
    deadlock ([deadlocks_exact]).  [locked_reports] are those of racerdx and nowb by Theorem 1L, each of which is a race
    ([locked_true]); so are those of plus and meet ([locked_plus_true], [locked_meet_true]).  All are extracted. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces Completeness WellBehaved Intact SpecialState
  Theorem1 Reports Locks Theorem1L.

(** A command, with the calls that are open and the history with which a trace comes there. *)
Record visit := Visit { vsite : site; vcmd : simple; vthetas : thetas; vhistory : history }.
Definition history_eq_dec (H H' : history) : {H = H'} + {H <> H'}.
Proof. repeat decide equality. Defined.

Section Named.
Variable lock_at : site -> lock.
Notation history_from := (history_from lock_at).

(** The visits of C, and the histories behind it. *)
Fixpoint visits (call : method -> thetas -> history -> list visit * list history) (C : stmt) (T : thetas) (H : history)
  : list visit * list history :=
  match C with
  | Skip => ([], [H])
  | Do p c => ([Visit p c T H], [history_step lock_at H (p, Simple c)])
  | Seq C1 C2 => let (v1, hs) := visits call C1 T H in
                 let rs := map (visits call C2 T) hs in (v1 ++ flat_map fst rs, flat_map snd rs)
  | If C1 C2 => let (v1, h1) := visits call C1 T H in let (v2, h2) := visits call C2 T H in
                (v1 ++ v2, union history_eq_dec h1 h2)
  | While C => (fst (visits call C T H), [H])
  | Call _ m es => call m (es :: T) H
  end.

Section Program.
Variable P : program.
(** The visits of the methods below n. *)
Fixpoint method_visits (n : nat) : method -> thetas -> history -> list visit * list history :=
  match n with
  | 0 => fun _ _ H => ([], [H])
  | S k => fun m => if m =? k then visits (method_visits k) (mbody P k) else method_visits k m
  end.
(** Those of a thread block. *)
Definition unit_visits (t : thread) : list visit := 
  fst (visits (method_visits (calls_bound (blocks P @ t))) (blocks P @ t) [] []).

Hypothesis LEGAL : legal P.
Lemma method_visits_at : forall n m, m < n -> method_visits n m = visits (method_visits m) (mbody P m).
Proof.
  induction n as [|n IH]; intros m L; [lia|]. simpl. destruct (Nat.eqb_spec m n) as [->|]; auto. apply IH. lia.
Qed.
Lemma exists_trace : forall C, exists t, trace_of P C t.
Proof. apply traces_exist, legal_calls, LEGAL. Qed.
Lemma history_app : forall H t u, history_from H (t ++ u) = history_from (history_from H t) u.
Proof. intros. unfold Locks.history_from. apply fold_left_app. Qed.

(** ** Each visit is made by a trace *)
Definition made_by (C : stmt) (T : thetas) (H : history) (v : visit) : Prop :=
  exists a b, trace_of P C (a ++ (vsite v, Simple (vcmd v)) :: b) /\
    vthetas v = thetas_after T a /\ vhistory v = history_from H a.
Theorem visits_sound : forall n C, calls_below n C -> forall T H,
  (forall v, In v (fst (visits (method_visits n) C T H)) -> made_by C T H v) /\
  (forall H', In H' (snd (visits (method_visits n) C T H)) -> exists t, trace_of P C t /\ H' = history_from H t).
Proof.
  induction n as [n IHn] using lt_wf_ind.
  induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros B T H.
  - simpl. split; [intros v []|]. intros H' [<-|[]]. exists []. split; [constructor | auto].
  - simpl. split.
    + intros v [<-|[]]. exists [], []. split; [constructor | auto].
    + intros H' [<-|[]]. exists [(p, Simple c)]. split; [constructor | auto].
  - destruct B as [B1 B2]. destruct (IH1 B1 T H) as [V1 O1]. cbn [visits].
    destruct (visits (method_visits n) C1 T H) as [v1 hs]. cbn [fst snd] in *. split.
    + intros v I. apply in_app_or in I. destruct I as [I|I].
      * destruct (V1 _ I) as (a & b & TR & ET & EH). destruct (exists_trace C2) as [u U].
        exists a, (b ++ u). split; auto. rewrite app_comm_cons, app_assoc. constructor; auto.
      * apply in_flat_map in I. destruct I as (r & I & Iv). apply in_map_iff in I. destruct I as (H1 & <- & I1).
        destruct (O1 _ I1) as (t & TR & ->). destruct (IH2 B2 T (history_from H t)) as [V2 _].
        destruct (V2 _ Iv) as (a & b & TR2 & ET & EH). exists (t ++ a), b.
        rewrite <- app_assoc, thetas_after_app, history_app, (trace_thetas _ _ _ TR). split; [constructor; auto | auto].
    + intros H' I. apply in_flat_map in I. destruct I as (r & I & Ih). apply in_map_iff in I. destruct I as (H1 & <- & I1).
      destruct (O1 _ I1) as (t & TR & ->). destruct (IH2 B2 T (history_from H t)) as [_ O2].
      destruct (O2 _ Ih) as (u & U & ->). exists (t ++ u). rewrite history_app. split; [constructor; auto | auto].
  - destruct B as [B1 B2]. destruct (IH1 B1 T H) as [V1 O1]. destruct (IH2 B2 T H) as [V2 O2]. cbn [visits].
    destruct (visits (method_visits n) C1 T H) as [v1 h1], (visits (method_visits n) C2 T H) as [v2 h2].
    cbn [fst snd] in *. split.
    + intros v I. apply in_app_or in I. destruct I as [I|I].
      * destruct (V1 _ I) as (a & b & TR & E). exists a, b. split; auto. apply trace_then; auto.
      * destruct (V2 _ I) as (a & b & TR & E). exists a, b. split; auto. apply trace_else; auto.
    + intros H' I. apply in_union in I. destruct I as [I|I].
      * destruct (O1 _ I) as (t & TR & E). exists t. split; auto. apply trace_then; auto.
      * destruct (O2 _ I) as (t & TR & E). exists t. split; auto. apply trace_else; auto.
  - destruct (IH B T H) as [V O]. simpl. split.
    + intros v I. destruct (V _ I) as (a & b & TR & E). exists a, b. split; auto.
      rewrite <- (app_nil_r (a ++ _)). apply trace_loop; auto. constructor.
    + intros H' [<-|[]]. exists []. split; [constructor | auto].
  - simpl in B. cbn [visits]. rewrite (method_visits_at n m B).
    destruct (IHn m B (mbody P m) (legal_calls P LEGAL m) (es :: T) H) as [V O]. split.
    + intros v I. destruct (V _ I) as (a & b & TR & ET & EH). exists ((p, Push es) :: a), (b ++ [(p, Pop)]). split; [|auto].
      pose proof (trace_call P p m es _ TR) as X. rewrite <- app_assoc in X. exact X.
    + intros H' I. destruct (O _ I) as (t & TR & ->). exists ((p, Push es) :: t ++ [(p, Pop)]).
      split; [constructor; auto|]. simpl. rewrite history_app. auto.
Qed.

(** ** Each trace's visit has one that is no larger *)
Definition le_entry (e e' : lock * list lock) : Prop := fst e = fst e' /\ incl (snd e) (snd e').
Definition le_history (H H' : history) : Prop := Forall2 le_entry H H'.
Lemma le_refl_history : forall H, le_history H H.
Proof. induction H as [|e H IH]; constructor; auto. split; auto using incl_refl. Qed.
Lemma le_holds : forall H H', le_history H H' -> forall m, holds_lock H m = holds_lock H' m.
Proof.
  intros H H' L m. unfold holds_lock. induction L as [|[l s] [l' s'] H H' [E _] L IH]; simpl in *; auto.
  subst. rewrite IH. auto.
Qed.
Lemma le_within : forall H H', le_history H H' -> within H H'.
Proof.
  intros H H' L l s I. induction L as [|[l1 s1] [l2 s2] H H' [E INC] L IH]; [destruct I|]. simpl in *. subst.
  destruct I as [E|I]; [inversion E; subst; eauto|]. destruct (IH I) as (s' & I' & INC'). eauto.
Qed.
Lemma le_length : forall H H', le_history H H' -> length H = length H'.
Proof. intros H H' L. induction L; simpl; auto. Qed.
Lemma le_map : forall m H H', le_history H H' -> le_history H (map (fun e => (fst e, m :: snd e)) H').
Proof.
  induction 1 as [|e e' H H' [E I] L IH]; constructor; auto. split; auto. simpl. apply incl_tl. auto.
Qed.
Lemma le_maps : forall m H H', le_history H H' ->
  le_history (map (fun e => (fst e, m :: snd e)) H) (map (fun e => (fst e, m :: snd e)) H').
Proof.
  induction 1 as [|e e' H H' [E I] L IH]; constructor; auto. split; auto. simpl. intros y [->|Y]; [left | right]; auto.
Qed.
Lemma le_step : forall H H' ev, le_history H H' -> le_history (history_step lock_at H ev) (history_step lock_at H' ev).
Proof.
  intros H H' [p [[]| |]] L; simpl; auto.
  - unfold take. rewrite (le_holds _ _ L). constructor; [split; simpl; auto using incl_refl|].
    destruct (holds_lock H' (lock_at p)); [exact L | apply le_maps; exact L].
  - destruct L; simpl; auto. constructor.
Qed.
(** A balanced trace leaves the locks that were held where they were, with more behind them. *)
Lemma le_later : forall t ls ls', locks_after lock_at ls t = Some ls' -> forall A H Hs, le_history H Hs -> length A = length ls ->
  locks_of A = ls ->
  exists A' Hs', history_from (A ++ Hs) t = A' ++ Hs' /\ locks_of A' = ls' /\ le_history H Hs'.
Proof.
  induction t as [|ev t IH]; simpl; intros ls ls' E A H Hs L LA EA.
  - inversion E; subst. eauto 6.
  - destruct (locks_step lock_at ls ev) as [r|] eqn:Es; [|discriminate].
    assert (X : exists A1 H1, history_step lock_at (A ++ Hs) ev = A1 ++ H1 /\ locks_of A1 = r /\ le_history H H1).
    { destruct ev as [p [[]| |]]; simpl in Es; try (inversion Es; subst; eexists A, Hs; auto; fail).
      - inversion Es; subst. simpl. unfold take. destruct (holds_lock (A ++ Hs) (lock_at p)).
        + exists ((lock_at p, []) :: A), Hs. auto.
        + rewrite map_app. eexists ((lock_at p, []) :: map _ A), (map _ Hs). split; [reflexivity|]. split; auto using le_map.
          unfold locks_of. simpl. rewrite map_map. auto.
      - destruct A as [|e A]; subst ls; simpl in Es; [discriminate|].
        destruct (fst e =? lock_at p); inversion Es; subst. exists A, Hs. auto. }
    destruct X as (A1 & H1 & -> & EA1 & L1). apply (IH _ _ E); auto. unfold locks_of in EA1. rewrite <- EA1. rewrite map_length. auto.
Qed.
Lemma le_balanced : forall t H Hs, locks_after lock_at [] t = Some [] -> le_history H Hs -> le_history H (history_from Hs t).
Proof.
  intros t H Hs E L. destruct (le_later t [] [] E [] H Hs L eq_refl eq_refl) as (A & Hs' & EQ & EA & L').
  simpl in EQ. rewrite EQ. destruct A; [auto | discriminate].
Qed.

Hypothesis NESTED : nested_program lock_at P.
Theorem visits_complete : forall n C t, trace_of P C t -> calls_below n C -> forall ls ls', nest lock_at C ls = Some ls' ->
  forall T H Hs, le_history H Hs ->
  (forall a p c b, t = a ++ (p, Simple c) :: b -> exists H', le_history H' (history_from Hs a) /\
     In (Visit p c (thetas_after T a) H') (fst (visits (method_visits n) C T H))) /\
  (exists H', In H' (snd (visits (method_visits n) C T H)) /\ le_history H' (history_from Hs t)).
Proof.
  induction n as [n IHn] using lt_wf_ind.
  induction 1 as [|p c|C1 C2 t1 t2 T1 IH1 T2 IH2|C1 C2 t TR IH|C1 C2 t TR IH|C|C t1 t2 T1 IH1 T2 IH2|p m es t TR _];
    intros B ls ls' E T H Hs L.
  - split; [intros a p c b X; destruct a; discriminate|]. exists H. simpl. auto.
  - split.
    + intros a p' c' b X. apply singleton_split in X. destruct X as (-> & X & ->). inversion X; subst. exists H. simpl. auto.
    + eexists. split; [left; reflexivity|]. apply (le_step H Hs (p, Simple c) L).
  - destruct B as [B1 B2]. simpl in E. destruct (nest lock_at C1 ls) as [r|] eqn:E1; [|discriminate].
    destruct (IH1 B1 _ _ E1 T H Hs L) as [V1 (H1 & I1 & L1)]. cbn [visits].
    destruct (visits (method_visits n) C1 T H) as [v1 hs]. cbn [fst snd] in *.
    destruct (IH2 B2 _ _ E T H1 _ L1) as [V2 (H2 & I2 & L2)].
    assert (IM : In (visits (method_visits n) C2 T H1) (map (visits (method_visits n) C2 T) hs)) by (apply in_map; auto).
    split.
    + intros a p c b X. destruct (split_app _ _ _ _ _ X) as [(d & -> & ->)|(c' & -> & ->)].
      * destruct (V1 _ _ _ _ eq_refl) as (H' & L' & I'). exists H'. split; auto. apply in_or_app. auto.
      * destruct (V2 _ _ _ _ eq_refl) as (H' & L' & I'). exists H'. rewrite history_app, thetas_after_app, (trace_thetas _ _ _ T1).
        split; auto. apply in_or_app. right. apply in_flat_map. eauto.
    + exists H2. rewrite history_app. split; auto. apply in_flat_map. eauto.
  - destruct B as [B1 B2]. simpl in E. destruct (nest lock_at C1 []) as [[|]|] eqn:E1; try discriminate.
    destruct (IH B1 _ _ E1 T H Hs L) as [V (H' & I' & L')]. cbn [visits].
    destruct (visits (method_visits n) C1 T H) as [v1 h1], (visits (method_visits n) C2 T H) as [v2 h2]. cbn [fst snd] in *. split.
    + intros a p c b X. destruct (V _ _ _ _ X) as (H2 & L2 & I2). exists H2. split; auto. apply in_or_app. auto.
    + exists H'. split; auto. apply in_union. auto.
  - destruct B as [B1 B2]. simpl in E. destruct (nest lock_at C1 []) as [[|]|]; try discriminate.
    destruct (nest lock_at C2 []) as [[|]|] eqn:E2; try discriminate.
    destruct (IH B2 _ _ E2 T H Hs L) as [V (H' & I' & L')]. cbn [visits].
    destruct (visits (method_visits n) C1 T H) as [v1 h1], (visits (method_visits n) C2 T H) as [v2 h2]. cbn [fst snd] in *. split.
    + intros a p c b X. destruct (V _ _ _ _ X) as (H2 & L2 & I2). exists H2. split; auto. apply in_or_app. auto.
    + exists H'. split; auto. apply in_union. auto.
  - split; [intros a p c b X; destruct a; discriminate|]. exists H. simpl. auto.
  - pose proof E as E0. simpl in E. destruct (nest lock_at C []) as [[|]|] eqn:E1; try discriminate.
    destruct (IH1 B _ _ E1 T H Hs L) as [V1 _].
    assert (L1 : le_history H (history_from Hs t1)).
    { apply le_balanced; auto. eapply trace_locks; eauto. }
    destruct (IH2 B _ _ E0 T H _ L1) as [V2 (H2 & I2 & L2)]. split.
    + intros a p c b X. destruct (split_app _ _ _ _ _ X) as [(d & -> & ->)|(c' & -> & ->)].
      * apply (V1 _ _ _ _ eq_refl).
      * rewrite history_app, thetas_after_app, (trace_thetas _ _ _ T1). apply (V2 _ _ _ _ eq_refl).
    + exists H2. rewrite history_app. auto.
  - simpl in B. cbn [visits]. rewrite (method_visits_at n m B).
    destruct (IHn m B (mbody P m) t TR (legal_calls P LEGAL m) [] [] (proj1 NESTED m) (es :: T) H Hs L) as [V (H' & I' & L')].
    split.
    + intros a p' c b X. destruct a as [|ev a]; [discriminate|]. inversion X as [[EV X']]; subst ev.
      destruct (split_app _ _ _ _ _ X') as [(d & -> & ->)|(c' & -> & Y)].
      * apply (V _ _ _ _ eq_refl).
      * apply singleton_split in Y. destruct Y as (_ & Y & _). discriminate.
    + exists H'. split; auto. simpl. rewrite history_app. auto.
Qed.

(** The visits of a thread block. *)
Lemma unit_visit_made : forall t v, In v (unit_visits t) -> exists tau,
  comes_before P (blocks P @ t) tau (vsite v) (vcmd v) /\ vthetas v = thetas_after [] tau /\ vhistory v = history_from [] tau.
Proof.
  intros t v I. destruct (visits_sound _ _ (calls_below_bound (blocks P @ t)) [] []) as [V _].
  destruct (V _ I) as (a & b & TR & E). exists a. split; [exists b; auto | auto].
Qed.
Lemma unit_visit_of : forall t tau p c, comes_before P (blocks P @ t) tau p c -> exists H,
  In (Visit p c (thetas_after [] tau) H) (unit_visits t) /\ le_history H (history_from [] tau).
Proof.
  intros t tau p c (u & TR).
  destruct (visits_complete _ _ _ TR (calls_below_bound _) [] [] (proj2 NESTED t) [] [] [] (le_refl_history [])) as [V _].
  destruct (V _ _ _ _ eq_refl) as (H & L & I). exists H. auto.
Qed.

(** ** Deadlocks *)
Definition is_lock (c : simple) : bool := match c with Lock => true | _ => false end.
Definition criticals (t : thread) : list visit :=
  filter (fun v => is_lock (vcmd v) && negb (holds_lock (vhistory v) (lock_at (vsite v)))) (unit_visits t).
(** The condition of Theorem D. *)
Definition waitsb (H1 H2 : history) (l1 l2 : lock) : bool := holds_lock H2 l1 && holds_lock H1 l2 && compatibleb H1 H2.
Lemma waitsb_iff : forall H1 H2 l1 l2, waitsb H1 H2 l1 l2 = true <-> waits H1 H2 l1 l2.
Proof. intros. unfold waitsb, waits. rewrite !andb_true_iff, compatibleb_iff. tauto. Qed.
Definition deadlocks : list (site * site) :=
  map (fun vw => (vsite (fst vw), vsite (snd vw)))
    (filter (fun vw => waitsb (vhistory (fst vw)) (vhistory (snd vw)) (lock_at (vsite (fst vw))) (lock_at (vsite (snd vw))))
      (list_prod (criticals one) (criticals two))).

Lemma criticals_iff : forall t v, In v (criticals t) <->
  In v (unit_visits t) /\ vcmd v = Lock /\ holds_lock (vhistory v) (lock_at (vsite v)) = false.
Proof.
  intros t v. unfold criticals. rewrite filter_In, andb_true_iff, negb_true_iff. destruct (vcmd v); simpl; intuition discriminate.
Qed.
Lemma criticals_sound : forall t v, In v (criticals t) -> critical lock_at P t (vsite v) (vhistory v).
Proof.
  intros t v I. apply criticals_iff in I. destruct I as (I & EC & N). destruct (unit_visit_made _ _ I) as (tau & CB & _ & EH).
  exists tau. rewrite EC in CB. auto.
Qed.
Lemma criticals_complete : forall t p H, critical lock_at P t p H -> exists v,
  In v (criticals t) /\ vsite v = p /\ le_history (vhistory v) H.
Proof.
  intros t p H (tau & CB & -> & N). destruct (unit_visit_of _ _ _ _ CB) as (H & I & L). eexists.
  split; [apply criticals_iff; split; [exact I | split; auto] | auto]. simpl. rewrite (le_holds _ _ L). auto.
Qed.
(** Deadlock is decided, exactly. *)
Theorem deadlocks_exact : forall p1 p2, In (p1, p2) deadlocks <-> deadlock lock_at P p1 p2.
Proof.
  intros p1 p2. rewrite (theorem_D lock_at P LEGAL NESTED). unfold deadlocks. rewrite in_map_iff. split.
  - intros ([v w] & E & I). inversion E; subst. apply filter_In in I. destruct I as [I W]. apply in_prod_iff in I.
    apply waitsb_iff in W. exists (vhistory v), (vhistory w). destruct I. auto using criticals_sound.
  - intros (H1 & H2 & C1 & C2 & M1 & M2 & C). destruct (criticals_complete _ _ _ C1) as (v & I1 & <- & L1).
    destruct (criticals_complete _ _ _ C2) as (w & I2 & <- & L2). exists (v, w). split; auto. apply filter_In.
    split; [apply in_prod_iff; auto|]. apply waitsb_iff. simpl. split; [|split].
    + rewrite (le_holds _ _ L2). auto.
    + rewrite (le_holds _ _ L1). auto.
    + apply (compatible_within _ H1); [apply le_within; auto|]. apply compatible_sym.
      apply (compatible_within _ H2); [apply le_within; auto|]. apply compatible_sym. auto.
Qed.

(** ** Reports *)
(** The accesses of a thread, each with a history. *)
Definition accesses_of (t : thread) : list (access * history) :=
  filter_map (fun v => match accessed_path (vcmd v) with
                       | Some pi => match subst (vthetas v) (path_expr pi) with
                                    | Some e => Some (Access (vsite v) (vcmd v) e (length (vhistory v)), vhistory v)
                                    | None => None
                                    end
                       | None => None
                       end) (unit_visits t).
(** What a mode reports (Reports.v), with compatible histories in place of its condition on levels. *)
Definition unleveled (x : access) : access := Access (asite x) (acmd x) (apath x) 0.
Definition locked_pair (pair : dom -> dom -> access -> access -> bool) (d1 d2 : dom) (x1 x2 : access * history) : bool :=
  compatibleb (snd x1) (snd x2) && pair d1 d2 (unleveled (fst x1)) (unleveled (fst x2)).
Definition locked_report (pair : dom -> dom -> access -> access -> bool) (wb : bool) : list ((access * history) * (access * history)) :=
  let d1 := unit_summary wb P one in let d2 := unit_summary wb P two in
  filter (fun xy => locked_pair pair d1 d2 (fst xy) (snd xy)) (list_prod (accesses_of one) (accesses_of two)).
Definition locked_reports := locked_report racerdx_pair.
Definition locked_plus_reports := locked_report plus_pair.
Definition locked_meet_reports := locked_report meet_pair.
Lemma accesses_recorded : forall t x H, In (x, H) (accesses_of t) -> recorded lock_at P t x H.
Proof.
  intros t x H I. apply in_filter_map in I. destruct I as (v & I & E).
  destruct (accessed_path (vcmd v)) as [pi|] eqn:EP; [|discriminate].
  destruct (subst (vthetas v) (path_expr pi)) as [e|] eqn:ES; inversion E; subst. clear E.
  destruct (unit_visit_made _ _ I) as (tau & CB & ET & EH). rewrite ET in ES. rewrite EH.
  exists tau, pi. simpl. rewrite history_level. auto.
Qed.
Lemma in_locked_report : forall pair wb x1 x2 H1 H2, In ((x1, H1), (x2, H2)) (locked_report pair wb) ->
  recorded lock_at P one x1 H1 /\ recorded lock_at P two x2 H2 /\ compatible H1 H2 /\
  pair (unit_summary wb P one) (unit_summary wb P two) (unleveled x1) (unleveled x2) = true.
Proof.
  intros pair wb x1 x2 H1 H2 I. apply filter_In in I. destruct I as [I R]. apply in_prod_iff in I. destruct I as [I1 I2].
  unfold locked_pair in R. simpl in R. apply andb_prop in R. destruct R as [C R]. apply compatibleb_iff in C.
  auto using accesses_recorded.
Qed.
Theorem locked_true : forall wb x1 x2 H1 H2, In ((x1, H1), (x2, H2)) (locked_reports wb) ->
  lock_races lock_at P (asite x1) (asite x2).
Proof.
  intros wb x1 x2 H1 H2 I. apply in_locked_report in I. destruct I as (R1 & R2 & C & R).
  unfold racerdx_pair in R. rewrite !andb_true_iff, conflictb_iff, fields_eqb_eq, !stableb_iff in R.
  destruct R as [[[[WR _] E] S1] S2]. simpl in WR, E, S1, S2.
  destruct (apath x1) as [v1 fs1] eqn:E1, (apath x2) as [v2 fs2] eqn:E2. simpl in E. subst fs2.
  eexists. split; [apply unlocked_initial, (special_state_initial fs1 v1 v2)|]. eapply theorem1L; eauto. split; auto.
Qed.
Lemma locked_common_rest : forall wb x1 x2 H1 H2 k, recorded lock_at P one x1 H1 -> recorded lock_at P two x2 H2 ->
  compatible H1 H2 -> conflict (unleveled x1) (unleveled x2) ->
  common_rest (unit_summary wb P one) (unit_summary wb P two) (unleveled x1) (unleveled x2) k = true ->
  lock_races lock_at P (asite x1) (asite x2).
Proof.
  intros wb x1 x2 H1 H2 k R1 R2 C [WR _] H. unfold common_rest in H. change (apath (unleveled x1)) with (apath x1) in H.
  change (apath (unleveled x2)) with (apath x2) in H.
  destruct (cut k (snd (apath x1))) as [q1 r1] eqn:C1, (cut k (snd (apath x2))) as [q2 r2] eqn:C2.
  rewrite !andb_true_iff, !Nat.ltb_lt, fields_eqb_eq, !intactb_iff in H.
  destruct H as [[[[[[L1 L2] ER] O1] O2] N1] N2]. subst r2.
  destruct (cut_last k _ L1) as (r & f & Er & Lr). rewrite C1 in Er. simpl in Er. subst r1.
  assert (P1 : apath x1 = (fst (apath x1), q1 ++ r ++ [f])).
  { unfold cut in C1. injection C1 as <- <-. rewrite firstn_skipn. destruct (apath x1); auto. }
  assert (P2 : apath x2 = (fst (apath x2), q2 ++ r ++ [f])).
  { unfold cut in C2. injection C2 as <- <-. rewrite firstn_skipn. destruct (apath x2); auto. }
  change (own_fields (unleveled x1)) with (own_fields x1) in O1. change (own_fields (unleveled x2)) with (own_fields x2) in O2.
  eexists. split; [apply unlocked_initial, (two_backbones_initial q1 q2 (fst (apath x1)) (fst (apath x2)))|].
  apply (theorem2mL lock_at P LEGAL NESTED wb x1 x2 H1 H2 R1 R2 (conj WR C)) with (r := r) (f := f); auto; lia.
Qed.
Theorem locked_plus_true : forall wb x1 x2 H1 H2, In ((x1, H1), (x2, H2)) (locked_plus_reports wb) ->
  lock_races lock_at P (asite x1) (asite x2).
Proof.
  intros wb x1 x2 H1 H2 I. apply in_locked_report in I. destruct I as (R1 & R2 & C & R).
  unfold plus_pair in R. rewrite !andb_true_iff, conflictb_iff in R. destruct R as [[CF _] R]. eapply locked_common_rest; eauto.
Qed.
Theorem locked_meet_true : forall wb x1 x2 H1 H2, In ((x1, H1), (x2, H2)) (locked_meet_reports wb) ->
  lock_races lock_at P (asite x1) (asite x2).
Proof.
  intros wb x1 x2 H1 H2 I. apply in_locked_report in I. destruct I as (R1 & R2 & C & R).
  unfold meet_pair in R. rewrite andb_true_iff, conflictb_iff, existsb_exists in R. destruct R as [CF (k & _ & R)].
  eapply locked_common_rest; eauto.
Qed.
(** Nothing that Theorem 1L would report with other histories is missing. *)
Lemma recorded_accesses : forall t x H, recorded lock_at P t x H -> exists H', In (x, H') (accesses_of t) /\ within H' H.
Proof.
  intros t [p c e n] H (tau & pi & CB & EP & ES & EL & ->). simpl in *. destruct (unit_visit_of _ _ _ _ CB) as (H & I & L).
  exists H. split; [|apply le_within; auto]. apply in_filter_map. eexists. split; [exact I|]. simpl. rewrite EP, ES.
  rewrite EL, <- (history_level lock_at), (le_length _ _ L). auto.
Qed.
Theorem locked_complete : forall wb x1 x2 H1 H2, recorded lock_at P one x1 H1 -> recorded lock_at P two x2 H2 ->
  lock_conflict x1 x2 H1 H2 -> snd (apath x1) = snd (apath x2) ->
  stable wb P (blocks P @ one) (apath x1) -> stable wb P (blocks P @ two) (apath x2) ->
  exists H1' H2', In ((x1, H1'), (x2, H2')) (locked_reports wb).
Proof.
  intros wb x1 x2 H1 H2 R1 R2 [WR C] E S1 S2. destruct (recorded_accesses _ _ _ R1) as (H1' & I1 & W1).
  destruct (recorded_accesses _ _ _ R2) as (H2' & I2 & W2). exists H1', H2'. apply filter_In. split; [apply in_prod_iff; auto|].
  assert (C' : compatible H1' H2').
  { apply (compatible_within _ H1); auto. apply compatible_sym, (compatible_within _ H2); auto. apply compatible_sym. auto. }
  unfold locked_pair, racerdx_pair. rewrite !andb_true_iff, compatibleb_iff, conflictb_iff, fields_eqb_eq, !stableb_iff.
  unfold conflict. simpl. tauto.
Qed.
End Program.
End Named.
