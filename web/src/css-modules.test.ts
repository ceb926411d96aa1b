import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compile } from 'tailwindcss';
import { expect, it } from 'vitest';

const ROOT = import.meta.dirname;
const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

const CLASS_NAMES = /className=(?:"([^"]*)"|\{`([^`]*)`\})/g;

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

it('components use only class names that their stylesheets define, and stylesheets define no unused ones', () => {
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

it('components use only utility classes of Tailwind or classes of plain stylesheets', async () => {
  const theme = readFileSync(join(ROOT, 'theme/utilities.css'), 'utf8');
  const content = '@tailwind utilities;';
  const loadStylesheet = async (path: string, base: string) => ({ path, base, content });
  const { build } = await compile(theme, { loadStylesheet });
  const plain = files
    .filter((name) => name.endsWith('.css') && !name.endsWith('.module.css'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('');
  const known = new Set([...plain.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
  const used = new Map<string, string>();
  for (const path of files.filter((name) => name.endsWith('.tsx'))) {
    for (const [, quoted, template] of readFileSync(path, 'utf8').matchAll(CLASS_NAMES)) {
      const words = quoted ?? (template ?? '').replace(/\$\{[^}]*\}/g, ' ');
      for (const name of words.split(/\s+/).filter((word) => word !== '' && !known.has(word))) {
        used.set(name, relative(ROOT, path));
      }
    }
  }
  expect(used.size).toBeGreaterThan(100);
  const css = build([...used.keys()]).replaceAll('\\', '');
  const isBuilt = (name: string) =>
    css
      .split(`.${name}`)
      .slice(1)
      .some((rest) => /^[\s:[]/.test(rest));
  const unknown = [...used].filter(([name]) => !isBuilt(name));
  expect(unknown).toEqual([]);
});
