import { existing } from '@diorama/shared/contract/errors.ts';

/** JSON text as bytes; null when its resource is deleted meanwhile. */
type LoadJson = () => Promise<Uint8Array | null>;

const loads = new WeakMap<object, LoadJson>();

/** An answer, or a member of one, whose JSON text is loaded when the answer is sent, and not parsed for it. */
export function deferredJson(load: LoadJson): Record<string, unknown> {
  const member = {};
  loads.set(member, load);
  return member;
}

/** An answer that is the same for all callers. Its JSON text is built on first use and kept. */
export function constantJson(build: () => unknown): Record<string, unknown> {
  let bytes: Uint8Array | null = null;
  return deferredJson(async () => {
    bytes ??= Buffer.from(JSON.stringify(build()));
    return bytes;
  });
}

/**
 * The JSON text of an answer, in parts.
 * @throws CodedError `request.not-found` when a member is deleted meanwhile
 */
export async function jsonParts(answer: unknown): Promise<(string | Uint8Array)[]> {
  const whole = isObject(answer) ? loads.get(answer) : undefined;
  if (whole) {
    return [existing(await whole())];
  }
  const later = Object.entries(isObject(answer) ? answer : {}).flatMap(([key, value]) => {
    const load = isObject(value) ? loads.get(value) : undefined;
    return load ? [{ key, load }] : [];
  });
  const [member] = later;
  if (!isObject(answer) || !member) {
    return [JSON.stringify(answer)];
  }
  const bytes = existing(await member.load());
  const { [member.key]: _, ...rest } = answer;
  const head = JSON.stringify(rest).slice(0, -1);
  return [`${head}${head === '{' ? '' : ','}${JSON.stringify(member.key)}:`, bytes, '}'];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
