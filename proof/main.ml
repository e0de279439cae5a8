(* The extracted functions, as a second opinion. One program a line, in prefix notation:

     PROGRAM = n METHOD^n STMT STMT formals     METHOD = arity STMT
     STMT = K                 skip              | D site CMD | S STMT STMT | I STMT STMT | W STMT
          | C site m n EXPR^n                   call of method m
     CMD  = m VAR VAR | l VAR EXPR | s EXPR VAR | n VAR | k | u    copy, load, store, new, lock, unlock
     EXPR = VAR n field^n     VAR = A i | L i   written together: A0 is the first formal, L0 a local

   Answers "illegal", or the reports of racerdx, nowb, plus and meet as pairs of sites, then the summaries of
   both blocks as W#A, all separated by bars. *)
open Theory

let toks = ref []
let next () = match !toks with x :: r -> toks := r; x | [] -> failwith "the line ends early"
let int () = int_of_string (next ())
let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f

let var () =
  let s = next () in
  let i = int_of_string (String.sub s 1 (String.length s - 1)) in
  match s.[0] with 'A' -> Arg i | 'L' -> Local i | _ -> failwith s
let expr () = let v = var () in let n = int () in (v, times n int)
let path () =
  let v, fs = expr () in
  match List.rev fs with
  | last :: inner -> { proot = v; pinner = List.rev inner; plast = last }
  | [] -> failwith "a path without fields"

let simple () = match next () with
  | "m" -> let x = var () in Copy (x, var ())
  | "l" -> let x = var () in Load (x, path ())
  | "s" -> let p = path () in Store (p, var ())
  | "n" -> New (var ())
  | "k" -> Lock
  | "u" -> Unlock
  | s -> failwith s
let rec stmt () = match next () with
  | "K" -> Skip
  | "D" -> let p = int () in Do (p, simple ())
  | "S" -> let a = stmt () in Seq (a, stmt ())
  | "I" -> let a = stmt () in If (a, stmt ())
  | "W" -> While (stmt ())
  | "C" -> let p = int () in let m = int () in let n = int () in Call (p, m, times n expr)
  | s -> failwith s
let program () =
  let n = int () in
  let ms = times n (fun () -> let a = int () in (a, stmt ())) in
  let c1 = stmt () in
  let c2 = stmt () in
  { methods = ms; blocks = (c1, c2); formals = int () }

let show_var = function Arg i -> Printf.sprintf "A%d" i | Local i -> Printf.sprintf "L%d" i
let show_expr (v, fs) = String.concat "." (show_var v :: List.map string_of_int fs)
let sorted l = String.concat " " (List.sort_uniq compare l)
let show_pairs rs = sorted (List.map (fun (a, b) -> Printf.sprintf "%d,%d" a.asite b.asite) rs)
let show_summary d =
  sorted (List.map show_expr d.dW) ^ "#" ^
  sorted (List.map (fun a -> Printf.sprintf "%d:%s:%d" a.asite (show_expr a.apath) a.alevel) d.dA)

let answer p =
  if not (legalb p) then "illegal"
  else String.concat "|"
    [ show_pairs (racerdx_reports true p); show_pairs (racerdx_reports false p);
      show_pairs (plus_reports false p); show_pairs (meet_reports false p);
      show_summary (unit_summary true p One); show_summary (unit_summary true p Two) ]

let () =
  try
    while true do
      let line = input_line stdin in
      toks := List.filter (fun s -> s <> "") (String.split_on_char ' ' line);
      print_endline (answer (program ()))
    done
  with End_of_file -> ()
