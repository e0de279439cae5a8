// The parts of Node that the tests use; the page is compiled without Node's types.
declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): void;
}
declare module "node:fs" {
  export function readFileSync(name: string, encoding: "utf8"): string;
}
declare module "node:assert/strict" {
  const assert: {
    equal(got: unknown, want: unknown, why?: string): void;
    deepEqual(got: unknown, want: unknown, why?: string): void;
    rejects(what: Promise<unknown>, error?: RegExp): Promise<void>;
    ok(got: unknown, why?: string): void;
  };
  export default assert;
}
