// Syntax highlighting for IL; the engine reports the errors.
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const words = new Set("skip new lock unlock synchronized if then else while do private init".split(" "));

const takesLock = new Set(["lock", "unlock", "synchronized"]);

interface State {
  last: string; // previous token
  lock: boolean; // the next word is a lock's name
  block: boolean; // inside a block comment
  afterDot: boolean;
  depth: number; // number of open braces
}

const il: StreamParser<State> = {
  name: "il",
  startState: () => ({ last: "", lock: false, block: false, afterDot: false, depth: 0 }),
  indent: (state, textAfter, cx) =>
    Math.max(0, state.depth - (textAfter.trimStart().startsWith("}") ? 1 : 0)) * cx.unit,
  token(stream, state) {
    if (state.block) {
      if (stream.skipTo("*/")) {
        stream.match("*/");
        state.block = false;
      } else stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.block = true;
      return "comment";
    }
    const { afterDot, lock, last } = state;
    state.afterDot = state.lock = false;
    if (stream.match(/^[\p{L}\p{N}_]+/u)) {
      const word = stream.current();
      state.last = word;
      if (lock) return "labelName";
      if (afterDot) return "propertyName";
      if (words.has(word)) return "keyword";
      return stream.match(/^\s*\(/, false) ? "functionName" : "variableName";
    }
    if (stream.match(":=") || stream.match("||")) return "operator";
    const c = stream.next();
    state.afterDot = c === ".";
    state.lock = c === "(" && takesLock.has(last);
    state.last = "";
    if (c === "{") state.depth++;
    if (c === "}") state.depth = Math.max(0, state.depth - 1);
    return c === "*" ? "operator" : c !== undefined && "{}();,.".includes(c) ? "punctuation" : null;
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
