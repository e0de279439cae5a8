#!/bin/bash
# Changes rules of Figures 5 to 8, Definition 3.6 and Lemma S in the Coq text, one at a time, and
# reports which proof fails first. Each change must break one: if a rule can be changed, nothing is
# proved about it. It works on copies, takes a few minutes, and fails if a change breaks nothing or
# if the table in README.md differs.
#
# A change is: the file; the line as it is; the line instead; in words. Where it is from is the last value of of.
set -euo pipefail
cd "$(dirname "$0")"
make -s all >/dev/null
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
broken=0 changes=0 of=
: >"$dir/table"

figure() { of="Figure $1"; }

change() {
  local file=$1 from=$2 to=$3 words=$4 report
  changes=$((changes + 1))
  rm -rf "$dir/copy"
  mkdir "$dir/copy"
  cp -p ./*.v ./*.vo ./*.glob Makefile _CoqProject "$dir/copy"
  FROM=$from TO=$to perl -0pi -e 'BEGIN { ($f, $t) = @ENV{"FROM", "TO"} } $n += s/\Q$f\E/$t/; END { exit($n == 1 ? 0 : 1) }' "$dir/copy/$file" ||
    { echo "$file no longer has: $from" >&2; exit 1; }
  touch "$dir/copy/$file"
  if report=$(make -s -C "$dir/copy" all 2>&1); then
    printf '| %s | %s | NOTHING | |\n' "$words" "$of" | tee -a "$dir/table"
    return
  fi
  broken=$((broken + 1))
  # The first error, and the statement above it.
  local at line where name
  at=$(grep -m1 -oE 'File "\./[A-Za-z0-9]+\.v", line [0-9]+' <<<"$report")
  where=$(sed -E 's|.*\./([A-Za-z0-9]+\.v)".*|\1|' <<<"$at")
  line=${at##* }
  name=$(head -n "$line" "$dir/copy/$where" | grep -oE '^ *(Theorem|Lemma|Corollary|Example|Definition|Fixpoint) [A-Za-z0-9_]+' | tail -n1 | awk '{print $2}')
  printf '| %s | %s | `%s` | `%s` |\n' "$words" "$of" "$name" "$where" | tee -a "$dir/table"
}

figure 5
change Semantics.v 's y = Some l -> step (Simple (Copy x y)) (s :: R, h, L) (bind s x l :: R, h, L)' \
  's x = Some l -> step (Simple (Copy x y)) (s :: R, h, L) (bind s y l :: R, h, L)' 'x := y assigns to y'
change Semantics.v '(s :: R, hset h l (plast pi) v, L)' '(s :: R, hset h v (plast pi) l, L)' 'a store writes to what it should store'
change Semantics.v 'h l = None -> step (Simple (New x)) (s :: R, h, L) (bind s x l :: R, hnew h l, L)' \
  'h l <> None -> step (Simple (New x)) (s :: R, h, L) (bind s x l :: R, h, L)' 'new() gives an object that is there already'
change Semantics.v '(s :: R, h, L) (s :: R, h, S L)' '(s :: R, h, L) (s :: R, h, L)' 'lock() takes no lock'
change Semantics.v '(s :: R, h, L) (callee vs :: s :: R, h, L)' '(s :: R, h, L) (s :: s :: R, h, L)' 'a callee begins with the frame of its caller'
figure 6
change Interleaving.v 'levels K @ other t = 0 \/ (levels K @ t = 0 /\ L = 0) ->' 'True \/ (levels K @ t = 0 /\ L = 0) ->' \
  'a thread does not wait for the lock'
change Locks.v '(forall m, (depths K @ other t) m = 0 \/' '(forall m, True \/' 'a thread does not wait for a lock that has a name'
of='Definition 3.6'
change Interleaving.v '(writes c1 || writes c2) = true /\
  next_address' 'True /\
  next_address' 'neither access need be a store'
change Interleaving.v 'next_address K one c1 = next_address K two c2 /\ next_address K one c1 <> None.' \
  'next_address K two c2 <> None /\ next_address K one c1 <> None.' 'the accesses may be to different cells'
change Interleaving.v 'next_address K one c1 = next_address K two c2 /\ next_address K one c1 <> None.' \
  'next_address K one c1 = next_address K two c2.' 'the addresses may be undefined'
change Interleaving.v 'forall t, levels K @ t = 0 /\ exists s, stacks' 'forall t, True /\ exists s, stacks' 'a thread may hold the lock at the start (G14)'
figure 7
change Racerdx.v '| Load x pi | Store pi x => [(x, []); path_expr pi]' '| Load x pi => [(x, [])] | Store pi x => [(x, []); path_expr pi]' \
  'a load does not touch its path'
change Racerdx.v '| Copy x y => [(x, []); (y, [])]' '| Copy x y => [(x, [])]' 'x := y does not touch y'
change Racerdx.v 'match c with Lock => S L | Unlock => pred L | _ => L end.' 'match c with Lock => L | Unlock => pred L | _ => L end.' \
  'lock() does not count'
change Racerdx.v '| Seq C1 C2 => transfer wb sm C2 (transfer wb sm C1 d)' '| Seq C1 C2 => transfer wb sm C1 (transfer wb sm C2 d)' \
  'a sequence is applied in reverse (G18)'
change Racerdx.v '| If C1 C2 => join (transfer wb sm C1 d) (transfer wb sm C2 d)' '| If C1 C2 => transfer wb sm C1 d' \
  'an else-branch is not looked at'
change Racerdx.v '++ filter_map (subst [es]) (dW (sm m)) ++ dW d)' '++ dW d)' 'a call adds nothing of W'
change Racerdx.v '| Some e => Some (Access (asite x) (acmd x) e (L + alevel x))' '| Some e => Some (Access (asite x) (acmd x) e (alevel x))' \
  'accesses of a callee forget the level of the call'
figure 8
change Exec.v '(dWr d) (dL d) (dA d), es :: T)' '(dWr d) (dL d) (dA d), T)' 'push does not push its substitution'
of='Lemma S'
change Locks.v 'In l2 s1 /\ In l1 s2.' 'In l2 s1 /\ In l1 s2 /\ False.' 'compatible is disjoint: uses that cross are allowed'

echo "$broken of $changes changes break a proof"
[ "$broken" = "$changes" ]
grep -E '\| (Figure [5-8]|Definition 3\.6|Lemma S) \|' README.md | diff - "$dir/table" || { echo "README.md has another table" >&2; exit 1; }
