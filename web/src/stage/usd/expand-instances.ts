import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { Group, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { RefusedError } from '../refused-error.ts';

/** Limit of objects created from a file's instances. */
const MAX_OBJECTS = 100_000;
const PROTOTYPE = /^prototype(\d+)$/;

/**
 * Replaces the prototypes of a `PointInstancer` by its instances.
 * @param before - number of objects created from instances so far
 * @returns that number with the new ones
 * @throws {@link RefusedError} above the limit
 */
export function expandInstances(
  instancer: Object3D,
  { attributes, before }: { attributes: Record<string, unknown>; before: number },
): number {
  const prototypes = new Map<number, Object3D>();
  for (const child of instancer.children) {
    const [, index] = PROTOTYPE.exec(child.name) ?? [];
    if (index !== undefined) {
      prototypes.set(Number(index), child);
    }
  }
  instancer.clear();
  const list = (name: string) => Array.from((attributes[name] ?? []) as ArrayLike<number>).map(Number);
  const [positions, turns, scales] = [list('positions'), list('orientations'), list('scales')];
  const ids = list('ids');
  const hidden = new Set([...list('invisibleIds'), ...list('inactiveIds')]);
  let objects = before;
  list('protoIndices').forEach((index, i) => {
    const prototype = prototypes.get(index);
    if (!prototype || hidden.has(ids[i] ?? i)) {
      return;
    }
    prototype.traverse(() => {
      objects += 1;
    });
    if (objects > MAX_OBJECTS) {
      throw new RefusedError(importMessage('limit.copies'));
    }
    const place = new Matrix4().compose(
      new Vector3().fromArray(rowOf(positions, { at: i, fallback: [0, 0, 0] })),
      new Quaternion().fromArray(rowOf(turns, { at: i, fallback: [0, 0, 0, 1] })).normalize(),
      new Vector3().fromArray(rowOf(scales, { at: i, fallback: [1, 1, 1] })),
    );
    const holder = new Group();
    holder.name = `${instancer.name}_${i}`;
    place.decompose(holder.position, holder.quaternion, holder.scale);
    instancer.add(holder.add(prototype.clone()));
  });
  return objects;
}

function rowOf(list: readonly number[], { at, fallback }: { at: number; fallback: number[] }): number[] {
  const row = list.slice(at * fallback.length, (at + 1) * fallback.length);
  return row.length === fallback.length ? row : fallback;
}
