import { Matrix4 } from 'three';

/** Nodes that are being dragged, all by the same world matrix. */
export type ShownDrag = { ids: readonly string[]; matrix: Matrix4 };

/** Parses a message about dragged nodes; null for other messages. */
export function readDrags(payload: string): ShownDrag[] | null {
  let message: Record<string, unknown> | null;
  try {
    message = JSON.parse(payload);
  } catch {
    return null;
  }
  return message?.type === 'drags' && Array.isArray(message.drags) ? message.drags.flatMap(readDrag) : null;
}

function readDrag(drag: { ids?: unknown; matrix?: unknown } | null): ShownDrag[] {
  const { ids, matrix } = drag ?? {};
  const isMatrix = Array.isArray(matrix) && matrix.length === 16 && matrix.every(Number.isFinite);
  return Array.isArray(ids) && isMatrix
    ? [{ ids: ids.filter((id) => typeof id === 'string'), matrix: new Matrix4().fromArray(matrix) }]
    : [];
}
