import assert from "node:assert/strict";
import { test } from "node:test";
import { count, sentence } from "./words";

test("numbers have their nouns", () => {
  assert.equal(count(0, "race"), "0 races");
  assert.equal(count(1, "race"), "1 race");
  assert.equal(count("1", "race"), "1 race");
  assert.equal(count(12345, "state"), "12,345 states");
  assert.equal(count(2, "switch", "switches"), "2 switches");
});

test("texts become sentences", () => {
  assert.equal(sentence(""), "");
  assert.equal(sentence("no race"), "No race.");
  for (const text of ["Done.", "Why?", "Stop!", "So:"]) assert.equal(sentence(text), text);
});
