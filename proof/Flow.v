(** * flow and rely as functions: what they return races (Theorems 2f and 2g, executable)

    A unit is followed by one name on sets of states (States.v), in all ways, loops until nothing new comes ([flow]); each
    time an access comes by z that is noted, with the fields that are left, the fields that this relies on, and those that
    the thread has stored into outside of its private objects ([finding]).

    - [flow_reports]: the pairs whose rests are equal, by names of at most so many fields (mode flow).  [flow_true]: each
      races.
    - [rely_reports]: the same where a thread knows objects of its own making and cells that the other thread may come by,
      and neither stores into what the other relies on (mode rely).  [rely_true]: each races.

    What is proved is that nothing false is reported, whatever the bounds.  That nothing is missed that Go reports is
    compared, not proved: which names are worth following ([names_from]), which variables may be forgotten ([notes]), which
    states need not be followed again ([memory]), which ends of paths are tried ([endings]), and the number of rounds
    ([fuel]) decide that; nothing needs to be known of them.  In loops nothing is known of objects that are made there. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From TP Require Import Syntax Semantics Interleaving Legal Racerdx Exec Traces WellBehaved Intact SpecialState Reports Knowledge
  Theorem2f Tables States.

(** ** Orders *)
Definition cmp_value (a b : value) : comparison :=
  match a, b with
  | None, None => Eq
  | None, _ => Lt
  | _, None => Gt
  | Some (v, R), Some (w, R0) => Nat.compare v w then_by cmp_list Nat.compare R R0
  end.
Definition cmp_entry (a b : key * value) : comparison := cmp_key (fst a) (fst b) then_by cmp_value (snd a) (snd b).
Definition cmp_frame (a b : sframe) : comparison := Nat.compare (fst a) (fst b) then_by cmp_list cmp_entry (snd a) (snd b).
Definition cmp_state (a b : kstate) : comparison :=
  cmp_list cmp_frame (frames a) (frames b) then_by cmp_list Nat.compare (shared a) (shared b) then_by
  Nat.compare (number a) (number b) then_by cmp_list Nat.compare (gave a) (gave b) then_by
  cmp_list cmp_entry (cells a) (cells b).

(** ** Which variables are read before they are assigned *)
(** Of a statement: what of its entry; and of its parts.  Of a call, first, what of its end. *)
Inductive notes := NoNote | Note (live : list key) (a b : notes).
Fixpoint member (k : key) (l : list key) : bool := match l with [] => false | k' :: r => key_eqb k k' || member k r end.
Definition keys_union (a b : list key) : list key := fold_right (fun k l => if member k l then l else k :: l) b a.
Definition assigned_by (c : simple) : list key :=
  match c with Copy x _ | Load x _ | New x => [var_key x] | _ => [] end.
Fixpoint live (C : stmt) (out : list key) : list key :=
  match C with
  | Skip => out
  | Do _ c => keys_union (map var_key (reads c)) (filter (fun k => negb (member k (assigned_by c))) out)
  | Seq C1 C2 => live C1 (live C2 out)
  | If C1 C2 => keys_union (live C1 out) (live C2 out)
  | While C => keys_union (live C []) out
  | Call _ _ es => keys_union (map (fun e => var_key (fst e)) es) out
  end.
Fixpoint note (C : stmt) (out : list key) : notes :=
  match C with
  | Skip | Do _ _ => Note (live C out) NoNote NoNote
  | Seq C1 C2 => Note (live C out) (note C1 (live C2 out)) (note C2 out)
  | If C1 C2 => Note (live C out) (note C1 out) (note C2 out)
  | While C1 => Note (live C out) (note C1 (live C out)) NoNote
  | Call _ _ _ => Note (live C out) (Note out NoNote NoNote) NoNote
  end.
Definition kept (n : notes) (k : key) : bool := match n with NoNote => true | Note l _ _ => member k l end.
Definition first_note (n : notes) : notes := match n with Note _ a _ => a | NoNote => NoNote end.
Definition second_note (n : notes) : notes := match n with Note _ _ b => b | NoNote => NoNote end.

(** ** What is found *)
Record finding := Finding { fsite : site; fcmd : simple; flevel : nat; frest : list field; frelies : list field; fgave : list field }.
Definition cmp_finding (a b : finding) : comparison :=
  Nat.compare (fsite a) (fsite b) then_by Nat.compare (if writes (fcmd a) then 1 else 0) (if writes (fcmd b) then 1 else 0) then_by
  Nat.compare (flevel a) (flevel b) then_by cmp_list Nat.compare (frest a) (frest b) then_by
  cmp_list Nat.compare (frelies a) (frelies b) then_by cmp_list Nat.compare (fgave a) (fgave b).

(** The ends of the paths of the accesses of a program that have two fields or more, but for the last field. *)
Fixpoint tails {A} (l : list A) : list (list A) := match l with [] => [] | _ :: r => l :: tails r end.
Fixpoint ends_of (C : stmt) : list (field * list field) :=
  match C with
  | Skip | Call _ _ _ => []
  | Do _ c => match accessed_path c with Some pi => map (fun c => (plast pi, c)) (tails (pinner pi)) | None => [] end
  | Seq C1 C2 | If C1 C2 => ends_of C1 ++ ends_of C2
  | While C => ends_of C
  end.
Definition cmp_ending (a b : field * list field) : comparison := Nat.compare (fst a) (fst b) then_by cmp_list Nat.compare (snd a) (snd b).

(** States in which a statement, or a method at a call, has been executed before need not be followed again. *)
Inductive memory := Blank | Seen (states : list kstate) (a b : memory).
Definition seen_of (m : memory) : list kstate := match m with Seen l _ _ => l | Blank => [] end.
Definition first_of (m : memory) : memory := match m with Seen _ a _ => a | Blank => Blank end.
Definition second_of (m : memory) : memory := match m with Seen _ _ b => b | Blank => Blank end.

Section Name.
Variable width : nat.
Variable rely : bool.
Variable endings : list (field * list field).
Variable q : list field.

Definition finds (p : site) (c : simple) (st : kstate) : list finding :=
  match accessed_path c, frames st with
  | Some pi, fr :: _ =>
      (** by z, when some fields are left; *)
      flat_map (fun n => match leads width q rely st fr (proot pi, firstn n (pinner pi)) with
                         | Some (0, R) => [Finding p c (depth st) (skipn n (pinner pi) ++ [plast pi]) R (gave st)]
                         | _ => []
                         end) (seq 0 (S (length (pinner pi)))) ++
      (** or to an object that is found by walking from z *)
      match leads width q rely st fr (path_base pi) with
      | Some (w, R) =>
          if rely && negb (hidden st w) then
            flat_map (fun e : field * list field =>
              if fst e =? plast pi then
                match walks width q rely st (Some (z, [])) (snd e) with
                | Some (w', R') => if w' =? w then [Finding p c (depth st) (snd e ++ [plast pi]) (adds R R') (gave st)] else []
                | None => []
                end
              else []) endings
          else []
      | None => []
      end
  | _, _ => []
  end.
