import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Index of each package, which names all of its modules. */
const INDEXES: Readonly<Record<string, string>> = {
  'lucide-react': fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')),
  three: fileURLToPath(import.meta.resolve('three/src/Three.js')),
};

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["'](lucide-react|three)["'];?/g;
const REEXPORT = /^export (?:\*|\{([^}]*)\}) from '(.+)';$/gm;
const OWN = /^export (?:const|function|class) (\w+)|^export \{([^}]*)\};?$/gm;
const ALIAS = /^(\S+)(?:\s+as\s+(\S+))?$/;

type Exports = ReadonlyMap<string, { module: string; name: string }>;

/**
 * Imports icons and parts of three.js from their own modules. Importing from an index, which names all modules, would
 * put each module of any page into a shared chunk.
 * @param environments - names of the builds that it applies to
 */
export function singleModules(...environments: readonly string[]): Plugin {
  const known = new Map<string, Exports>();
  const exportsOf = (name: string) => {
    const found = known.get(name) ?? readExports(INDEXES[name] ?? '');
    known.set(name, found);
    return found;
  };
  return {
    name: 'diorama:single-modules',
    apply: 'build',
    applyToEnvironment: ({ name }) => environments.includes(name),
    // Other forms of imports load all of a package's modules.
    resolveId: { order: 'pre', handler: (id) => INDEXES[id] ?? null },
    transform: (code) =>
      code.search(IMPORT) < 0
        ? null
        : {
            code: code.replace(IMPORT, (_, names: string, name: string) =>
              importEach(names, exportsOf(name), name),
            ),
            map: null,
          },
  };
}

/** Module of each export of an index, and its name there. */
function readExports(index: string): Exports {
  const source = readFileSync(index, 'utf8');
  const found = new Map<string, { module: string; name: string }>();
  const add = (module: string, names: string) => {
    for (const { name, local } of listed(names)) {
      found.set(local, { module, name });
    }
  };
  for (const [, names, path = ''] of source.matchAll(REEXPORT)) {
    const module = join(dirname(index), path);
    if (names === undefined) {
      for (const [name, own] of readExports(module)) {
        found.set(name, own);
      }
    } else {
      add(module, names);
    }
  }
  for (const [, name, names = name ?? ''] of source.matchAll(OWN)) {
    add(index, names);
  }
  return found;
}

/** The imports stay on one line, so that line numbers do not change. */
function importEach(names: string, exports: Exports, index: string): string {
  return listed(names)
    .map(({ name, local }) => {
      const own = exports.get(name);
      return `import { ${own?.name ?? name} as ${local} } from ${JSON.stringify(own?.module ?? index)};`;
    })
    .join(' ');
}

function listed(names: string): { name: string; local: string }[] {
  return names.split(',').flatMap((part) => {
    const [, name, local = name] = ALIAS.exec(part.trim()) ?? [];
    return name === undefined || local === undefined ? [] : [{ name, local }];
  });
}
