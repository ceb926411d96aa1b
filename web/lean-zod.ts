import type { Plugin } from 'vite';

const MODULE = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
const NAME = /^export (?:const|function) (\w+)/gm;
/** Other names of the same. */
const ALIASES = /^export \{[^}]*\};$/gm;

/**
 * Leaves out how schemas are written as JSON Schema, which every schema of zod carries along and nothing in a page asks for:
 * documents of that kind are the gateway's to give.
 */
export function leanZod(): Plugin {
  return {
    name: 'diorama:lean-zod',
    apply: 'build',
    transform: (code, id) => {
      if (!MODULE.test(id)) {
        return null;
      }
      const names = [...code.matchAll(NAME)].map(([, name]) => name);
      const left = names.map((name) => `export const ${name} = () => undefined;`);
      const aliases = [...code.matchAll(ALIASES)].map(([line]) => line);
      return { code: [...left, ...aliases].join('\n'), map: null };
    },
  };
}