(** The fields that are walked from an object: by which longer names may find more. *)
Definition heads_of (target : object) (st : kstate) (e : expr) : list field :=
  match frames st with
  | fr :: _ => flat_map (fun n => match leads width q rely st fr (fst e, firstn n (snd e)), nth_error (snd e) n with
                                  | Some (w, _), Some f => if w =? target then [f] else []
                                  | _, _ => []
                                  end) (seq 0 (length (snd e)))
  | [] => []
  end.
Record result := Result { remembers : memory; leaves : list kstate; found : list finding; walked : list field }.
Notation joined := (union cmp_finding).

Variable fuel : nat.
Section Flow.
Variable target : object.
Variable sm : bool -> method -> memory -> list kstate -> result.
(** Rounds of a loop: from the states [todo] at its head, of which the body has seen none in this way; [heads] are those
    to which it has come back before. *)
Fixpoint rounds (keep : key -> bool) (body : memory -> list kstate -> result) (n : nat) (mem : memory) (todo heads new : list kstate)
    (got : list finding) (hs : list field) : result * list kstate :=
  match n, todo with
  | S n', _ :: _ =>
      let r := body mem todo in
      let fresh := minus cmp_state (sorted cmp_state (map (prune keep) (leaves r))) heads in
      rounds keep body n' (remembers r) (if rely then filter_map (plain width q) fresh else fresh)
        (union cmp_state heads fresh) (union cmp_state new fresh) (joined got (found r)) (adds (walked r) hs)
  | _, _ => (Result mem new got hs, heads)
  end.
Fixpoint flow (loop : bool) (C : stmt) (n : notes) (mem : memory) (sts : list kstate) : result :=
  let todo := minus cmp_state (sorted cmp_state (map (prune (kept n)) sts)) (seen_of mem) in
  match todo with
  | [] => Result mem [] [] []
  | _ =>
    let seen := union cmp_state (seen_of mem) todo in
    match C with
    | Skip => Result (Seen seen Blank Blank) todo [] []
    | Do p c =>
        Result (Seen seen Blank Blank) (filter_map (execute width q rely (rely && negb loop) c) todo) (sorted cmp_finding (flat_map (finds p c) todo))
          match accessed_path c with Some pi => flat_map (fun st => heads_of target st (path_expr pi)) todo | None => [] end
    | Seq C1 C2 =>
        let r1 := flow loop C1 (first_note n) (first_of mem) todo in
        let r2 := flow loop C2 (second_note n) (second_of mem) (leaves r1) in
        Result (Seen seen (remembers r1) (remembers r2)) (leaves r2) (joined (found r1) (found r2)) (adds (walked r1) (walked r2))
    | If C1 C2 =>
        let r1 := flow loop C1 (first_note n) (first_of mem) todo in
        let r2 := flow loop C2 (second_note n) (second_of mem) todo in
        Result (Seen seen (remembers r1) (remembers r2)) (leaves r1 ++ leaves r2) (joined (found r1) (found r2)) (adds (walked r1) (walked r2))
    | While C =>
        let (r, heads) := rounds (kept n) (flow true C (first_note n)) fuel (first_of mem) todo (seen_of (second_of mem)) todo [] [] in
        Result (Seen seen (remembers r) (Seen heads Blank Blank)) (leaves r) (found r) (walked r)
    | Call p m es =>
        let ins := filter_map (enter width q rely (kept (first_note n)) es) todo in
        let r := sm loop m (first_of mem) ins in
        Result (Seen seen (remembers r) Blank) (filter_map leave (leaves r)) (found r)
          (adds (flat_map (fun st => flat_map (heads_of target st) es) todo) (walked r))
    end
  end.
