// Syntax highlighting for IL; the engine reports the errors.
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const words = new Set("skip new lock unlock synchronized if then else while do private init".split(" "));

interface State {
  before: string; // the previous token; "lock(" for the parenthesis before a lock's name
  block: boolean; // inside a block comment
  depth: number; // number of open braces
}

const il: StreamParser<State> = {
  name: "il",
  startState: () => ({ before: "", block: false, depth: 0 }),
  indent: (state, textAfter, cx) =>
    Math.max(0, state.depth - (textAfter.trimStart().startsWith("}") ? 1 : 0)) * cx.unit,
  token(stream, state) {
    if (!state.block && stream.eatSpace()) return null;
    if (!state.block && stream.match(/^\/\/.*/)) return "comment";
    if (state.block || stream.match("/*")) {
      state.block = !stream.match(/^.*?\*\//);
      if (state.block) stream.skipToEnd();
      return "comment";
    }
    const { before } = state;
    if (stream.match(/^[\p{L}\p{N}_]+/u)) {
      const word = stream.current();
      state.before = word;
      if (before === "lock(") return "labelName";
      if (before === ".") return "propertyName";
      if (words.has(word)) return "keyword";
      return stream.match(/^\s*\(/, false) ? "functionName" : "variableName";
    }
    state.before = "";
    if (stream.match(":=") || stream.match("||")) return "operator";
    const c = stream.next() ?? "";
    state.before = c === "(" && /^(lock|unlock|synchronized)$/.test(before) ? "lock(" : c;
    if (c === "{") state.depth++;
    if (c === "}") state.depth = Math.max(0, state.depth - 1);
    return c === "*" ? "operator" : "{}();,.".includes(c) ? "punctuation" : null;
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["{", "("] }, indentOnInput: /^\s*\}$/ },
  tokenTable: { functionName: tags.function(tags.variableName), propertyName: tags.propertyName },
};

/** The colours are variables of css/tokens.css, with light and dark values. */
const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.function(tags.variableName), color: "var(--code-function)" },
  { tag: tags.propertyName, color: "var(--code-field)" },
  { tag: tags.labelName, color: "var(--code-function)" },
  { tag: tags.operator, color: "var(--code-operator)" },
]);

export const language: Extension = [StreamLanguage.define(il), syntaxHighlighting(style)];
