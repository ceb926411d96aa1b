import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Replaces a module by the JSON of its exports, evaluated at build time. The browser gets the few strings of the route
 * tables and none of the schemas behind them.
 * @param suffix - the end of the module's path; every export of it must be plain data
 */
export function evaluateModule(suffix: string): Plugin {
  return {
    name: 'diorama:evaluate-module',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) {
        return null;
      }
      const exported: Record<string, unknown> = await import(pathToFileURL(id).href);
      return Object.entries(exported)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
