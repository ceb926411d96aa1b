import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACKAGE = 'lucide-react';
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g;
const EXPORT = /^export \{([^}]*)\} from '\.\/icons\/([a-z0-9-]+)\.mjs';$/gm;
const ALIAS = /^(\S+)(?:\s+as\s+(\S+))?$/;

/**
 * Imports each icon from the module that the package has for it. By its index, which names all icons, whoever shows one
 * would seem to need every icon that any page shows, and the chunk that all pages share would hold them.
 */
export function singleIcons(): Plugin {
  let modules: ReadonlyMap<string, string> | undefined;
  return {
    name: 'diorama:single-icons',
    apply: 'build',
    transform: (code) => {
      if (!code.includes(PACKAGE)) {
        return null;
      }
      modules ??= readIndex();
      const known = modules;
      return { code: code.replace(IMPORT, (_, names: string) => importEach(names, known)), map: null };
    },
  };
}

/** The names by which the index exports icons, each with its module's. */
function readIndex(): ReadonlyMap<string, string> {
  const index = readFileSync(
    fileURLToPath(import.meta.resolve(`${PACKAGE}/dist/esm/lucide-react.mjs`)),
    'utf8',
  );
  const found = new Map<string, string>();
  for (const [, names = '', module = ''] of index.matchAll(EXPORT)) {
    for (const name of listed(names)) {
      found.set(name.replace('default as ', ''), module);
    }
  }
  return found;
}

/** On one line as before, so that what follows stays where it was. */
function importEach(names: string, modules: ReadonlyMap<string, string>): string {
  return listed(names)
    .map((name) => {
      const [, icon = '', local = icon] = ALIAS.exec(name) ?? [];
      const module = modules.get(icon);
      return module === undefined
        ? `import { ${name} } from '${PACKAGE}';`
        : `import ${local} from '${PACKAGE}/icons/${module}';`;
    })
    .join(' ');
}

const listed = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
