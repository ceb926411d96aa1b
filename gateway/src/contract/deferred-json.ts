import { CodedError } from '@diorama/shared/contract/errors.ts';

/** JSON text as bytes; null when its resource is deleted meanwhile. */
type LoadJson = () => Promise<Uint8Array | null>;

const loads = new WeakMap<object, LoadJson>();

/** A member of an answer whose JSON text is loaded when the answer is sent, and not parsed for it. */
export function deferredJson(load: LoadJson): Record<string, unknown> {
  const member = {};
  loads.set(member, load);
  return member;
}

/**
 * The JSON text of an answer, in parts.
 * @throws CodedError `request.not-found` when a member is deleted meanwhile
 */
export async function jsonParts(answer: unknown): Promise<(string | Uint8Array)[]> {
  const later = Object.entries(isObject(answer) ? answer : {}).flatMap(([key, value]) => {
    const load = isObject(value) ? loads.get(value) : undefined;
    return load ? [{ key, load }] : [];
  });
  const [member] = later;
  if (!isObject(answer) || !member) {
    return [JSON.stringify(answer)];
  }
  const bytes = await member.load();
  if (bytes === null) {
    throw new CodedError('request.not-found');
  }
  const { [member.key]: _, ...rest } = answer;
  const head = JSON.stringify(rest).slice(0, -1);
  return [`${head}${head === '{' ? '' : ','}${JSON.stringify(member.key)}:`, bytes, '}'];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
