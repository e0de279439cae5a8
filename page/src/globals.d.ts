/** Styles are made a file of their own by the build, and programs are texts. */
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.il" {
  const text: string;
  export default text;
}

/** What page/engine says of burble before it is there. */
declare module "*/first.json" {
  const first: { views: [View, View, View]; verdict: { races: number; states: number } };
  export default first;
  type View = import("./protocol").View;
}
