#!/bin/sh
# Checks the development: everything compiles, nothing is admitted or assumed, and every main theorem that
# Assumptions.v lists is closed under the global context. Prints these assumptions.
set -eu
cd "$(dirname "$0")"
command -v coqc >/dev/null || { echo "make proof needs Coq (Debian: apt-get install --no-install-recommends coq)" >&2; exit 1; }

# Each file of the development is in the list that is compiled.
for f in *.v; do
  grep -qx "$f" _CoqProject || { echo "$f is missing from _CoqProject" >&2; exit 1; }
done
# Words that would assume something. (The last check would find a main theorem that depends on one.)
if grep -nEw 'Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Abort|Unset Guard Checking|bypass_check' ./*.v; then
  echo "an axiom or an admission" >&2; exit 1
fi
make -s -j "$(getconf _NPROCESSORS_ONLN)" all
coqc -q -Q . TP Assumptions.v >Assumptions.out
# One theorem a line, with what Coq says of it.
listed=$(grep -oE '^Print Assumptions [A-Za-z0-9_.]+' Assumptions.v | cut -d' ' -f3)
closed=$(grep -cx 'Closed under the global context' Assumptions.out || true)
if [ "$(grep -cvx 'Closed under the global context' Assumptions.out)" -ne 0 ] || [ "$(echo "$listed" | wc -l)" -ne "$closed" ]; then
  cat Assumptions.out
  echo "a main theorem has assumptions" >&2; exit 1
fi
for t in $listed; do printf '%-40s closed under the global context\n' "$t"; done
echo "$closed theorems, no axiom, nothing admitted"
