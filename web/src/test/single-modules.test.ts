import { describe, expect, it } from 'vitest';
import { singleModules } from '../../single-modules.ts';

const transform = singleModules().transform as (code: string) => { code: string } | null;

/** Imports of a code after the transformation: `name local path`, with paths below `node_modules`. */
const importsOf = (code: string) =>
  [
    ...(transform(code)?.code ?? '').matchAll(
      /import \{ (\S+) as (\S+) \} from "(?:.*?node_modules\/)?(.+?)";/g,
    ),
  ].map(([, ...parts]) => parts.join(' '));

describe('single-module imports', () => {
  it('replace imports of icons, including aliases', () => {
    const code =
      'import { X, TriangleAlert as Alert, createLucideIcon } from "lucide-react";\nuse(X, Alert);';
    expect(importsOf(code)).toEqual([
      'default X lucide-react/dist/esm/icons/x.mjs',
      'default Alert lucide-react/dist/esm/icons/triangle-exclamation-point.mjs',
      'default createLucideIcon lucide-react/dist/esm/createLucideIcon.mjs',
    ]);
    expect(transform(code)?.code).toMatch(/;\nuse\(X, Alert\);$/);
  });

  it('replace imports of three.js, including names from nested index files', () => {
    const code =
      "import {\n\tVector3 as V,\n\tPCFShadowMap, BoxGeometry, Float32BufferAttribute\n} from 'three';";
    expect(importsOf(code)).toEqual([
      'Vector3 V three/src/math/Vector3.js',
      'PCFShadowMap PCFShadowMap three/src/constants.js',
      'BoxGeometry BoxGeometry three/src/geometries/BoxGeometry.js',
      'Float32BufferAttribute Float32BufferAttribute three/src/core/BufferAttribute.js',
    ]);
  });

  it('keep unknown names on the package index and other imports unchanged', () => {
    expect(importsOf("import { Nothing } from 'three';")).toEqual(['Nothing Nothing three']);
    expect(transform('import { X } from "./icons.ts";')).toBeNull();
  });
});
