import type { Plugin } from 'vite';

/** Comments in shader strings, which minifiers keep. */
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** Removes comments and indentation from the shaders of three.js. Own materials replace parts of their lines. */
export function shortShaders(): Plugin {
  return {
    name: 'diorama:short-shaders',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/three\/src\/.*\.glsl\.js$/.test(id) ? { code: code.replace(/`[\s\S]*`/, shorten), map: null } : null,
  };
}

function shorten(shader: string): string {
  return shader.replace(COMMENT, '').replace(/[ \t]*\n\s*/g, '\n');
}
