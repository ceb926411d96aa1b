import { concaveTriangles } from './concave-triangles.ts';

/** A line or points of an object, which stand apart from its faces. */
type Apart = { object: string; material: string; kind: 'l' | 'p'; indices: number[] };

/**
 * Rewrites an OBJ so that three's loader reads it as it is meant. That one draws an object's faces as lines as soon as the
 * object holds a line as well, and concave polygons as fans.
 */
export function tidyObj(text: string): string {
  const vertices: number[] = [];
  const apart: Apart[] = [];
  const kept: string[] = [];
  let [object, material] = ['', ''];
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n/);
  for (const raw of lines) {
    const line = raw.trim();
    const [keyword = '', ...words] = line.split(/\s+/);
    if (keyword === 'v') {
      vertices.push(Number(words[0]), Number(words[1]), Number(words[2]));
    } else if (keyword === 'o' || keyword === 'g') {
      object = words.join(' ');
    } else if (keyword === 'usemtl') {
      material = words.join(' ');
    }
    if (keyword === 'l' || keyword === 'p') {
      const indices = words.map((word) => vertexIndex(word, vertices.length / 3));
      apart.push({ object, material, kind: keyword, indices });
    } else if (keyword === 'f' && words.length > 3) {
      kept.push(...faces(words, vertices));
    } else {
      kept.push(line);
    }
  }
  return [...kept, ...apart.flatMap(written)].join('\n');
}

function faces(corners: readonly string[], vertices: readonly number[]): string[] {
  const points = corners.map((corner) => {
    const at = (vertexIndex(corner, vertices.length / 3) - 1) * 3;
    return [vertices[at] ?? 0, vertices[at + 1] ?? 0, vertices[at + 2] ?? 0] as const;
  });
  const triangles = concaveTriangles(points);
  return triangles
    ? triangles.map((triangle) => `f ${triangle.map((corner) => corners[corner]).join(' ')}`)
    : [`f ${corners.join(' ')}`];
}

/** Counted from 1; negative ones count back from the last vertex so far. */
function vertexIndex(corner: string, count: number): number {
  const index = Number.parseInt(corner, 10);
  return index < 0 ? count + index + 1 : index;
}

function written({ object, material, kind, indices }: Apart, at: number, all: readonly Apart[]): string[] {
  const before = all[at - 1];
  const isSame = before?.object === object && before.kind === kind;
  const head = isSame ? [] : [`o ${object || (kind === 'l' ? 'Lines' : 'Points')}`];
  const paint = material && !(isSame && before.material === material) ? [`usemtl ${material}`] : [];
  return [...head, ...paint, `${kind} ${indices.join(' ')}`];
}