End Flow.
Fixpoint flow_methods (target : object) (P : program) (ns : list notes) (n : nat) : bool -> method -> memory -> list kstate -> result :=
  match n with
  | 0 => fun _ _ mem _ => Result mem [] [] []
  | S k =>
      let sm := flow_methods target P ns k in
      fun loop m mem sts => if m =? k then flow target sm loop (mbody P k) (nth k ns NoNote) mem sts else sm loop m mem sts
  end.
(** All that a unit finds by the name. *)
Definition flow_unit (target : object) (P : program) (ns : list notes) (t : thread) (formal : nat) : result :=
  flow target (flow_methods target P ns (length (methods P))) false (blocks P @ t) (note (blocks P @ t) []) Blank [beginning q (formals P) formal].
End Name.

(** ** Soundness *)
Section Sound.
Variable width : nat.
Variables q1 q2 : list field.
Variables i1 i2 : nat.
Variable t : thread.
Variable rely : bool.
Variable Ub : field -> bool.
Variable endings : list (field * list field).
Notation q := (fields_of q1 q2 t).
Notation formal := ((i1, i2) @ t).
Notation start := (apart_knowledge width q1 q2 (Arg i1) (Arg i2) t).
Hypothesis FLOW : rely = false -> forall f, Ub f = true.
Notation means := (denotes width q1 q2 t Ub).
Notation U := (relied Ub).
Notation G := (given rely).

(** A trace from the beginning leads to a state. *)
Definition arrives (tau : strace) (st : kstate) : Prop := exists k,
  know_steps U (G (gave st)) tau start k /\ means st k /\ level_after 0 tau = depth st.
