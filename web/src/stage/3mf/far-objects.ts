import { moveToOrigin, type Offset } from '@diorama/shared/domain/far-offset.ts';
import { elementsIn } from './elements-in.ts';

const AXES = ['x', 'y', 'z'] as const;
/** Rows of a transform; the last one is its translation. */
const IDENTITY = '1 0 0 0 1 0 0 0 1 0 0 0';

/**
 * Moves the vertices of objects at map coordinates to the origin, in place, before three.js' loader rounds them to 32
 * bits. The transforms of their components and items move them back.
 */
export function moveFarObjects(xml: Document): void {
  for (const object of elementsIn(xml, 'object')) {
    const vertices = elementsIn(object, 'vertex');
    const places = vertices.flatMap((vertex) => AXES.map((axis) => Number(vertex.getAttribute(axis))));
    const offset = moveToOrigin(places);
    if (!offset) {
      continue;
    }
    vertices.forEach((vertex, i) => {
      AXES.forEach((axis, at) => void vertex.setAttribute(axis, String(places[i * 3 + at])));
    });
    for (const use of [...elementsIn(xml, 'component'), ...elementsIn(xml, 'item')]) {
      if (use.getAttribute('objectid') === object.id) {
        use.setAttribute('transform', movedTransform(use.getAttribute('transform') ?? IDENTITY, offset));
      }
    }
  }
}

/** A row-vector transform with a preceding offset. */
function movedTransform(transform: string, offset: Offset): string {
  const numbers = transform.trim().split(/\s+/).map(Number);
  const moved = AXES.map(
    (_, column) =>
      (numbers[9 + column] ?? 0) +
      offset.reduce((sum, value, row) => sum + value * (numbers[row * 3 + column] ?? 0), 0),
  );
  return [...numbers.slice(0, 9), ...moved].join(' ');
}
