import type { GltfJson } from '../output/gltf-io.ts';

/** More single extensions than this are not tried one by one. */
const MOST_TRIED = 16;

/** A file as it could be read, and the optional extensions that had to be left out for that. */
export type ReadWithout<Result> = { result: Result; leftOut: string[] };

/**
 * Reads a glTF file, and if that fails, reads it again without the optional extension that cannot be read: a file is
 * valid without each of them.
 * @throws the first error when no attempt succeeds.
 */
export async function readWithoutFailingExtensions<Result>(
  json: GltfJson,
  read: (json: GltfJson) => Promise<Result>,
): Promise<ReadWithout<Result>> {
  const optional = optionalExtensions(json);
  const without = (names: readonly string[]) => read(withoutExtensions(json, new Set(names)));
  try {
    return { result: await without([]), leftOut: [] };
  } catch (error) {
    const all = await without(optional).catch(() => null);
    if (optional.length === 0 || all === null) {
      throw error;
    }
    for (const name of optional.length <= MOST_TRIED ? optional : []) {
      const result = await without([name]).catch(() => null);
      if (result !== null) {
        return { result, leftOut: [name] };
      }
    }
    return { result: all, leftOut: optional };
  }
}

function optionalExtensions({ extensionsUsed = [], extensionsRequired = [] }: GltfJson): string[] {
  return extensionsUsed.filter((name) => typeof name === 'string' && !extensionsRequired.includes(name));
}

function withoutExtensions(json: GltfJson, names: ReadonlySet<string>): GltfJson {
  if (names.size === 0) {
    return json;
  }
  const copy: GltfJson = structuredClone(json);
  strip(copy, names);
  copy.extensionsUsed = copy.extensionsUsed?.filter((name) => !names.has(name));
  return copy;
}

/** The depth is that of parsed JSON, which is limited. */
function strip(value: unknown, names: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  if ('extensions' in value && typeof value.extensions === 'object' && value.extensions !== null) {
    for (const name of names) {
      Reflect.deleteProperty(value.extensions, name);
    }
  }
  for (const part of Object.values(value)) {
    strip(part, names);
  }
}