Lemma know_step_mono : forall (G G' : field -> Prop) c k k', (forall f, G f -> G' f) -> know_step U G c k k' -> know_step U G' c k k'.
Proof. intros G G' c k k' H S. destruct S; econstructor; eauto. Qed.
Lemma know_steps_mono : forall (G G' : field -> Prop) tau k k', (forall f, G f -> G' f) -> know_steps U G tau k k' -> know_steps U G' tau k k'.
Proof. intros G G' tau k k' H S. induction S; [constructor | econstructor; eauto using know_step_mono | eapply know_less; eauto]. Qed.
Lemma arrives_step : forall p c tau st st',
  (forall k, means st k -> exists k', know_step U (G (gave st')) c k k' /\ means st' k' /\
     (forall f, G (gave st) f -> G (gave st') f) /\ depth st' = level_step c (depth st)) ->
  arrives tau st -> arrives (tau ++ [(p, c)]) st'.
Proof.
  intros p c tau st st' H (k & S & D & L). destruct (H k D) as (k' & S' & D' & M & L'). exists k'. split; [|split; auto].
  - econstructor; [|exact S']. eapply know_steps_mono; eauto.
  - rewrite level_after_app, L. simpl. auto.
Qed.
Lemma arrives_prune : forall tau keep st, arrives tau st -> arrives tau (prune keep st).
Proof.
  intros tau keep st (k & S & D & L). exists k. pose proof (prune_denotes width q1 q2 t Ub keep st k D) as D'.
  unfold prune in *. destruct (frames st); auto.
Qed.
Lemma arrives_plain : forall tau st st', plain width q st = Some st' -> arrives tau st -> arrives tau st'.
Proof.
  intros tau st st' E (k & S & D & L). destruct (plain_denotes width q1 q2 t Ub st st' k D E) as (k' & W & D' & EG & ED).
  exists k'. rewrite EG, ED. split; [eapply know_less; eauto | auto].
Qed.
Lemma find_first : forall (h : nat -> value) n a j, find_in (map (fun i => ((0, i), h i)) (seq a n)) (0, j) =
  if (a <=? j) && (j <? a + n) then Some (h j) else None.
Proof.
  induction n as [|n IH]; intros a j; simpl; [destruct (Nat.leb_spec a j), (Nat.ltb_spec j (a + 0)); auto; lia|].
  unfold key_eqb; cbn [fst snd]. cbn [Nat.eqb andb]. destruct (Nat.eqb_spec a j) as [->|N].
  - rewrite Nat.leb_refl. destruct (Nat.ltb_spec j (j + S n)); [auto | lia].
  - rewrite IH. destruct (Nat.leb_spec (S a) j), (Nat.leb_spec a j), (Nat.ltb_spec j (S a + n)), (Nat.ltb_spec j (a + S n)); auto; lia.
Qed.
Lemma find_first_local : forall (h : nat -> value) n a j, find_in (map (fun i => ((0, i), h i)) (seq a n)) (1, j) = None.
Proof. induction n as [|n IH]; intros a j; simpl; auto. Qed.
Lemma beginning_denotes : forall n, means (beginning q n formal) start.
Proof.
  intros n. assert (FORM : (Arg i1, Arg i2) @ t = Arg formal) by (destruct t; auto).
  split; cbn [frames beginning eta apart_knowledge kappa public shared made number].
  - constructor; [|constructor]. intros [i|i] v; unfold look; cbn [snd var_key]; [|rewrite (find_first_local (fun i => Some (if i =? formal then position q 0 else 2, []))); discriminate].
    rewrite (find_first (fun i => Some (if i =? formal then position q 0 else 2, []))). destruct (_ && _); [|discriminate]. intros E. injection E as <-.
    rewrite FORM. cbn [visible existsb]. destruct (Nat.eqb_spec i formal) as [->|N].
    + destruct (var_eq_dec (Arg formal) (Arg formal)); congruence.
    + destruct (var_eq_dec (Arg formal) (Arg i)); congruence.
  - constructor; [|constructor]. intros [i|i] v; unfold look; cbn [snd var_key]; [|rewrite (find_first_local (fun i => Some (if i =? formal then position q 0 else 2, []))); discriminate].
    rewrite (find_first (fun i => Some (if i =? formal then position q 0 else 2, []))). destruct (_ && _); [|discriminate]. intros E. injection E as <-.
    intros w R E. injection E as <- _. destruct (i =? formal); [apply (position_place q1 q2 t 0) | unfold Theorem2f.count; simpl; lia].
  - intros w f [L _]. unfold cell_of, cell_in. cbn [cells beginning find_in]. unfold Theorem2f.count in L. cbn [made] in L.
    destruct (Nat.ltb_spec w (3 + length q)) as [_|X]; [auto | exfalso; revert L X; unfold apart_knowledge, Theorem2f.count; simpl; lia].
  - intros w f L v R. unfold cell_of, cell_in. cbn [cells beginning find_in].
    destruct (Nat.ltb_spec w (3 + length q)) as [_|X]; [|exfalso; revert L X; unfold Theorem2f.count; simpl; lia].
    intros E. injection E as <- _. apply (known_cells_true width q1 q2 t w f). auto.
  - intros w L. simpl. tauto.
  - split; auto.
Qed.
Lemma beginning_arrives : forall n, arrives [] (beginning q n formal).
Proof. intros n. exists start. split; [constructor|]. split; [apply beginning_denotes | auto]. Qed.

(** What an access finds, if nothing is in U that it relies on. *)
Definition comes (tau : strace) (x : finding) : Prop := exists pi r,
  accessed_path (fcmd x) = Some pi /\ frest x = r ++ [plast pi] /\ level_after 0 tau = flevel x /\
  (existsb Ub (frelies x) = false ->
     exists k, know_steps U (G (fgave x)) tau start k /\ comes_by (fun _ => U) t k pi r).
Lemma finds_come : forall p c st x, In x (finds width rely endings q p c st) ->
  fsite x = p /\ fcmd x = c /\ forall tau, arrives tau st -> comes tau x.
Proof.
  intros p c st x I. unfold finds in I. destruct (accessed_path c) as [pi|] eqn:AP; [|destruct I].
  destruct (frames st) as [|fr R] eqn:EF; [destruct I|].
  assert (TOP : forall k, means st k -> exists g Q, eta k = g :: Q /\ framed Ub k fr g).
  { intros [[|g Q] m p0 n] D; [pose proof (d_frames _ _ _ _ _ _ _ D) as X; rewrite EF in X; inversion X|].
    exists g, Q. split; auto. eapply framed_top; eauto. }
  apply in_app_or in I. destruct I as [I|I].
  - apply in_flat_map in I. destruct I as (n & _ & I).
    destruct (leads width q rely st fr (proot pi, firstn n (pinner pi))) as [[[|w] R0]|] eqn:K; [|destruct I|destruct I].
    destruct I as [<-|[]]. simpl. split; auto. split; auto. intros tau (k & S & D & L). exists pi, (skipn n (pinner pi)). simpl.
    split; auto. split; auto. split; auto. intros V. exists k. split; auto. destruct (TOP k D) as (g & Q & E & F).
    exists g, Q, (firstn n (pinner pi)), (skipn n (pinner pi)), [], 0. split; auto. split; [rewrite firstn_skipn; auto|]. split; auto.
    split; [|constructor]. apply (leads_some width q1 q2 t rely Ub FLOW st k fr g _ 0 D F). rewrite K. simpl. rewrite V. auto.
  - destruct (leads width q rely st fr (path_base pi)) as [[w R0]|] eqn:K; [|destruct I].
    destruct (rely && negb (hidden st w)); [|destruct I]. apply in_flat_map in I. destruct I as ([f e] & _ & I). cbn [fst snd] in I.
    destruct (f =? plast pi); [|destruct I]. destruct (walks width q rely st (Some (z, [])) e) as [[w' R']|] eqn:W; [|destruct I].
    destruct (Nat.eqb_spec w' w) as [->|]; [|destruct I]. destruct I as [<-|[]]. simpl. split; auto. split; auto.
    intros tau (k & S & D & L). exists pi, e. simpl. split; auto. split; auto. split; auto. intros V. exists k. split; auto.
    rewrite (relied_adds Ub) in V. apply orb_false_iff in V. destruct V as [V V']. destruct (TOP k D) as (g & Q & E & F).
    exists g, Q, (pinner pi), [], e, w. split; auto. split; [rewrite app_nil_r; auto|]. split; [rewrite app_nil_r; auto|]. split.
    + apply (leads_some width q1 q2 t rely Ub FLOW st k fr g _ w D F). change (proot pi, pinner pi) with (path_base pi). rewrite K. simpl. rewrite V. auto.
    + assert (X : visible Ub (walks width q rely st (Some (z, [])) e) = Some w) by (rewrite W; simpl; rewrite V'; auto).
      apply (walks_known width q1 q2 t rely Ub FLOW st k e (Some (z, []))) in X; auto.
      * destruct X as (v & X & KW). simpl in X. injection X as <-. auto.
      * intros v R1 Y. injection Y as <- _. pose proof (d_made _ _ _ _ _ _ _ D). unfold z. lia.
Qed.

(** ** Statements *)
Variable P : program.
Hypothesis DOWN : forall m, calls_below m (mbody P m).
Variable fuel : nat.
Variable target : object.
Notation flowv := (flow width rely endings q fuel target).

(** What comes out is where a trace leads, and what is found is found on a trace. *)
Definition leads_out (C : stmt) (sts outs : list kstate) : Prop := forall st', In st' outs ->
  exists st u, In st sts /\ trace_of P C u /\ forall tau, arrives tau st -> arrives (tau ++ u) st'.
Definition finds_out (C : stmt) (sts : list kstate) (xs : list finding) : Prop := forall x, In x xs ->
  exists st u v, In st sts /\ trace_of P C (u ++ (fsite x, Simple (fcmd x)) :: v) /\ forall tau, arrives tau st -> comes (tau ++ u) x.
Definition sound (C : stmt) (sts : list kstate) (r : result) : Prop := leads_out C sts (leaves r) /\ finds_out C sts (found r).
Lemma trace_while_snoc : forall C u, trace_of P (While C) u -> forall u', trace_of P C u' -> trace_of P (While C) (u ++ u').
Proof.
  intros C u T. remember (While C) as W eqn:EW. induction T; inversion EW; subst; intros u' T'.
  - rewrite <- (app_nil_r ([] ++ u')). apply trace_loop; [auto | constructor].
  - rewrite <- app_assoc. apply trace_loop; auto.
Qed.
Lemma rounds_sound : forall C keep body sts, (forall mem s, sound C s (body mem s)) -> forall n mem todo heads new got hs,
  leads_out (While C) sts new -> leads_out (While C) sts todo -> finds_out (While C) sts got ->
  sound (While C) sts (fst (rounds width rely q keep body n mem todo heads new got hs)).
Proof.
  intros C keep body sts BODY. induction n as [|n IH]; intros mem todo heads new got hs N T F; [split; auto|].
  destruct todo as [|st0 r]; [split; auto|]. cbn [rounds]. destruct (BODY mem (st0 :: r)) as [B1 B2].
  set (r1 := body mem (st0 :: r)) in *. set (fresh := minus _ _ _).
  assert (FR : leads_out (While C) sts fresh).
  { intros st' I. apply in_minus, in_sorted, in_map_iff in I. destruct I as (st2 & <- & I).
    destruct (B1 _ I) as (st1 & u1 & I1 & T1 & A1). destruct (T _ I1) as (st & u & I0 & T0 & A0).
    exists st, (u ++ u1). split; auto. split; [apply trace_while_snoc; auto|]. intros tau A. rewrite app_assoc. apply arrives_prune. auto. }
  apply IH.
  - intros st' I. apply in_union in I. destruct I; auto.
  - destruct rely; auto. intros st' I. apply in_filter_map in I. destruct I as (st2 & I & E).
    destruct (FR _ I) as (st & u & I0 & T0 & A0). exists st, u. split; auto. split; auto. intros tau A. eapply arrives_plain; eauto.
  - intros x I. apply in_union in I. destruct I as [I|I]; [auto|].
    destruct (B2 _ I) as (st1 & u1 & v & I1 & T1 & A1). destruct (T _ I1) as (st & u & I0 & T0 & A0).
    exists st, (u ++ u1), v. split; auto. split; [rewrite <- app_assoc; apply trace_while_snoc; auto|]. intros tau A. rewrite app_assoc. auto.
Qed.
(** What is sound from pruned states is sound. *)
Lemma from_pruned : forall C n mem sts r, sound C (minus cmp_state (sorted cmp_state (map (prune (kept n)) sts)) (seen_of mem)) r -> sound C sts r.
Proof.
  intros C n mem sts r [A B].
  assert (IN : forall st1, In st1 (minus cmp_state (sorted cmp_state (map (prune (kept n)) sts)) (seen_of mem)) ->
            exists st, In st sts /\ forall tau, arrives tau st -> arrives tau st1).
  { intros st1 I. apply in_minus, in_sorted, in_map_iff in I. destruct I as (st & <- & I). exists st. split; auto. intros tau. apply arrives_prune. }
  split.
  - intros st' I. destruct (A _ I) as (st1 & u & I1 & T & X). destruct (IN _ I1) as (st & I0 & Y). exists st, u. auto.
  - intros x I. destruct (B _ I) as (st1 & u & v & I1 & T & X). destruct (IN _ I1) as (st & I0 & Y). exists st, u, v. auto.
Qed.
(** By induction on the statement.  In each case [todo] is what is left of the states: that others were left out, as they had
    been followed, does no harm, since what comes out comes from one of those that are followed. *)
Lemma flow_sound : forall sm, (forall loop m mem s, sound (mbody P m) s (sm loop m mem s)) ->
  forall C loop n mem sts, sound C sts (flowv sm loop C n mem sts).
Proof.
  intros sm SM. induction C as [|p c|C1 IH1 C2 IH2|C1 IH1 C2 IH2|C IH|p m es]; intros loop n mem sts; cbn [flow];
    apply (from_pruned _ n mem); set (todo := minus _ _ _); clearbody todo;
    (destruct todo as [|st0 r0]; [split; [intros ? [] | intros ? []]|]; generalize (st0 :: r0); clear st0 r0; intros todo).
  - (* skip *)
    split; cbn [leaves found]; [|intros x []]. intros st I. exists st, []. split; auto. split; [constructor|]. intros tau A. rewrite app_nil_r. auto.
  - (* a simple command *)
    split; cbn [leaves found].
    + intros st' I. apply in_filter_map in I. destruct I as (st & I & E). exists st, [(p, Simple c)].
      split; auto. split; [constructor|]. intros tau A. eapply arrives_step; eauto. intros k D. eapply exec_denotes; eauto.
    + intros x I. apply in_sorted, in_flat_map in I. destruct I as (st & I & F). destruct (finds_come p c st x F) as (-> & -> & X).
      exists st, [], []. split; auto. split; [constructor|]. intros tau A. rewrite app_nil_r. auto.
  - (* C1; C2 *)
    destruct (IH1 loop (first_note n) (first_of mem) todo) as [A1 B1]. set (r1 := flowv sm loop C1 _ _ _) in *.
    destruct (IH2 loop (second_note n) (second_of mem) (leaves r1)) as [A2 B2]. set (r2 := flowv sm loop C2 _ _ _) in *. split; cbn [leaves found].
    + intros st' I. destruct (A2 _ I) as (st1 & u1 & I1 & T1 & R1). destruct (A1 _ I1) as (st & u & I0 & T0 & R0).
      exists st, (u ++ u1). split; auto. split; [constructor; auto|]. intros tau A. rewrite app_assoc. auto.
    + intros x I. apply in_union in I. destruct I as [I|I].
      * destruct (B1 _ I) as (st & u & v & I0 & T0 & R0). destruct (traces_exist P DOWN C2) as [w T].
        exists st, u, (v ++ w). split; auto. split; auto. rewrite app_comm_cons, app_assoc. constructor; auto.
      * destruct (B2 _ I) as (st1 & u1 & v & I1 & T1 & R1). destruct (A1 _ I1) as (st & u & I0 & T0 & R0).
        exists st, (u ++ u1), v. split; auto. split; [rewrite <- app_assoc; constructor; auto|]. intros tau A. rewrite app_assoc. auto.
  - (* if *)
    destruct (IH1 loop (first_note n) (first_of mem) todo) as [A1 B1], (IH2 loop (second_note n) (second_of mem) todo) as [A2 B2].
    split; cbn [leaves found].
    + intros st' I. apply in_app_or in I. destruct I as [I|I].
      * destruct (A1 _ I) as (st & u & I0 & T0 & R0). exists st, u. split; auto. split; auto. constructor; auto.
      * destruct (A2 _ I) as (st & u & I0 & T0 & R0). exists st, u. split; auto. split; auto. apply trace_else; auto.
    + intros x I. apply in_union in I. destruct I as [I|I].
      * destruct (B1 _ I) as (st & u & v & I0 & T0 & R0). exists st, u, v. split; auto. split; auto. constructor; auto.
      * destruct (B2 _ I) as (st & u & v & I0 & T0 & R0). exists st, u, v. split; auto. split; auto. apply trace_else; auto.
  - (* while *)
    assert (HERE : leads_out (While C) todo todo).
    { intros st I. exists st, []. split; auto. split; [constructor|]. intros tau A. rewrite app_nil_r. auto. }
    pose proof (rounds_sound C (kept n) (flowv sm true C (first_note n)) todo (fun mem s => IH true (first_note n) mem s)
      fuel (first_of mem) todo (seen_of (second_of mem)) todo [] [] HERE HERE ltac:(intros ? [])) as [A B].
    destruct (rounds _ _ _ _ _ _ _ _ _ _ _ _) as [r heads]. split; auto.
  - (* a call *)
    set (ins := filter_map _ todo). destruct (SM loop m (first_of mem) ins) as [A B]. set (r := sm loop m _ _) in *.
    assert (IN : forall st1, In st1 ins -> exists st, In st todo /\ forall tau, arrives tau st -> arrives (tau ++ [(p, Push es)]) st1).
    { intros st1 I. apply in_filter_map in I. destruct I as (st & I & E). exists st. split; auto.
      intros tau AR. eapply arrives_step; eauto. intros k D. eapply enter_denotes; eauto. }
    split; cbn [leaves found].
    + intros st' I. apply in_filter_map in I. destruct I as (st2 & I & E). destruct (A _ I) as (st1 & u & I1 & T1 & R1).
      destruct (IN _ I1) as (st & I0 & R0). exists st, ((p, Push es) :: u ++ [(p, Pop)]). split; auto. split; [constructor; auto|].
      intros tau AR. change ((p, Push es) :: u ++ [(p, Pop)]) with ([(p, Push es)] ++ (u ++ [(p, Pop)])). rewrite !app_assoc.
      eapply arrives_step; [|apply R1, R0; auto]. intros k D. eapply leave_denotes; eauto.
    + intros x I. destruct (B _ I) as (st1 & u & v & I1 & T1 & R1).
      destruct (IN _ I1) as (st & I0 & R0). exists st, ((p, Push es) :: u), (v ++ [(p, Pop)]). split; auto. split.
      * replace (((p, Push es) :: u) ++ (fsite x, Simple (fcmd x)) :: v ++ [(p, Pop)])
          with ((p, Push es) :: (u ++ (fsite x, Simple (fcmd x)) :: v) ++ [(p, Pop)]) by (simpl; rewrite <- app_assoc; auto).
        constructor; auto.
      * intros tau AR. change ((p, Push es) :: u) with ([(p, Push es)] ++ u). rewrite app_assoc. auto.
Qed.
Lemma methods_sound : forall ns n loop m mem s, sound (mbody P m) s (flow_methods width rely endings q fuel target P ns n loop m mem s).
Proof.
  intros ns. induction n as [|n IH]; intros loop m mem s; simpl; [split; intros ? []|].
  destruct (Nat.eqb_spec m n) as [->|]; [apply flow_sound; auto | auto].
Qed.
(** What a unit finds, a trace of it comes to. *)
Theorem unit_sound : forall ns x, In x (found (flow_unit width rely endings q fuel target P ns t formal)) ->
  exists tau, comes_before P (blocks P @ t) tau (fsite x) (fcmd x) /\ comes tau x.
Proof.
  intros ns x I.
  destruct (flow_sound _ (methods_sound ns (length (methods P))) (blocks P @ t) false (note (blocks P @ t) []) Blank [beginning q (formals P) formal]) as [_ B].
  destruct (B x I) as (st & u & v & [<-|[]] & T & A). exists u. split; [exists v; auto|]. apply (A []). apply beginning_arrives.
Qed.
End Sound.

(** ** Reports *)
Definition every (_ : field) : bool := true.
Section Reports.
Variable P : program.
(** How many fields there are, how many a name has at most, and the number of rounds of a loop. *)
Variables width limit fuel : nat.
Definition all_notes : list notes := map (fun m => note (snd m) []) (methods P).
Definition all_endings : list (field * list field) :=
  sorted cmp_ending (ends_of (blocks P @ one) ++ ends_of (blocks P @ two) ++ flat_map (fun m => ends_of (snd m)) (methods P)).

Section Unit.
Variable t : thread.
Definition by_name (rely : bool) (es : list (field * list field)) (ns : list notes) (q : list field) (i : nat) (target : object) : result :=
  flow_unit width rely es q fuel target P ns t i.
(** Longer names are those by which the unit walks from the end of the name, while that is an object of its own, as mode
    flow knows it; the last field, which no object has, makes it one. *)
Fixpoint names_from (ns : list notes) (n i : nat) (q : list field) : list (list field) :=
  q :: match n with
       | 0 => []
       | S n' => flat_map (fun f => names_from ns n' i (q ++ [f])) (adds (walked (by_name false [] ns (q ++ [width]) i (3 + length q))) [])
       end.
Definition unit_finds (rely : bool) : list finding :=
  let es := all_endings in let ns := all_notes in
  sorted cmp_finding (flat_map (fun i => flat_map (fun q => found (by_name rely es ns q i 0)) (names_from ns limit i [])) (seq 0 (formals P))).
Lemma in_unit_finds : forall rely x, In x (unit_finds rely) -> exists q i, In x (found (by_name rely all_endings all_notes q i 0)).
Proof.
  intros rely x I. apply in_sorted, in_flat_map in I. destruct I as (i & _ & I). apply in_flat_map in I. destruct I as (q & _ & I). eauto.
Qed.
End Unit.

(** The rests are equal, one writes, one holds no lock, and neither has stored into what the other relies on. *)
Definition apart_from (R stores : list field) : bool := forallb (fun f => negb (memb f stores)) R.
Definition meets (xy : finding * finding) : bool :=
  let (x, y) := xy in
  (writes (fcmd x) || writes (fcmd y)) && fields_eqb (frest x) (frest y) && ((flevel x =? 0) || (flevel y =? 0)) &&
  apart_from (frelies x) (fgave y) && apart_from (frelies y) (fgave x).
(** Mode flow relies on nothing. *)
Definition relies_at_most (rely : bool) (x : finding) : bool := rely || match frelies x with [] => true | _ => false end.
Definition sites (xy : finding * finding) : site * site := (fsite (fst xy), fsite (snd xy)).
Definition pairs (rely : bool) : list (site * site) :=
  map sites (filter meets (list_prod (filter (relies_at_most rely) (unit_finds one rely)) (filter (relies_at_most rely) (unit_finds two rely)))).
Definition flow_reports : list (site * site) := pairs false.
Definition rely_reports : list (site * site) := pairs true.

(** ** No false positive *)
Hypothesis LEGAL : legalb P = true.
Lemma pair_true : forall rely x y, In x (unit_finds one rely) -> In y (unit_finds two rely) -> meets (x, y) = true ->
  relies_at_most rely x = true -> relies_at_most rely y = true -> races P (fsite x) (fsite y).
Proof.
  intros rely x y I1 I2 M N1 N2. apply in_unit_finds in I1. apply in_unit_finds in I2.
  destruct I1 as (q1 & i1 & I1), I2 as (q2 & i2 & I2). apply legalb_iff in LEGAL. pose proof (legal_calls P LEGAL) as DOWN.
  set (U1 := fun f => if rely then memb f (fgave y) else true). set (U2 := fun f => if rely then memb f (fgave x) else true).
  assert (F1 : rely = false -> forall f, U1 f = true) by (intros E f; unfold U1; rewrite E; auto).
  assert (F2 : rely = false -> forall f, U2 f = true) by (intros E f; unfold U2; rewrite E; auto).
  destruct (unit_sound width q1 q2 i1 i2 one rely U1 all_endings F1 P DOWN fuel 0 all_notes x I1) as (t1 & CB1 & pi1 & r1 & P1 & E1 & L1 & K1).
  destruct (unit_sound width q1 q2 i1 i2 two rely U2 all_endings F2 P DOWN fuel 0 all_notes y I2) as (t2 & CB2 & pi2 & r2 & P2 & E2 & L2 & K2).
  unfold meets in M. rewrite !andb_true_iff, fields_eqb_eq, (orb_true_iff (_ =? 0)), !Nat.eqb_eq in M. destruct M as [[[[W E] LV] A1] A2].
  assert (NOT : forall R S U, apart_from R S = true -> (forall f, U f = if rely then memb f S else true) ->
            rely || match R with [] => true | _ => false end = true -> existsb U R = false).
  { intros R S U AP EU NR. apply not_true_iff_false. intros X. apply existsb_exists in X. destruct X as (f & I & UF). rewrite EU in UF.
    unfold apart_from in AP. rewrite forallb_forall in AP. specialize (AP f I). destruct rely; [rewrite UF in AP; discriminate|].
    destruct R; [destruct I | discriminate]. }
  destruct (K1 (NOT _ _ U1 A1 (fun f => eq_refl) N1)) as (k1 & S1 & B1). destruct (K2 (NOT _ _ U2 A2 (fun f => eq_refl) N2)) as (k2 & S2 & B2).
  rewrite E1, E2 in E. apply app_inj_tail in E. destruct E as [-> E].
  exists (threads_apart width q1 q2 (Arg i1) (Arg i2)). split; [apply threads_apart_initial|].
  apply (theorem2g width q1 q2 (Arg i1) (Arg i2) (fun t => relied match t with one => U1 | two => U2 end)
          (fun t => given rely (fgave match t with one => x | two => y end))) with (r := r2) (f := plast pi1) (t1 := t1) (t2 := t2)
    (c1 := fcmd x) (c2 := fcmd y); auto.
  - intros [] f [G|G]; unfold relied; simpl; unfold U1, U2; try (rewrite G; auto); destruct rely; auto; apply memb_in; auto.
  - exists pi1, k1. auto.
  - exists pi2, k2. auto.
  - rewrite L1, L2. auto.
Qed.
Theorem pairs_true : forall rely p1 p2, In (p1, p2) (pairs rely) -> races P p1 p2.
Proof.
  intros rely p1 p2 I. apply in_map_iff in I. destruct I as ([x y] & E & I). unfold sites in E. simpl in E. injection E as <- <-.
  apply filter_In in I. destruct I as [I M]. apply in_prod_iff in I. destruct I as [I1 I2].
  apply filter_In in I1. apply filter_In in I2. destruct I1 as [I1 N1], I2 as [I2 N2]. eapply pair_true; eauto.
Qed.
Theorem flow_true : forall p1 p2, In (p1, p2) flow_reports -> races P p1 p2.
Proof. apply pairs_true. Qed.
Theorem rely_true : forall p1 p2, In (p1, p2) rely_reports -> races P p1 p2.
Proof. apply pairs_true. Qed.
End Reports.
