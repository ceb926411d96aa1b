import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

/** `imports` are all imports. `loads` are those at run time, without type imports, and `first` those before the file runs. */
type SourceFile = { path: string; text: string; imports: string[]; loads: string[]; first: string[] };

const PACKAGES = ['shared', 'gateway', 'worker-assets', 'worker-billing', 'worker-notify', 'web', 'stack'];
/** Tests and their helpers may import the whole product. */
const TEST_FILE = /\.test\.tsx?$|\/test\/|^web\/e2e\//;
/** Written statements, in lower case as all of them are. */
const SQL =
  /\b(select\s+[\s\S]{1,600}?\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|create\s+table\s)/;
/** Uses of a private member of a library, whose names begin with `_`. */
const PRIVATE_MEMBER = /(\.|\{ )_[a-z]/;
/** Calls of the query builder with written SQL, which may be a part of a statement. */
const RAW_SQL = /\.(raw(<[^(]*>)?\((?!\))|\w+Raw\()/;

const EXPORTED = /^export (?:async )?(?:function\*?|class|const) ([\w$]+)/gm;

const files = PACKAGES.flatMap((name) => readFolder(`${name}/src`));
const sources = files.filter(({ path }) => !TEST_FILE.test(path));
const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const packageOf = (path: string) => path.split('/')[0] ?? '';

test('there are source files to check', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap((file) => file.imports)).toContain('shared/src/jobs/index.ts');
});

test('a package imports only itself and lower packages', () => {
  const allowed: Record<string, string[]> = {
    shared: [],
    gateway: ['shared'],
    'worker-assets': ['shared'],
    'worker-billing': ['shared'],
    'worker-notify': ['shared'],
    web: ['shared'],
    stack: ['shared'],
  };
  expect(
    findBreaches((file, target) => {
      const [from, to] = [packageOf(file.path), packageOf(target)];
      return PACKAGES.includes(to) && to !== from && !allowed[from]?.includes(to);
    }),
  ).toEqual([]);
});

test('the web pages import no server code', () => {
  expect(
    findBreaches((file, target) => isIn(file.path, 'web/src') && isIn(target, 'shared/src/server')),
  ).toEqual([]);
});

test('code shared by server and web needs no Node, browser or database', () => {
  const pure = ['contract', 'jobs', 'events', 'domain', 'policy', 'scene', 'i18n', 'emails'].map(
    (folder) => `shared/src/${folder}`,
  );
  expect(
    findBreaches(
      (file, target) =>
        isIn(file.path, ...pure) && (/^(node:|knex$|pg$)/.test(target) || isIn(target, 'shared/src/server')),
    ),
  ).toEqual([]);
  const usesDom = sources.filter(
    ({ path, text }) => isIn(path, ...pure) && /\b(document|window)\.(create|query|add|location)/.test(text),
  );
  expect(usesDom.map(({ path }) => path)).toEqual([]);
});

test('server SQL is only in *.queries.ts files and in db', () => {
  const mayHoldSql = (path: string) =>
    isIn(path, 'shared/src/server/db', 'web', 'stack') ||
    (isIn(path, 'shared/src/server') && path.endsWith('.queries.ts'));
  const holdsSql = ({ text }: SourceFile) =>
    SQL.test(withoutComments(text)) || RAW_SQL.test(withoutComments(text));
  expect(sources.filter((file) => !mayHoldSql(file.path) && holdsSql(file)).map(({ path }) => path)).toEqual(
    [],
  );
});

test('each *.queries.ts file of the server contains SQL', () => {
  const queries = sources.filter(({ path }) => path.endsWith('.queries.ts'));
  expect(queries.length).toBeGreaterThan(50);
  expect(queries.filter(({ text }) => !SQL.test(withoutComments(text))).map(({ path }) => path)).toEqual([]);
});

test('each file name of the server is unique', () => {
  const names = sources
    .filter(({ path }) => isIn(path, 'shared/src/server') && !path.endsWith('/index.ts'))
    .map(({ path }) => path.slice(path.lastIndexOf('/') + 1).replace(/(\.queries)?\.ts$/, ''));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** Exports of one name that several files may have; may only become shorter. The tools of the editor are state machines. */
const SHARED_NAMES = ['Idle'];

test('each exported function, class or constant has a unique name', () => {
  const files = new Map<string, string[]>();
  for (const { path, text } of sources) {
    // Languages have the same tables; a job and its handler share a name.
    const isPaired = /^shared\/src\/(i18n\/(en|es)|jobs)\/|-(kit|fixture)\.tsx?$|\/test-client\.ts$/.test(
      path,
    );
    for (const [, name = ''] of isPaired ? [] : text.matchAll(EXPORTED)) {
      files.set(name, [...(files.get(name) ?? []), path]);
    }
  }
  expect(files.size).toBeGreaterThan(2_000);
  const doubled = [...files].filter(
    ([name, paths]) => new Set(paths).size > 1 && !SHARED_NAMES.includes(name),
  );
  expect(doubled.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
});

test('private members of libraries are used only in *-internals.ts files, each with a test', () => {
  const [internals, others] = [true, false].map((isOne) =>
    sources.filter(({ path }) => path.endsWith('-internals.ts') === isOne),
  );
  const uses = ({ text }: SourceFile) => PRIVATE_MEMBER.test(withoutComments(text));
  expect(others?.filter(uses).map(({ path }) => path)).toEqual([]);
  const tests = new Set(files.map(({ path }) => path));
  expect(internals?.length).toBeGreaterThan(3);
  expect(internals?.filter(({ path }) => !tests.has(path.replace(/\.ts$/, '.test.ts')))).toEqual([]);
});

test('only */env.ts reads the environment', () => {
  const offenders = sources.filter(
    ({ path, text }) => !path.endsWith('/env.ts') && /process\.env\b/.test(withoutComments(text)),
  );
  expect(offenders.map(({ path }) => path)).toEqual([]);
});

test('the scene view imports no React, and the public pages import no editor code', () => {
  expect(
    findBreaches((file, target) => isIn(file.path, 'web/src/scene') && /^(react|@react-three)/.test(target)),
  ).toEqual([]);
  expect(
    findBreaches(
      (file, target) =>
        isIn(file.path, 'web/src/viewer', 'web/src/embed', 'web/src/stage') && isIn(target, 'web/src/editor'),
    ),
  ).toEqual([]);
});

test('the kinds of the public pages load no schemas', () => {
  const reached = reachFrom('shared/src/scene/nodes/kinds.ts', 'loads');
  expect(reached.length).toBeGreaterThan(20);
  expect(reached.filter((path) => path === 'zod' || path.endsWith('/schema.ts'))).toEqual([]);
});

test.each(['viewer/main.tsx', 'embed/main.ts', 'embed/standalone.ts'])(
  '%s shows the poster before it loads the drawing code',
  (entry) => {
    const reached = reachFrom(`web/src/${entry}`, 'first');
    expect(reached.length).toBeGreaterThan(20);
    expect(reached.filter((path) => path === 'three' || path.endsWith('/nodes/kinds.ts'))).toEqual([]);
  },
);

test('the first frame of the editor needs no texts of its panels', () => {
  const reached = new Set(reachFrom('web/src/editor/editor-page.tsx', 'first'));
  const first = sources.filter(({ path }) => reached.has(path) && !path.endsWith('-translations.ts'));
  expect(first.length).toBeGreaterThan(200);
  expect(first.filter(({ text }) => text.includes('useEditorTranslations')).map(({ path }) => path)).toEqual(
    [],
  );
});

test('files have no import cycles, except for types', () => {
  const known = new Map(sources.map((file) => [file.path, file]));
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]) => {
    if (state.get(path) === 'done') {
      return;
    }
    if (state.get(path) === 'open') {
      circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const target of known.get(path)?.loads ?? []) {
      visit(target, [...way, path]);
    }
    state.set(path, 'done');
  };
  for (const { path } of sources) {
    visit(path, []);
  }
  expect(circles).toEqual([]);
});

test('only the root of the editor imports its class', () => {
  const isRoot = (path: string) => /^web\/src\/editor\/[^/]+$/.test(path);
  expect(findBreaches((file, target) => target === 'web/src/editor/editor.ts' && !isRoot(file.path))).toEqual(
    [],
  );
});

test('no type cycle in the editor is larger than the states of one tool', () => {
  const circles = findCircles(sources.filter(({ path }) => isIn(path, 'web/src/editor')));
  // May only become smaller.
  expect(Math.max(...circles.map(({ length }) => length))).toBeLessThanOrEqual(12);
  expect(circles.length).toBeLessThanOrEqual(6);
});

test('the editor imports only downwards: model, panel parts, features, frame', () => {
  const upward = findBreaches((file, target) => {
    const [from, to] = [editorFloor(file.path), editorFloor(target)];
    return from !== null && to !== null && from < to;
  });
  expect(upward).toEqual([]);
});

test('nothing outside the editor imports it, except the route to its page', () => {
  const fromOutside = findBreaches(
    (file, target) => isIn(target, 'web/src/editor') && !isIn(file.path, 'web/src/editor'),
  );
  expect(fromOutside).toEqual(['web/src/routes.tsx → web/src/editor/editor-page.tsx']);
});

test('a package declares its imports', () => {
  const missing = PACKAGES.flatMap((name) => {
    const named = JSON.parse(readFileSync(join(PROJECT_ROOT, name, 'package.json'), 'utf8'));
    const allowed = new Set(Object.keys({ ...named.dependencies, ...named.devDependencies }));
    const used = sources
      .filter(({ path }) => isIn(path, name) && !/-(kit|fixture)\.tsx?$/.test(path))
      .flatMap(({ imports }) => imports)
      .filter((target) => /^(@[\w.-]+\/)?[\w.-]+(\/|$)/.test(target) && !packageOf(target).includes(':'))
      .filter((target) => !PACKAGES.includes(packageOf(target)) && !target.startsWith('node:'))
      .map((target) =>
        target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    return [...new Set(used)].filter((target) => !allowed.has(target)).map((target) => `${name} → ${target}`);
  });
  expect(missing).toEqual([]);
});

test('a test that mocks a module runs in a separate process or frame', () => {
  const others = files.filter(({ path }) => /\.test\./.test(path) && !/\.(alone|browser)\./.test(path));
  expect(others.length).toBeGreaterThan(300);
  expect(others.filter(({ text }) => /\bvi\.(do)?mock\(/i.test(text)).map(({ path }) => path)).toEqual([]);
});

/** Floors of the editor's files by path; the first matching entry counts. Other files are parts of panels. */
const EDITOR_FLOORS: readonly (readonly [floor: number, files: RegExp])[] = [
  [0, /^features\/[^/]+\/model\//],
  [0, /^(kernels|managers|queries|commands|collab)\//],
  [0, /^tools\/(tool|tool-id|pointer|define-tool|tool-root)\.ts$/],
  [0, /^(parts|editor-parts|session|signals|scene-queries|tab-storage|access-denial)\.ts$/],
  [1, /^(icons|after-first-frame)\.tsx$/],
  [2, /^features\//],
  [3, /^[^/]+$/],
  [3, /^(panels|dialogs|bar|rail|outliner)\//],
  [3, /^actions\/(index|use-|type-ahead)/],
  [3, /^tools\/(index|tool-makers)\.ts$/],
  [3, /^viewport\/(viewport|viewport-menu|view-corner)\.tsx$/],
  [3, /^inspector\/(inspector|material-values|[a-z]+-(section|panel)|materials\/material-list)\.tsx$/],
  [2, /^tools\/[^/]+\//],
];
const PARTS_OF_PANELS = 1;

function editorFloor(path: string): number | null {
  const [, inside] = /^web\/src\/editor\/(.*)$/.exec(path) ?? [];
  if (inside === undefined) {
    return null;
  }
  return EDITOR_FLOORS.find(([, files]) => files.test(inside))?.[0] ?? PARTS_OF_PANELS;
}

/** Strongly connected components of the import graph, types included (Tarjan's algorithm). */
function findCircles(among: readonly SourceFile[]): string[][] {
  const known = new Map(among.map(({ path, imports }) => [path, imports]));
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    const index = order.size;
    order.set(path, index);
    open.push(path);
    let lowest = index;
    for (const target of known.get(path) ?? []) {
      if (known.has(target)) {
        const reached = order.has(target)
          ? open.includes(target)
            ? order.get(target)
            : index
          : visit(target);
        lowest = Math.min(lowest, reached ?? index);
      }
    }
    if (lowest === index) {
      circles.push(open.splice(open.indexOf(path)));
    }
    return lowest;
  };
  for (const path of known.keys()) {
    if (!order.has(path)) {
      visit(path);
    }
  }
  return circles.filter(({ length }) => length > 1);
}

/** A file with all that it imports, directly or not. */
function reachFrom(entry: string, way: 'loads' | 'first'): string[] {
  const known = new Map(sources.map((file) => [file.path, file]));
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const target of known.get(path)?.[way] ?? []) {
      reached.add(target);
    }
  }
  return [...reached];
}

/** Lists `file → target` for every import that breaks a rule. */
function findBreaches(isBreach: (file: SourceFile, target: string) => boolean): string[] {
  return sources.flatMap((file) =>
    file.imports.filter((target) => isBreach(file, target)).map((target) => `${file.path} → ${target}`),
  );
}

function readFolder(folder: string): SourceFile[] {
  const absolute = join(PROJECT_ROOT, folder);
  return readdirSync(absolute, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const path = `${folder}/${name}`;
      const text = readFileSync(join(PROJECT_ROOT, path), 'utf8');
      const all = readImports(path, text);
      const loaded = all.filter(({ isLoaded }) => isLoaded);
      const targets = (found: readonly Import[]) => found.map(({ target }) => target);
      const first = loaded.filter(({ isLater }) => !isLater);
      return { path, text, imports: targets(all), loads: targets(loaded), first: targets(first) };
    });
}

type Import = { target: string; isLoaded: boolean; isLater: boolean };

function readImports(path: string, text: string): Import[] {
  const found = withoutComments(text).matchAll(
    /(?:^|[\s;])(?:import|export)\b([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]|(?:^|[\s;])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map(([, names = '', from, plain, later]) => ({
    target: toPath(path, from ?? plain ?? later ?? ''),
    // `{ type A }` loads the file as well: the compiler removes the names, not the import.
    isLoaded: !/^\s*type\b/.test(names),
    isLater: later !== undefined,
  }));
}

/** Returns files of this repository as paths from the root, and other specifiers unchanged. */
function toPath(from: string, specifier: string): string {
  if (specifier.startsWith('.')) {
    return relative(PROJECT_ROOT, resolve(PROJECT_ROOT, dirname(from), specifier));
  }
  const own = /^@diorama\/([^/]+)\/(.*)$/.exec(specifier);
  return own ? `${own[1]}/src/${own[2]}` : specifier;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}
