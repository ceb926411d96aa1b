import { ARCHIVE_LIMITS, isDecompressionBomb } from '@diorama/shared/domain/archive-limits.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import type { GltfJson } from '../output/gltf-io.ts';
import { ImportError } from './import-error.ts';

/** Largest number of items of each kind; more would take minutes to read. */
const MAX_ITEMS = {
  accessors: 400_000,
  bufferViews: 400_000,
  nodes: 200_000,
  meshes: 200_000,
  materials: 10_000,
  textures: 5_000,
  images: 5_000,
  animations: 2_000,
  skins: 5_000,
  scenes: 100,
} as const;

/** Several readers walk the node tree recursively. */
const MAX_NODE_DEPTH = 400;
/** Decoded numbers in memory, in bytes, as in an uncompressed file of 300 MB. */
const MAX_DECODED_BYTES = 800_000_000;

const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
/** Numbers per element, by type of accessor. */
export const ACCESSOR_COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

type Accessor = NonNullable<GltfJson['accessors']>[number];

/**
 * Compares the declarations of a glTF file with its content before anything is read: counts against existing
 * bytes, and the node hierarchy against a tree.
 * @param bufferBytes the real length of each buffer, by index.
 * @throws {@link ImportError} with the reason.
 */
export function checkGltfBudget(json: GltfJson, bufferBytes: readonly number[]): void {
  for (const [name, limit] of Object.entries(MAX_ITEMS)) {
    const items: unknown = json[name as keyof typeof MAX_ITEMS] ?? [];
    if (!Array.isArray(items)) {
      throw damaged(importMessage('gltf.not-a-list', { name }));
    }
    if (items.length > limit) {
      throw new ImportError(
        'import.failed',
        importMessage('gltf.too-many', { count: items.length, name, limit }),
      );
    }
  }
  checkBufferViews(json, bufferBytes);
  checkAccessors(json, bufferBytes);
  checkNodes(json);
}

function checkBufferViews(json: GltfJson, bufferBytes: readonly number[]): void {
  json.bufferViews?.forEach((view, index) => {
    const compressed = meshoptOf(view);
    // The fallback buffer of a compressed view may be absent.
    const source = compressed ?? view;
    const length = bufferBytes[source.buffer];
    if (
      length === undefined ||
      !isCount(source.byteLength) ||
      (source.byteOffset ?? 0) + source.byteLength > length
    ) {
      throw damaged(importMessage('gltf.buffer-view-outside', { index }));
    }
  });
}

function checkAccessors(json: GltfJson, bufferBytes: readonly number[]): void {
  const packed = bufferBytes.reduce((sum, bytes) => sum + bytes, 0);
  let decoded = 0;
  json.accessors?.forEach((accessor, index) => {
    const bytes = elementBytes(accessor);
    if (!isCount(accessor.count) || bytes === undefined) {
      throw damaged(importMessage('gltf.accessor-form', { index }));
    }
    const view = accessor.bufferView === undefined ? undefined : json.bufferViews?.[accessor.bufferView];
    if (accessor.bufferView !== undefined && !view) {
      throw damaged(importMessage('gltf.accessor-missing-data', { index }));
    }
    if (view) {
      const stride = view.byteStride ?? bytes;
      const last =
        (accessor.byteOffset ?? 0) + (accessor.count > 0 ? stride * (accessor.count - 1) + bytes : 0);
      const compressed = meshoptOf(view);
      const available = compressed ? compressed.count * compressed.byteStride : view.byteLength;
      if (last > available) {
        throw damaged(importMessage('gltf.accessor-too-long', { index, count: accessor.count }));
      }
    }
    if (accessor.sparse && (!isCount(accessor.sparse.count) || accessor.sparse.count > accessor.count)) {
      throw damaged(importMessage('gltf.accessor-sparse', { index }));
    }
    decoded += accessor.count * bytes;
  });
  if (
    isDecompressionBomb({ packed, inflated: decoded, ratio: ARCHIVE_LIMITS.ratio }) &&
    decoded <= MAX_DECODED_BYTES
  ) {
    throw new ImportError('import.failed', importMessage('limit.unpacked-file'));
  }
  if (decoded > MAX_DECODED_BYTES) {
    throw new ImportError(
      'import.failed',
      importMessage('gltf.too-much-geometry', {
        size: Math.round(decoded / 1_000_000),
        limit: MAX_DECODED_BYTES / 1_000_000,
      }),
    );
  }
}

/** Every node has at most one parent, none is its own ancestor, and no branch is too deep. */
function checkNodes(json: GltfJson): void {
  const nodes = json.nodes ?? [];
  const parents = new Map<number, number>();
  nodes.forEach((node, index) => {
    for (const child of node.children ?? []) {
      if (!nodes[child]) {
        throw damaged(importMessage('gltf.missing-child', { index }));
      }
      if (child === index || parents.has(child)) {
        throw damaged(importMessage('gltf.several-parents', { index: child }));
      }
      parents.set(child, index);
    }
  });
  const depths = new Map<number, number>();
  nodes.forEach((_, start) => {
    const path: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && !depths.has(at)) {
      path.push(at);
      if (path.length > nodes.length) {
        throw damaged(importMessage('gltf.circle'));
      }
      at = parents.get(at);
    }
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const node of path.reverse()) {
      depth += 1;
      depths.set(node, depth);
    }
    if (depth > MAX_NODE_DEPTH) {
      throw new ImportError('import.failed', importMessage('gltf.too-deep', { limit: MAX_NODE_DEPTH }));
    }
  });
}

type MeshoptView = {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
  count: number;
  byteStride: number;
};

function meshoptOf(view: { extensions?: Record<string, unknown> }): MeshoptView | undefined {
  const extension = view.extensions?.EXT_meshopt_compression;
  if (extension === undefined) {
    return undefined;
  }
  // A parse boundary: each number is checked here before use.
  const candidate = extension as Partial<MeshoptView> | null;
  const { buffer, byteLength, count, byteStride, byteOffset } = candidate ?? {};
  if (
    !isCount(buffer) ||
    !isCount(byteLength) ||
    !isCount(count) ||
    !isCount(byteStride) ||
    byteStride > 256
  ) {
    throw damaged(importMessage('gltf.compressed-data'));
  }
  return { buffer, byteLength, count, byteStride, byteOffset: byteOffset ?? 0 };
}

function elementBytes({ type, componentType }: Accessor): number | undefined {
  const component = COMPONENT_BYTES[componentType];
  const components = ACCESSOR_COMPONENTS[type];
  return component && components ? component * components : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function damaged(reason: ImportMessage): ImportError {
  return new ImportError('import.failed', reason);
}
