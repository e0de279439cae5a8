// What a browser has around the modules that keep programs and follow links, for tests of them
// in Node.

/** Store is a storage of the browser. */
export class Store {
  private readonly all = new Map<string, string>();
  get length(): number {
    return this.all.size;
  }
  key(i: number): string | null {
    return [...this.all.keys()][i] ?? null;
  }
  getItem(name: string): string | null {
    return this.all.get(name) ?? null;
  }
  setItem(name: string, text: string): void {
    this.all.set(name, text);
  }
  removeItem(name: string): void {
    this.all.delete(name);
  }
}

/** Part is some of the fields of a T, and of what is in them. */
type Part<T> = T extends object ? { [K in keyof T]?: Part<T[K]> } : T;

/** part passes off some fields as a whole, for a test that reads no others. */
export function part<T>(x: Part<T>): T {
  const whole: unknown = x;
  return whole as T;
}

/** page makes a window with nothing stored. Modules that use it are imported afterwards. */
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
