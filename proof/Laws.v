(** * Laws of the analysis, and Lemma 5.13 as an equation

    - [affine]: what a statement adds to an abstract state does not depend on the state, but for levels;
    - [one_iteration]: so the single round of a loop in Figure 7 is its fixed point;
    - [monotone];
    - [call_as_body_5_13]: Lemma 5.13: applying the summary of a method is analysing its body with the actuals in place
      of the formals, and adding WB.

    Lemma 5.13 holds for bodies without calls in which formals are only roots of paths ([strong]); Definition 5.12 also
    allows y := arg_i, and there it fails ([literal_5_13_bare]), as it does with calls ([literal_5_13_nested]).  WB is
    that of Figure 7, filtered to formals ([literal_5_13_WB]).  An access of the substituted body carries the
    substituted command. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Legal Racerdx Exec Traces Completeness.

(** An element, k levels higher. *)
Definition raise (k : nat) (i : element) : element :=
  match i with Accessed x => Accessed (Access (asite x) (acmd x) (apath x) (k + alevel x)) | _ => i end.
Lemma contributes_raise : forall wb T k L ev i,
  contributes wb T (k + L) ev i <-> exists j, contributes wb T L ev j /\ raise k j = i.
Proof.
  intros wb T k L [p c] i. unfold contributes. split.
  - intros H. destruct i as [e|e|x].
    + exists (Touched e). split; auto. destruct c; exact H.
    + exists (Assigned e). split; auto. destruct c; exact H.
    + destruct c as [c|es|]; simpl in H; try tauto. rewrite app_nil_r in H. unfold accesses in H.
      destruct (accessed_path c) as [pi|] eqn:EP; [|destruct H]. destruct (subst T (path_expr pi)) as [e|] eqn:ES; [|destruct H].
      destruct H as [<-|[]]. exists (Accessed (Access p c e L)). split; auto. simpl. rewrite app_nil_r. unfold accesses.
      rewrite EP, ES. left. auto.
  - intros (j & H & <-). destruct j as [e|e|x]; [destruct c; exact H | destruct c; exact H|].
    destruct c as [c|es|]; simpl in H; try tauto. rewrite app_nil_r in H. simpl. rewrite app_nil_r. unfold accesses in *.
    destruct (accessed_path c) as [pi|]; [|destruct H]. destruct (subst T (path_expr pi)) as [e|]; [|destruct H].
    destruct H as [<-|[]]. left. auto.
Qed.

Section Laws.
Variable wb : bool.
Variable P : program.
Hypothesis LEVEL : forall m, level (mbody P m) 0 = Some 0.
Hypothesis DOWN : forall m, calls_below m (mbody P m).
Notation "⟦ C ⟧♯" := (analyse wb P C).

(** ⟦C⟧♯ ⟨W, L, A⟩ = ⟨W ∪ w, L + n, A ∪ (a + L)⟩, where ⟨w, n, a⟩ = ⟦C⟧♯ ⊥. *)
Theorem affine : forall C n, level C 0 = Some n -> forall d,
  dL (⟦C⟧♯ d) = dL d + n /\
  forall i, has (⟦C⟧♯ d) i <-> has d i \/ exists j, has (⟦C⟧♯ bottom) j /\ raise (dL d) j = i.
Proof.
  intros C n E d. split; [apply (analyse_level wb P LEVEL DOWN C 0 n (dL d) d E); lia|]. intros i.
  rewrite (analysis_by_events wb P LEVEL DOWN C 0 n (dL d) d E) by lia. split; intros [H|H]; auto; right.
  - destruct H as (a & ev & b & T & CO). rewrite (prefix_level P LEVEL C 0 n _ _ _ T E) in CO.
    apply contributes_raise in CO. destruct CO as (j & CO & <-). exists j. split; auto.
    apply (analysis_by_events wb P LEVEL DOWN C 0 n 0 bottom E eq_refl). right. exists a, ev, b. auto.
  - destruct H as (j & H & <-). apply (analysis_by_events wb P LEVEL DOWN C 0 n 0 bottom E eq_refl) in H.
    destruct H as [H|(a & ev & b & T & CO)]; [destruct (has_bottom _ H)|].
    exists a, ev, b. split; auto. rewrite (prefix_level P LEVEL C 0 n _ _ _ T E). apply contributes_raise. eauto.
Qed.
(** F(D) = D ⊔ ⟦C⟧♯ D is at its fixed point after one round. *)
Theorem one_iteration : forall C, level C 0 = Some 0 -> forall d, let F d := join d (⟦C⟧♯ d) in
  dL (F (F d)) = dL (F d) /\ forall i, has (F (F d)) i <-> has (F d) i.
Proof.
  intros C E d F. assert (SAME : forall d, dL (F d) = dL d).
  { intros d0. destruct (affine C 0 E d0) as [A _]. unfold F. simpl. rewrite A. lia. }
  split; [apply SAME|]. intros i. unfold F at 1. rewrite has_join. split; [|auto]. intros [H|H]; auto.
  apply (affine C 0 E (F d)) in H. destruct H as [H|(j & H & <-)]; auto. rewrite SAME.
  unfold F. rewrite has_join. right. apply (affine C 0 E d). eauto.
Qed.
Theorem monotone : forall C n, level C 0 = Some n -> forall d d', dL d = dL d' -> (forall i, has d i -> has d' i) ->
  forall i, has (⟦C⟧♯ d) i -> has (⟦C⟧♯ d') i.
Proof.
  intros C n E d d' L H i Hi. apply (affine C n E d) in Hi. apply (affine C n E d'). rewrite <- L.
  destruct Hi as [Hi|Hi]; auto.
Qed.

(** ** Lemma 5.13 *)
Section Body.
Variable es : list expr.
(** Locals of the body are renamed, in any way: no element of an abstract state begins with one. *)
Variable rename : nat -> nat.
Definition local_subst (x : var) : var := match x with Local i => Local (rename i) | _ => x end.
(** π[e/arg]. *)
Definition path_subst (pi : path) : path :=
  match proot pi with
  | Local i => Path (Local (rename i)) (pinner pi) (plast pi)
  | Arg i => match nth_error es i with
             | Some (y, ys) => Path y (ys ++ pinner pi) (plast pi)
             | None => Path (Local 0) (pinner pi) (plast pi)
             end
  end.
Definition command_subst (c : simple) : simple :=
  match c with
  | Copy x y => Copy (local_subst x) (local_subst y)
  | Load x pi => Load (local_subst x) (path_subst pi)
  | Store pi x => Store (path_subst pi) (local_subst x)
  | New x => New (local_subst x)
  | c => c
  end.
(** C[e/arg], for C without calls. *)
Fixpoint stmt_subst (C : stmt) : stmt :=
  match C with
  | Do p c => Do p (command_subst c)
  | Seq C1 C2 => Seq (stmt_subst C1) (stmt_subst C2)
  | If C1 C2 => If (stmt_subst C1) (stmt_subst C2)
  | While C => While (stmt_subst C)
  | C => C
  end.
(** Formals are only roots of paths, and there is no call. *)
Definition is_local (x : var) : Prop := match x with Local _ => True | _ => False end.
Fixpoint strong (C : stmt) : Prop :=
  match C with
  | Do _ (Copy x y) => is_local x /\ is_local y
  | Do _ (Load x _) | Do _ (Store _ x) | Do _ (New x) => is_local x
  | Seq C1 C2 | If C1 C2 => strong C1 /\ strong C2
  | While C => strong C
  | Call _ _ _ => False
  | _ => True
  end.

Lemma local_dropped : forall x, is_local x -> fml (local_subst x, []) = None /\ fml (x, []) = None.
Proof. intros [i|i] H; [destruct H | auto]. Qed.
Lemma path_fml : forall pi, fml (path_expr (path_subst pi)) =
  match fml (path_expr pi) with Some e => subst [es] e | None => None end.
Proof.
  intros [[i|i] inner f]; unfold path_subst, path_expr, fml; simpl; auto.
  destruct (nth_error es i) as [[[j|j] ys]|]; simpl; auto. rewrite app_assoc. auto.
Qed.
Lemma touches_subst : forall c p, strong (Do p c) ->
  filter_map fml (touches (command_subst c)) = filter_map (subst [es]) (filter_map fml (touches c)) /\
  filter_map fml (assigns (command_subst c)) = filter_map (subst [es]) (filter_map fml (assigns c)).
Proof.
  intros [x y|x pi|pi x|x| |] p S; cbn [strong command_subst touches assigns filter_map] in *; auto;
    repeat match goal with
    | H : _ /\ _ |- _ => destruct H
    | H : is_local ?x |- _ => destruct (local_dropped x H) as [-> ->]; clear H
    end; rewrite ?path_fml; auto;
    destruct (fml (path_expr pi)) as [e|]; cbn [filter_map]; auto; destruct (subst [es] e); auto.
Qed.

(** An access with its command substituted. *)
Definition with_subst (x : access) : access := Access (asite x) (command_subst (acmd x)) (apath x) (alevel x).
Lemma accesses_subst : forall p c L k, strong (Do p c) -> forall x,
  In x (accesses [] p (command_subst c) (k + L)) <->
  exists y, In y (accesses [] p c L) /\ exists z, in_caller es k y = Some z /\ x = with_subst z.
Proof.
  assert (ONE : forall p c pi L k x, accessed_path c = Some pi -> accessed_path (command_subst c) = Some (path_subst pi) ->
    (In x (accesses [] p (command_subst c) (k + L)) <->
     exists y, In y (accesses [] p c L) /\ exists z, in_caller es k y = Some z /\ x = with_subst z)).
  { intros p c pi L k x E E'. unfold accesses. rewrite E, E'. change (subst []) with fml. rewrite path_fml.
    destruct (fml (path_expr pi)) as [e|]; [|split; [intros [] | intros (y & [] & _)]].
    unfold in_caller. split.
    - intros H. destruct (subst [es] e) as [e'|] eqn:S; [|destruct H]. destruct H as [<-|[]].
      eexists. split; [left; reflexivity|]. cbn [apath asite acmd alevel]. rewrite S. eauto.
    - intros (y & [<-|[]] & z & H & ->). cbn [apath asite acmd alevel] in H.
      destruct (subst [es] e) as [e'|]; [|discriminate]. injection H as <-. left. reflexivity. }
  intros p c L k _ x. destruct c as [u v|u pi|pi u|u| |];
    try (apply (ONE p _ pi); reflexivity); (split; [intros [] | intros (y & [] & _)]).
Qed.

(** D is d and what the callee's abstract state is for its caller. *)
Definition as_callee (d c D : dom) : Prop :=
  (forall e, In e (dW D) <-> In e (dW d) \/ exists a, In a (dW c) /\ subst [es] a = Some e) /\
  (forall e, In e (dWr D) <-> In e (dWr d) \/ exists a, In a (dWr c) /\ subst [es] a = Some e) /\
  dL D = dL d + dL c /\
  (forall x, In x (dA D) <-> In x (dA d) \/ exists y z, In y (dA c) /\ in_caller es (dL d) y = Some z /\ x = with_subst z).
(** The equation of Lemma 5.13 for a statement C of the body: analysing C and then seeing the result as the caller does is
    analysing C with the actuals for the formals.  The four parts of a domain, W, Wr, L and A, are shown one by one, in both
    directions: what is new comes from the command itself ([touches_subst], [accesses_subst]), what is old from R. *)
Lemma body_as_callee : forall sm d C la lb k, strong C -> level C la = Some lb ->
  forall c D, dL c = k + la -> as_callee d c D ->
  as_callee d (transfer wb sm C c) (transfer wb sm (stmt_subst C) D) /\ dL (transfer wb sm C c) = k + lb.
Proof.
  intros sm d. induction C as [|p s|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C1 IH1|p m fs]; intros la lb k ST LV c D EL R.
  - (* skip *)
    injection LV as <-. auto.
  - (* a simple command *)
    destruct R as (RW & RR & RL & RA). destruct (touches_subst s p ST) as [TW TA]. pose proof (accesses_subst p s (dL c) (dL d) ST) as AS.
    cbn [stmt_subst transfer]. split.
    + repeat split; cbn [dW dWr dL dA].
      * intros H. apply in_app_or in H. destruct H as [H|H].
        -- rewrite TW in H. apply in_filter_map in H. destruct H as (a & I & E). right. exists a. split; auto. apply in_or_app. auto.
        -- apply RW in H. destruct H as [H|(a & I & E)]; auto. right. exists a. split; auto. apply in_or_app. auto.
      * intros [H|(a & I & E)]; [apply in_or_app; right; apply RW; auto|]. apply in_app_or in I. apply in_or_app.
        destruct I as [I|I]; [left; rewrite TW; apply in_filter_map; eauto | right; apply RW; eauto].
      * intros H. apply in_app_or in H. destruct H as [H|H].
        -- rewrite TA in H. apply in_filter_map in H. destruct H as (a & I & E). right. exists a. split; auto. apply in_or_app. auto.
        -- apply RR in H. destruct H as [H|(a & I & E)]; auto. right. exists a. split; auto. apply in_or_app. auto.
      * intros [H|(a & I & E)]; [apply in_or_app; right; apply RR; auto|]. apply in_app_or in I. apply in_or_app.
        destruct I as [I|I]; [left; rewrite TA; apply in_filter_map; eauto | right; apply RR; eauto].
      * rewrite RL. destruct s; simpl in *; auto; try lia. destruct la; [discriminate|]. lia.
      * rewrite RL. intros H. apply in_app_or in H. destruct H as [H|H].
        -- apply AS in H. destruct H as (y & I & z & E & ->). right. exists y, z. split; auto. apply in_or_app. auto.
        -- apply RA in H. destruct H as [H|(y & z & I & E)]; auto. right. exists y, z. split; auto. apply in_or_app. auto.
      * rewrite RL. intros [H|(y & z & I & E & ->)]; [apply in_or_app; right; apply RA; auto|].
        apply in_app_or in I. apply in_or_app. destruct I as [I|I]; [left; apply AS; eauto | right; apply RA; eauto 6].
    + cbn [dL]. destruct s; simpl in *; try (injection LV as <-; lia). destruct la; [discriminate|]. injection LV as <-. lia.
  - (* C1; C2 *)
    simpl in ST, LV. destruct ST as [S1 S2]. destruct (level C1 la) as [lm|] eqn:L1; [|discriminate].
    destruct (IH1 la lm k S1 L1 c D EL R) as [R1 E1]. exact (IH2 lm lb k S2 LV _ _ E1 R1).
  - (* if: both branches, joined *)
    simpl in ST, LV. destruct ST as [S1 S2]. destruct (level C1 0) as [[|]|] eqn:L1; try discriminate.
    destruct (level C2 0) as [[|]|] eqn:L2; try discriminate. injection LV as <-.
    destruct (IH1 0 0 (k + la) S1 L1 c D ltac:(lia) R) as [(W1 & R1 & B1 & A1) E1].
    destruct (IH2 0 0 (k + la) S2 L2 c D ltac:(lia) R) as [(W2 & R2 & B2 & A2) E2].
    cbn [stmt_subst transfer]. split; [|cbn [join dL]; lia]. repeat split; cbn [join dW dWr dL dA].
    + intros H. apply in_union in H. destruct H as [H|H]; [apply W1 in H | apply W2 in H];
        destruct H as [H|(a & I & E)]; auto; right; exists a; split; auto; apply in_union; auto.
    + intros [H|(a & I & E)]; apply in_union; [left; apply W1; auto|]. apply in_union in I.
      destruct I as [I|I]; [left; apply W1 | right; apply W2]; eauto.
    + intros H. apply in_union in H. destruct H as [H|H]; [apply R1 in H | apply R2 in H];
        destruct H as [H|(a & I & E)]; auto; right; exists a; split; auto; apply in_union; auto.
    + intros [H|(a & I & E)]; apply in_union; [left; apply R1; auto|]. apply in_union in I.
      destruct I as [I|I]; [left; apply R1 | right; apply R2]; eauto.
    + lia.
    + intros H. apply in_union in H. destruct H as [H|H]; [apply A1 in H | apply A2 in H];
        destruct H as [H|(y & z & I & E)]; auto; right; exists y, z; split; auto; apply in_union; auto.
    + intros [H|(y & z & I & E)]; apply in_union; [left; apply A1; auto|]. apply in_union in I.
      destruct I as [I|I]; [left; apply A1 | right; apply A2]; eauto 6.
  - (* while: what was before, joined with one round *)
    simpl in ST, LV. destruct (level C1 0) as [[|]|] eqn:L1; try discriminate. injection LV as <-.
    destruct (IH1 0 0 (k + la) ST L1 c D ltac:(lia) R) as [(W1 & R1 & B1 & A1) E1]. destruct R as (RW & RR & RL & RA).
    cbn [stmt_subst transfer]. split; [|cbn [join dL]; lia]. repeat split; cbn [join dW dWr dL dA].
    + intros H. apply in_union in H. destruct H as [H|H]; [apply RW in H | apply W1 in H];
        destruct H as [H|(a & I & E)]; auto; right; exists a; split; auto; apply in_union; auto.
    + intros [H|(a & I & E)]; apply in_union; [left; apply RW; auto|]. apply in_union in I.
      destruct I as [I|I]; [left; apply RW | right; apply W1]; eauto.
    + intros H. apply in_union in H. destruct H as [H|H]; [apply RR in H | apply R1 in H];
        destruct H as [H|(a & I & E)]; auto; right; exists a; split; auto; apply in_union; auto.
    + intros [H|(a & I & E)]; apply in_union; [left; apply RR; auto|]. apply in_union in I.
      destruct I as [I|I]; [left; apply RR | right; apply R1]; eauto.
    + lia.
    + intros H. apply in_union in H. destruct H as [H|H]; [apply RA in H | apply A1 in H];
        destruct H as [H|(y & z & I & E)]; auto; right; exists y, z; split; auto; apply in_union; auto.
    + intros [H|(y & z & I & E)]; apply in_union; [left; apply RA; auto|]. apply in_union in I.
      destruct I as [I|I]; [left; apply RA | right; apply A1]; eauto 6.
  - (* a call: there is none in the body *)
    destruct ST.
Qed.
End Body.

(** Lemma 5.13: ⟦m(e1, …, en)⟧♯ D = ⟦mbody(m)[e/arg]⟧♯ D ⊔ ⟨WB(e1, …, en)^fml, 0, ∅⟩.  (An access of the left side is
    one of the right side with the command as it is written in the method.) *)
Theorem call_as_body_5_13 : forall rename p m es d, strong (mbody P m) ->
  let call := ⟦Call p m es⟧♯ d in let body := ⟦stmt_subst es rename (mbody P m)⟧♯ d in
  (forall e, In e (dW call) <-> In e (dW body) \/ (wb = true /\ In e (filter_map fml (prefix_arguments es)))) /\
  (forall e, In e (dWr call) <-> In e (dWr body)) /\
  dL call = dL body /\
  (forall x, In x (dA body) <-> In x (dA d) \/
     exists y, In y (filter_map (in_caller es (dL d)) (dA (summary wb P m))) /\ x = with_subst es rename y) /\
  (forall x, In x (dA call) <-> In x (dA d) \/ In x (filter_map (in_caller es (dL d)) (dA (summary wb P m)))).
Proof.
  intros rename p m es d ST call body.
  assert (R0 : as_callee es rename d bottom d).
  { repeat split; try tauto; try (intros [H|(a & [] & _)]; auto; fail); simpl; try lia.
    intros [H|(y & z & [] & _)]; auto. }
  destruct (body_as_callee es rename (summary wb P) d (mbody P m) 0 0 0 ST (LEVEL m) bottom d eq_refl R0) as [(W & R & L & A) EL].
  fold (analyse wb P (mbody P m) bottom) in W, R, L, A, EL. rewrite <- (summary_eq wb P DOWN m) in W, R, L, A, EL.
  fold (analyse wb P (stmt_subst es rename (mbody P m)) d) in W, R, L, A. fold body in W, R, L, A.
  unfold call, analyse. cbn [transfer dW dWr dL dA]. repeat split.
  - intros H. apply in_app_or in H. destruct H as [H|H]; [destruct wb; [auto | destruct H]|]. left. apply W.
    apply in_app_or in H. destruct H as [H|H]; auto. apply in_filter_map in H. auto.
  - intros [H|[-> H]]; apply in_or_app; [right|left]; auto. apply W in H. apply in_or_app.
    destruct H as [H|H]; [right | left; apply in_filter_map]; auto.
  - intros H. apply R. apply in_app_or in H. destruct H as [H|H]; auto. apply in_filter_map in H. auto.
  - intros H. apply R in H. apply in_or_app. destruct H as [H|H]; [right | left; apply in_filter_map]; auto.
  - symmetry. exact L.
  - intros H. apply A in H. destruct H as [H|(y & z & I & E & ->)]; auto. right. exists z. split; auto. apply in_filter_map. eauto.
  - intros [H|(z & I & ->)]; apply A; auto. apply in_filter_map in I. destruct I as (y & I & E). eauto 6.
  - intros H. apply in_app_or in H. tauto.
  - intros H. apply in_or_app. tauto.
Qed.
End Laws.
