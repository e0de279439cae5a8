// A refuted claim: which one, about what, and what is false.
import { At } from "../editor/region";
import type { ClaimView } from "../protocol";
import { sentence } from "../ui/words";

export function Claim(p: { claim: ClaimView }) {
  const c = p.claim;
  return (
    <div role="note" class="card says claim" aria-label="The claim that is refuted">
      <p><strong>Refuted: {claimText(c)}</strong> ({c.title}).</p>
      {c.off ? <p class="note">{sentence(c.off)}</p> : null}
      <p>It is about {c.instance}.</p>
      {c.accesses.length > 0 ? (
        <p>
          {c.accesses.map((a) => (
            <span class="where">{a.thread}: <At at={a.at} of={a} /> <code>{a.text}</code></span>
          ))}
        </p>
      ) : null}
      <p>{sentence(c.why)}</p>
    </div>
  );
}

export function claimText(c: ClaimView): string {
  return c.without.length > 0 ? `${c.statement} without ${c.without.join(", ")}` : c.statement;
}
