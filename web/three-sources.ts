import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(import.meta.resolve('three/src/Three.js'));

/** Comments and indentation of shaders, which are strings to whoever makes scripts smaller. */
const SHADER_COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/**
 * Takes three.js by its single modules in place of the file that it comes as, so that what only a part that is fetched
 * later uses is fetched with that part.
 * @param environments - the builds that it is done for
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
