/** A place in the scene, metres. */
export type Point = readonly [number, number, number];

/** What a page asks of the embed in it. */
export type HostMessage =
  | { type: 'hello' }
  | { type: 'reset' }
  | { type: 'look'; position: Point; target: Point; isSmooth: boolean }
  | { type: 'annotation'; index: number | null }
  | { type: 'follow-camera'; isOn: boolean };

/** What an embed tells the page it is in. */
export type EmbedMessage =
  | { type: 'ready'; scene: string; name: string; annotations: number }
  | { type: 'annotation'; index: number | null; title: string }
  | { type: 'camera'; position: Point; target: Point }
  | { type: 'refused'; reason: 'malformed' | 'unavailable' };

/** The version of the protocol; every message of either side carries it as `diorama`. */
export const PROTOCOL = 1;

/** Further away than this, in metres, is nothing. */
const FURTHEST = 1e6;

const READERS: Record<string, (data: Record<string, unknown>) => HostMessage | null> = {
  hello: () => ({ type: 'hello' }),
  reset: () => ({ type: 'reset' }),
  look: ({ position, target, smooth }) =>
    isPoint(position) && isPoint(target) && !isSame(position, target)
      ? { type: 'look', position, target, isSmooth: smooth !== false }
      : null,
  annotation: ({ index }) =>
    index === null || (Number.isSafeInteger(index) && Number(index) >= 0)
      ? { type: 'annotation', index: index === null ? null : Number(index) }
      : null,
  'follow-camera': ({ on }) => (typeof on === 'boolean' ? { type: 'follow-camera', isOn: on } : null),
};

/**
 * Reads what a page sent. Anybody may send anything to a frame.
 * @returns null for what is not meant for an embed, `malformed` for what is and makes no sense.
 */
export function readHostMessage(data: unknown): HostMessage | 'malformed' | null {
  if (typeof data !== 'object' || data === null || !('diorama' in data) || data.diorama !== PROTOCOL) {
    return null;
  }
  const fields: Record<string, unknown> = { ...data };
  const { type } = fields;
  const read = typeof type === 'string' && Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return read?.(fields) ?? 'malformed';
}

function isPoint(value: unknown): value is Point {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((part) => typeof part === 'number' && Math.abs(part) <= FURTHEST)
  );
}

function isSame(a: Point, b: Point): boolean {
  return a.every((part, at) => part === b[at]);
}
