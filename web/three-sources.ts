import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(import.meta.resolve('three/src/Three.js'));

/** Comments and indentation in shader strings, which minifiers keep. */
const SHADER_COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/**
 * Imports three.js by its single modules instead of its bundle, so that modules used only by a lazy chunk are loaded
 * with that chunk.
 * @param environments - names of the builds that it applies to
 */
export function threeSources(...environments: readonly string[]): Plugin {
  return {
    name: 'diorama:three-sources',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => environments.includes(name),
    resolveId: (id) => (id === 'three' ? SOURCE : null),
    transform(code, id) {
      if (!/\/three\/src\/.*\.glsl\.js$/.test(id)) {
        return null;
      }
      return { code: code.replace(/`[\s\S]*`/, shorten), map: null };
    },
  };
}

function shorten(shader: string): string {
  return shader.replace(SHADER_COMMENTS, '').replace(/[ \t]*\n\s*/g, '\n');
}
