import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACKAGE = 'lucide-react';
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g;
const EXPORT = /^export \{([^}]*)\} from '\.\/icons\/([a-z0-9-]+)\.mjs';$/gm;
const ALIAS = /^(\S+)(?:\s+as\s+(\S+))?$/;

/**
 * Imports each icon from its own module. Importing from the package's index, which names all icons, would put every
 * icon of every page into the shared chunk.
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

/** Icon names exported by the index, with the module of each. */
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

/** The imports stay on one line, so that line numbers do not change. */
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
