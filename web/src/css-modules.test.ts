import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = import.meta.dirname;
const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, name));

/** Class names of each stylesheet: defined in it, and used by the files that import it. */
function readStyles() {
  const styles = new Map<string, { defined: Set<string>; used: Map<string, string>; isDynamic: boolean }>();
  for (const path of files.filter((name) => name.endsWith('.module.css'))) {
    const css = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)/g, '');
    const defined = new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
    styles.set(path, { defined, used: new Map(), isDynamic: false });
  }
  for (const path of files.filter((name) => /\.tsx?$/.test(name))) {
    const source = readFileSync(path, 'utf8');
    const code = source.replace(/from '[^']+'|import\('[^']+'\)/g, '').replace(/^import .*$/gm, '');
    for (const [, name, address = ''] of source.matchAll(IMPORT)) {
      const style = styles.get(join(dirname(path), address));
      expect(style, `${address} in ${path}`).toBeDefined();
      for (const [, used = ''] of code.matchAll(new RegExp(`(?<!\\.)\\b${name}\\.(\\w+)`, 'g'))) {
        style?.used.set(used, relative(ROOT, path));
      }
      if (style && new RegExp(`(?<![.\\w])${name}(\\[|\\b(?![.\\w]))`).test(code)) {
        style.isDynamic = true;
      }
    }
  }
  return styles;
}

it('uses only class names that its stylesheets define, and each of these', () => {
  const wrong: string[] = [];
  for (const [path, { defined, used, isDynamic }] of readStyles()) {
    const sheet = relative(ROOT, path);
    wrong.push(
      ...[...used]
        .filter(([name]) => !defined.has(name))
        .map(([name, by]) => `${sheet} lacks .${name} (${by})`),
      ...[...defined]
        .filter((name) => !isDynamic && !used.has(name))
        .map((name) => `${sheet} has an unused .${name}`),
    );
  }
  expect(wrong).toEqual([]);
});
