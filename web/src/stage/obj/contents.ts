import { FURTHER_PICTURES } from './pbr-material.ts';

const PICTURE = /^(map_\S+|bump|norm|disp|decal|refl)\s+(.+)$/i;
const FACE = /^f\s+(.+)$/gm;

/** Pictures to be shown of the materials that the faces of an OBJ use, in tidied libraries. */
export function picturesIn(libraries: readonly string[], obj: string): string[] {
  const used = new Set([...obj.matchAll(/^usemtl\s+(.+)$/gm)].map(([, name = '']) => name.trim()));
  return libraries.flatMap((library) => {
    let isUsed = false;
    return library.split('\n').flatMap((line) => {
      const [, material] = /^newmtl\s+(.+)$/.exec(line) ?? [];
      isUsed = material === undefined ? isUsed : used.has(material.trim());
      const [, kind = '', rest = ''] = PICTURE.exec(line) ?? [];
      const isShown = isUsed && !FURTHER_PICTURES.includes(kind.toLowerCase());
      return isShown && rest !== '' ? [nameIn(rest)] : [];
    });
  });
}

/** Triangles of the faces of a tidied OBJ. */
export function trianglesIn(obj: string): number {
  let triangles = 0;
  for (const [, corners = ''] of obj.matchAll(FACE)) {
    triangles += Math.max(0, corners.trim().split(/\s+/).length - 2);
  }
  return triangles;
}

/** The file behind the options of a picture. */
function nameIn(rest: string): string {
  return rest.replace(/^(-\S+(\s+(?:on|off|sphere|cube_\w+|[-+.\d]\S*|[rgbmlz]))*\s+)+/i, '').trim();
}
