import { isRecord } from '@diorama/shared/scene/json.ts';

/** A point in the scene, in metres. */
export type Point = readonly [number, number, number];

/** Message from the embedding page to the embed. */
export type HostMessage =
  | { type: 'hello' }
  | { type: 'reset' }
  | { type: 'look'; position: Point; target: Point; isSmooth: boolean }
  | { type: 'annotation'; index: number | null }
  | { type: 'follow-camera'; isOn: boolean }
  | { type: 'choose'; choices: Readonly<Record<string, string>> }
  | { type: 'scroll'; position: number };

/** An option as a page around an embed shows it; keys are those of an address. */
export type DescribedOption = {
  key: string;
  name: string;
  choices: readonly { key: string; name: string; sku: string; price: string }[];
};

/** Message from the embed to the embedding page. */
export type EmbedMessage =
  | { type: 'ready'; scene: string; name: string; annotations: number; options: readonly DescribedOption[] }
  | { type: 'annotation'; index: number | null; title: string }
  | { type: 'camera'; position: Point; target: Point }
  | {
      type: 'choices';
      sku: string;
      price: string;
      /** Keys of the choices by keys of the options, as in the address of the page. */
      choices: Readonly<Record<string, string>>;
      /** Address of the public page with these choices. */
      link: string;
      /** JPEG of the view as a data URL; null while the page is hidden. */
      picture: string | null;
    }
  | { type: 'interaction'; name: string; text: string }
  | { type: 'refused'; reason: 'malformed' | 'unavailable' };

/** Version of the protocol; every message of either side carries it as `diorama`. */
export const PROTOCOL = 1;

/** Largest accepted coordinate, in metres. */
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
  choose: ({ choices }) =>
    isRecord(choices) && Object.values(choices).every((value) => typeof value === 'string')
      ? { type: 'choose', choices: choices as Readonly<Record<string, string>> }
      : null,
  scroll: ({ position }) =>
    typeof position === 'number' && position >= 0 && position <= 1 ? { type: 'scroll', position } : null,
  'follow-camera': ({ on }) => (typeof on === 'boolean' ? { type: 'follow-camera', isOn: on } : null),
};

/**
 * Parses a message from the embedding page. Any page can post messages to a frame.
 * @returns null for messages of other protocols, `malformed` for invalid ones of this protocol.
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
