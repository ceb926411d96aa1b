import type { Plugin } from 'vite';

const LEFT_OUT: readonly RegExp[] = [
  // JSON Schema conversion, which every schema of zod carries along. Only the gateway publishes such documents.
  /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/,
  // Coloured printing of Yjs documents for debugging, with its own console.
  /\/lib0\/logging\.js$/,
];
const NAME = /^export (?:const|function|class) (\w+)/gm;
/** Aliases, and re-exports of another module. */
const ALIASES = /^export \{[^}]*\}.*$/gm;

/** Empties functions of libraries that pages import but never call. */
export function stubUnused(): Plugin {
  return {
    name: 'diorama:stub-unused',
    apply: 'build',
    transform: (code, id) => {
      if (!LEFT_OUT.some((module) => module.test(id))) {
        return null;
      }
      const names = [...code.matchAll(NAME)].map(([, name]) => name);
      const left = names.map((name) => `export const ${name} = () => undefined;`);
      const aliases = [...code.matchAll(ALIASES)].map(([line]) => line);
      return { code: [...left, ...aliases].join('\n'), map: null };
    },
  };
}
