/** Styles are made a file of their own by the build, and programs are texts. */
declare module "*.css";
declare module "*.il" {
  const text: string;
  export default text;
}
