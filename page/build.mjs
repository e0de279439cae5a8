// Builds page/dist from page/src. The output depends only on the sources and package-lock.json,
// byte for byte. With --watch it rebuilds whenever a source changes.
import * as esbuild from "esbuild";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const dist = "dist";
await mkdir(dist, { recursive: true });

/** The typefaces, subset to Latin and some symbols in weights 400 to 700, by package. */
const faces = { text: "@fontsource-variable/inter 5.3.0", code: "@fontsource-variable/jetbrains-mono 5.3.0" };

/** Imports *.shadow.css as strings, because a shadow root gets its styles from the program. */
const shadow = {
  name: "shadow",
  setup: (build) =>
    build.onLoad({ filter: /\.shadow\.css$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(await readFile(path), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    }),
};

/** Imports "lessons" as the titles and ideas of the lessons, in order. */
const lessons = {
  name: "lessons",
  setup: (build) => {
    build.onResolve({ filter: /^lessons$/ }, () => ({ path: "lessons", namespace: "lessons" }));
    build.onLoad({ filter: /^lessons$/, namespace: "lessons" }, async () => {
      const course = "../lesson/course";
      const files = (await readdir(course)).filter((f) => f.endsWith(".lesson")).sort();
      const texts = await Promise.all(files.map((f) => readFile(`${course}/${f}`, "utf8")));
      const line = (text, key) => new RegExp(`^${key}: (.*)$`, "m").exec(text)[1];
      const all = texts.map((t) => ({ title: line(t, "lesson"), idea: line(t, "idea") }));
      return { contents: JSON.stringify(all), loader: "json" };
    });
  },
};

const common = {
  bundle: true,
  minify: true,
  target: ["chrome111", "firefox111", "safari16.4"],
  legalComments: "none",
  charset: "utf8",
  loader: { ".il": "text", ".woff2": "file" },
  assetNames: "[name]",
  logLevel: "info",
  plugins: [shadow, lessons],
};
const builds = [
  {
    ...common,
    entryPoints: { app: "src/main.tsx" },
    outdir: dist,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
  },
  { ...common, entryPoints: { worker: "src/worker.ts", sw: "src/sw.ts" }, outdir: dist, format: "iife" },
];

for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, `${dist}/${name}`);
// The accessibility tests run axe in the page.
const axe = await readFile("node_modules/axe-core/axe.min.js");
await mkdir("testdata", { recursive: true });
await writeFile("testdata/axe.min.js.gz", gzipSync(axe, { level: 9 }));

if (process.argv.includes("--watch")) {
  for (const b of builds) await (await esbuild.context(b)).watch();
} else {
  const made = await Promise.all(builds.map((b) => esbuild.build({ ...b, metafile: true })));
  await writeFile(`${dist}/licenses.txt`, await licenses(made.flatMap((m) => Object.keys(m.metafile.inputs))));
}

/** Returns the licences of the typefaces and of the bundled packages. */
async function licenses(inputs) {
  const names = new Set(inputs.flatMap((f) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(f)?.[1] ?? []));
  const parts = [];
  for (const [file, name] of Object.entries(faces)) {
    parts.push(`${name}, OFL-1.1\n\n${(await readFile(`src/fonts/${file}.LICENSE`, "utf8")).trim()}\n`);
  }
  for (const name of [...names].sort()) {
    const { version, license } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
    parts.push(
      `${name} ${version}, ${license}\n\n${(await readFile(`node_modules/${name}/LICENSE`, "utf8")).trim()}\n`,
    );
  }
  return `What the page is bundled of, besides wobbly itself.\n\n${parts.join("\n----\n\n")}`;
}
