/** The build writes styles to a file of their own, and imports programs as strings and lessons in order. */
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.il" {
  const text: string;
  export default text;
}

declare module "lessons" {
  const lessons: { title: string; idea: string }[];
  export default lessons;
}

/** The engine's answers for burble, for use before it has started. */
declare module "*/first.json" {
  const first: { views: [View, View, View]; verdict: { races: number; states: number } };
  export default first;
  type View = import("./protocol").View;
}

// Node's modules, which only the tests use; the page is compiled without Node's types.
declare module "node:assert/strict";
declare module "node:fs";
declare module "node:test";
