// Stand-ins for the browser, so that Node can test the modules that keep programs and follow links.

class Store extends Map<string, string> {
  get length(): number {
    return this.size;
  }
  key = (i: number): string | undefined => [...this.keys()][i];
  getItem = this.get;
  setItem = this.set;
  removeItem = this.delete;
}

/** A T in which any field may be missing, recursively. */
type Part<T> = T extends object ? { [K in keyof T]?: Part<T[K]> } : T;

/** Passes some fields off as a whole T, for tests that read no others. */
export function part<T>(x: Part<T>): T {
  const whole: unknown = x;
  return whole as T;
}

/** Defines a window with empty storage. Import the modules that use it afterwards. */
export function page(): { local: Store; tab: Store } {
  const [local, tab] = [new Store(), new Store()];
  const nothing = (): void => undefined;
  Object.assign(globalThis, {
    window: {
      localStorage: local,
      sessionStorage: tab,
      addEventListener: nothing,
      setTimeout: () => 1,
      clearTimeout: nothing,
    },
    document: { addEventListener: nothing, visibilityState: "visible" },
  });
  return { local, tab };
}
