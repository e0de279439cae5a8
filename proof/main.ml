(* The extracted functions as a command, for a second opinion. It reads requests, one a line, of words with one
   blank between, and answers each by a line.

     program PROGRAM    the program of the requests that follow: "legal", "illegal", or "not nested"
     analyze            its reports by racerdx, nowb, plus and meet as pairs of sites, the pairs of lock() that deadlock,
                        then the summaries W#Wr#A of both blocks with WB, and of both without it, all separated by
                        bars; an element of A is SITE:PATH:LEVEL, and .LOCK for each lock with a name that is held
     flow LIMIT         the pairs of sites that flow reports by names of at most so many fields
     rely LIMIT         the same of rely, for all sets of the fields that are stored into
     racerd             the same of RacerD
     witness WITNESS    "accepted", or "refused"
     absence SITE SITE THREAD THREAD    the same of a certificate that accesses at two sites never race

   flow and rely take all locks for one; with a certificate, a program may only use lock 0.

     PROGRAM = n METHOD^n STMT STMT formals n LOCK^n     METHOD = arity STMT
     LOCK = site lock                      the lock of a lock() or unlock(), if it is not 0
     STMT = K                 skip              | D site CMD | S STMT STMT | I STMT STMT | W STMT
          | C site m n EXPR^n                   call of method m
     CMD  = m VAR VAR | l VAR EXPR | s EXPR VAR | n VAR | k | u    copy, load, store, new, lock, unlock
     EXPR = VAR n field^n     VAR = A i | L i   written together: A0 is the first formal, L0 a local

     WITNESS = full|compressed objects fields n CELL^n LOCS LOCS n BRANCH^n n STEP^n CLAIM CLAIM ENDING
     CELL = object field object      LOCS = n object^n, of the formals of a thread
     BRANCH = site STMT              the if or while that stands there
     STEP = A|B site DO CHOICES      DO = D CMD | P n EXPR^n | O | R n EXPR^n length      command, push, pop, run
     CLAIM = site r|w CHOICES        CHOICES = n (site then|else|loop|exit)^n
     ENDING = object field | ? field | D   a race on a cell, of an object that is left open, or a deadlock

     THREAD = CELLS n LOOP^n         what the other one stores, and a state for each loop
     LOOP = n UNIT^n CELLS SET SET SET CELLS      cells; private names that are single, several, and published; stores
     UNIT = number KNOWN KNOWN       now, and of parameters at entry; 0 is the thread block, m+1 the method m
     KNOWN = n (VAR SET)^n n (EXPR SET)^n       variables, facts
     CELLS = n (NAME field SET)^n    SET = n NAME^n    NAME = I | P site | A site | B site

   A line that it does not understand is answered by "error" and a reason, and so is one whose answer would take more
   than the stack, the memory, or the seconds of processor time that are the command's argument, if it has one. *)
open Theory

exception Bad of string

let words = ref []
let next () = match !words with x :: r -> words := r; x | [] -> raise (Bad "the line ends early")
let int () =
  let s = next () in
  match int_of_string_opt s with Some n when n >= 0 -> n | _ -> raise (Bad (s ^ " is no number"))
let times n f =
  let rec go n acc = if n = 0 then List.rev acc else go (n - 1) (f () :: acc) in
  go n []
let list f = let n = int () in times n f

let var () =
  let s = next () in
  let i = try int_of_string (String.sub s 1 (String.length s - 1)) with _ -> raise (Bad (s ^ " is no variable")) in
  match s.[0] with 'A' -> Arg i | 'L' -> Local i | _ -> raise (Bad (s ^ " is no variable"))
let expr () = let v = var () in (v, list int)
let path () =
  let v, fs = expr () in
  match List.rev fs with
  | last :: inner -> { proot = v; pinner = List.rev inner; plast = last }
  | [] -> raise (Bad "a path without fields")

let simple () = match next () with
  | "m" -> let x = var () in Copy (x, var ())
  | "l" -> let x = var () in Load (x, path ())
  | "s" -> let p = path () in Store (p, var ())
  | "n" -> New (var ())
  | "k" -> Lock
  | "u" -> Unlock
  | s -> raise (Bad (s ^ " is no command"))
let rec stmt () = match next () with
  | "K" -> Skip
  | "D" -> let p = int () in Do (p, simple ())
  | "S" -> let a = stmt () in Seq (a, stmt ())
  | "I" -> let a = stmt () in If (a, stmt ())
  | "W" -> While (stmt ())
  | "C" -> let p = int () in let m = int () in Call (p, m, list expr)
  | s -> raise (Bad (s ^ " is no statement"))
let program () =
  let ms = list (fun () -> let a = int () in (a, stmt ())) in
  let c1 = stmt () in
  let c2 = stmt () in
  let p = { methods = ms; blocks = (c1, c2); formals = int () } in
  let named = Hashtbl.create 16 in
  let lock () = let site = int () in Hashtbl.replace named site (int ()) in
  ignore (list lock);
  (p, fun site -> match Hashtbl.find_opt named site with Some m -> m | None -> 0)

(* A length, which may be greater than any machine integer. *)
let natural s =
  let digit c = if c < '0' || c > '9' then raise (Bad (s ^ " is no length")) else Char.code c - 48 in
  let rec small k = if k = 0 then N0 else N.add (Npos XH) (small (k - 1)) in
  let n = ref N0 in
  String.iter (fun c -> n := N.add (N.mul (small 10) !n) (small (digit c))) s;
  !n
let choice () =
  let p = int () in
  (p, match next () with
      | "then" -> Then | "else" -> Else | "loop" -> Loop | "exit" -> Exit
      | s -> raise (Bad (s ^ " is no way to take a choice")))
let doing () = match next () with
  | "D" -> Execute (simple ())
  | "P" -> Enter (list expr)
  | "O" -> Leave
  | "R" -> let es = list expr in RunCall (es, natural (next ()))
  | s -> raise (Bad (s ^ " is no step"))
let step () =
  let who = match next () with "A" -> One | "B" -> Two | s -> raise (Bad (s ^ " is no thread")) in
  let where_ = int () in
  let what = doing () in
  { who; where_; what; by_choices = list choice }
let claim () =
  let csite = int () in
  let cwrites = match next () with "w" -> true | "r" -> false | s -> raise (Bad (s ^ " is no kind of access")) in
  { csite; cwrites; cchoices = list choice }
let witness () =
  let compressed = match next () with "compressed" -> true | "full" -> false | s -> raise (Bad (s ^ " is no form")) in
  let count = int () in
  let fields_used = int () in
  let init_cells = list (fun () -> let l = int () in let f = int () in ((l, f), int ())) in
  let a = list int in
  let b = list int in
  let branches = list (fun () -> let p = int () in (p, stmt ())) in
  let wsteps = list step in
  let c1 = claim () in
  let c2 = claim () in
  let ends = match next () with
    | "D" -> Deadlock
    | "?" -> Race (None, int ())
    | s -> (match int_of_string_opt s with Some n -> Race (Some n, int ()) | None -> raise (Bad (s ^ " is no object"))) in
  { compressed; count; fields_used; init_cells; init_formals = (a, b); branches; wsteps; claims = (c1, c2); ends }

let name () = match next () with
  | "I" -> Initial
  | "P" -> Private (int ())
  | "A" -> Public (One, int ())
  | "B" -> Public (Two, int ())
  | s -> raise (Bad (s ^ " is no name"))
let names () = list name
let cells () = list (fun () -> let n = name () in let f = int () in ((n, f), names ()))
let loop () =
  let known () = let vs = list (fun () -> let x = var () in (x, names ())) in (vs, list (fun () -> let e = expr () in (e, names ()))) in
  let units = list (fun () -> let u = int () in let now = known () in (u, now, known ())) in
  let each f = List.map f units in
  let ccells = cells () in
  let csingle = names () in
  let cseveral = names () in
  let cpub = names () in
  { cvars = each (fun (u, (vs, _), _) -> (u, vs)); cfacts = each (fun (u, (_, fs), _) -> (u, fs));
    centry = each (fun (u, _, (vs, _)) -> (u, vs)); cefacts = each (fun (u, _, (_, fs)) -> (u, fs));
    ccells; csingle; cseveral; cpub; cstored = cells () }
let certificate () =
  let thread () = let r = cells () in (r, list loop) in
  let r1, l1 = thread () in
  let r2, l2 = thread () in
  { relies = (r1, r2); loops = (l1, l2) }

let show_var = function Arg i -> Printf.sprintf "A%d" i | Local i -> Printf.sprintf "L%d" i
let show_expr (v, fs) = String.concat "." (show_var v :: List.map string_of_int fs)
let sorted l = String.concat " " (List.sort_uniq compare l)
let show_pairs rs = sorted (List.map (fun (a, b) -> Printf.sprintf "%d,%d" a.asite b.asite) rs)
let show_sites l = sorted (List.map (fun (a, b) -> Printf.sprintf "%d,%d" a b) l)
let show_access (a, level, held) =
  Printf.sprintf "%d:%s:%s" a.asite (show_expr a.apath) (String.concat "." (List.map string_of_int (level :: held)))
let show_summary d accesses =
  sorted (List.map show_expr d.dW) ^ "#" ^ sorted (List.map show_expr d.dWr) ^ "#" ^ sorted (List.map show_access accesses)

let rec lock_sites_of = function
  | Do (site, (Lock | Unlock)) -> [site]
  | Seq (a, b) | If (a, b) -> lock_sites_of a @ lock_sites_of b
  | While a -> lock_sites_of a
  | _ -> []
let lock_sites p = let a, b = p.blocks in List.concat_map lock_sites_of (a :: b :: List.map snd p.methods)

(* The locks that are held at an access: how often the unnamed one, and which others. *)
let locks_held (a, history) =
  let held = List.map fst history in
  (a, List.length (List.filter ((=) 0) held), List.sort_uniq compare (List.filter ((<>) 0) held))
let analyze (p, lock_at) =
  let named = List.exists (fun site -> lock_at site <> 0) (lock_sites p) in
  let summary wb t =
    let d = unit_summary wb p t in
    show_summary d (if named then List.map locks_held (accesses_of lock_at p t) else List.map (fun a -> (a, a.alevel, [])) d.dA) in
  let reports =
    if named then
      let show rs = show_pairs (List.map (fun ((a, _), (b, _)) -> (a, b)) rs) in
      [ show (locked_reports lock_at p true); show (locked_reports lock_at p false);
        show (locked_plus_reports lock_at p false); show (locked_meet_reports lock_at p false); show_sites (deadlocks lock_at p) ]
    else
      [ show_pairs (racerdx_reports true p); show_pairs (racerdx_reports false p);
        show_pairs (plus_reports false p); show_pairs (meet_reports false p); "" ] in
  String.concat "|" (reports @ [ summary true One; summary true Two; summary false One; summary false Two ])

(* All fields of a program. *)
let rec fields_of = function
  | Skip | Do (_, (Copy _ | New _ | Lock | Unlock)) -> []
  | Do (_, (Load (_, p) | Store (p, _))) -> p.plast :: p.pinner
  | Seq (a, b) | If (a, b) -> fields_of a @ fields_of b
  | While a -> fields_of a
  | Call (_, _, es) -> List.concat_map snd es
let width p =
  let a, b = p.blocks in
  List.fold_left (fun n f -> max n (f + 1)) 0 (List.concat_map fields_of (a :: b :: List.map snd p.methods))
let flow p limit = show_sites (flow_reports p (width p) limit max_int)
let rely p limit = show_sites (rely_reports p (width p) limit max_int)

let current = ref None
let named () = match !current with Some p -> p | None -> raise (Bad "there is no legal program")
let legal () = fst (named ())
let answer () = match next () with
  | "program" ->
      current := None;
      let p, lock_at = program () in
      if not (legalb p) then "illegal"
      else if not (nested_programb lock_at p) then "not nested"
      else (current := Some (p, lock_at); "legal")
  | "analyze" -> analyze (named ())
  | "flow" -> let p = legal () in flow p (int ())
  | "rely" -> let p = legal () in rely p (int ())
  | "racerd" -> show_pairs (racerd_reports max_int (legal ()))
  | "witness" ->
      let p, lock_at = named () in
      let w = witness () in
      if (if w.compressed then check_compressed lock_at p w else check_fast lock_at p w) then "accepted" else "refused"
  | "absence" ->
      let p = legal () in
      let p1 = int () in
      let p2 = int () in
      if certified p p1 p2 (certificate ()) then "accepted" else "refused"
  | s -> raise (Bad (s ^ " is no request"))
let whole () =
  let a = answer () in
  if !words <> [] then raise (Bad "the line goes on") else a

exception Out_of_time
let seconds = match Sys.argv with [| _; n |] -> float_of_string n | _ -> 0.0
let timer s = ignore (Unix.setitimer Unix.ITIMER_VIRTUAL { Unix.it_interval = 0.0; it_value = s })
let within_time f =
  timer seconds;
  match f () with
  | x -> timer 0.0; x
  | exception e -> timer 0.0; raise e

let () =
  Sys.set_signal Sys.sigvtalrm (Sys.Signal_handle (fun _ -> raise Out_of_time));
  try
    while true do
      let line = input_line stdin in
      words := List.filter (fun s -> s <> "") (String.split_on_char ' ' line);
      print_endline (try within_time whole with
        | Bad reason -> "error " ^ reason
        | Stack_overflow -> "error out of stack"
        | Out_of_time -> "error out of time"
        | Out_of_memory -> "error out of memory")
    done
  with End_of_file -> ()
