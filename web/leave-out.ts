import type { Plugin } from 'vite';

const LEFT_OUT: readonly RegExp[] = [
  // How schemas are written as JSON Schema, which every schema of zod carries along: documents of that kind are the gateway's to give.
  /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/,
  // How Yjs prints documents in colours for whoever debugs it, with a console of its own.
  /\/lib0\/logging\.js$/,
];
const NAME = /^export (?:const|function|class) (\w+)/gm;
/** Other names of the same, and names of another module. */
const ALIASES = /^export \{[^}]*\}.*$/gm;

/** Leaves parts of libraries out that nothing in a page asks for, though they hang on what pages do: their functions do nothing. */
export function leaveOut(): Plugin {
  return {
    name: 'diorama:leave-out',
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
