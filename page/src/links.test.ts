import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkCharacters, pageOf, unpack } from "./links";

async function packed(document: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(document)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const body = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return `${body}.${checkCharacters(body)}`;
}

test("check characters are those of the engine", () => {
  assert.equal(checkCharacters(""), "00");
  assert.equal(checkCharacters("a"), "ya");
});

test("the links that are read for ever", async () => {
  const folder = "../session/schedule/testdata/links";
  for (const [name, want] of [
    ["program", "p"],
    ["text", "p"],
    ["lesson", "lesson"],
    ["example", "x"],
  ] as const) {
    const address = readFileSync(`${folder}/${name}.txt`, "utf8").split("\n")[0]!;
    const link = (await unpack(address.slice(address.indexOf("#") + 1))) as Record<string, unknown>;
    assert.equal(link["v"], 1, name);
    assert.ok(typeof link[want] === "string", name);
  }
});

test("a link is read as it was made", async () => {
  const document = { v: 1, n: "ü.il", p: "m(b) {\n  x := b.f; // ∧\n}\n", g: "step" };
  assert.deepEqual(await unpack(await packed(document)), document);
});

test("a link that unpacks to more than any program is refused", async () => {
  assert.equal((await unpack(await packed({ v: 1, p: "x".repeat(1 << 20) }))).p?.length, 1 << 20);
  await assert.rejects(unpack(await packed({ v: 1, p: "x".repeat(3 << 20) })), /more than any program/);
});

test("each change of one character is found", async () => {
  const link = await packed({ v: 1, p: "m(b) { skip; }" });
  for (let i = 0; i < link.length; i++) {
    const other = link[i] === "A" ? "B" : "A";
    await assert.rejects(unpack(link.slice(0, i) + other + link.slice(i + 1)), undefined);
  }
  for (const cut of [0, 1, 2, 3, 10, link.length - 1]) await assert.rejects(unpack(link.slice(0, cut)), undefined);
  await assert.rejects(unpack(`${link}x`), undefined);
});

test("neighbours that are exchanged are found", async () => {
  const link = await packed({ v: 1, p: "m(b) { b.f := b; }" });
  for (let i = 0; i + 1 < link.lastIndexOf("."); i++) {
    if (link[i] === link[i + 1]) continue;
    await assert.rejects(unpack(link.slice(0, i) + link[i + 1] + link[i] + link.slice(i + 2)), /check characters/);
  }
});

test("a page that leads to a link holds it, and nothing of it is markup", () => {
  assert.ok(pageOf("http://localhost/#a.b", "burble").includes('<a href="http://localhost/#a.b">burble in wobbly</a>'));
  const page = pageOf('x"><script>', '<b>&"');
  assert.ok(!page.includes("<script") && !page.includes("<b>") && page.includes("&lt;b>&amp;&quot;"));
});
