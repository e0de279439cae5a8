// Makes dist of src and of the packages. The same sources and package-lock.json give the same bytes.
import * as esbuild from "esbuild";
import { readFile, readdir, writeFile } from "node:fs/promises";

const made = await esbuild.build({
  entryPoints: ["src/extension.js"], outdir: "dist", bundle: true, minify: true, metafile: true,
  platform: "node", target: "node20", external: ["vscode"], legalComments: "none", charset: "utf8", logLevel: "info",
});

const names = new Set(Object.keys(made.metafile.inputs).flatMap((f) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(f)?.[1] ?? []));
const parts = [await readFile("../../../LICENSE", "utf8")];
for (const name of [...names].sort()) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const file = (await readdir(folder)).find((f) => /^licen[cs]e/i.test(f));
  parts.push(`${name} ${version}, ${license}\n\n${(await readFile(`${folder}/${file}`, "utf8")).replaceAll("\r", "").trim()}\n`);
}
await writeFile("dist/LICENSE.txt", parts.join("\n----\n\n"));
