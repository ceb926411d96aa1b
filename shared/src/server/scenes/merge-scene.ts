import * as Y from 'yjs';
import { tourOf } from '../../scene/annotations.ts';
import { fileOf } from '../../scene/nodes/kinds.ts';
import { countScene } from '../../scene/stats.ts';
import { toStored } from '../../scene/stored.ts';
import { splitUpdate } from '../../scene/update-parts.ts';
import { applyUpdates, readDocument, sceneRoots } from '../../scene/ydoc.ts';
import { toStorable } from '../db/storable.ts';

/** The stored parts of a merged scene. */
export type MergedScene = {
  snapshot: Uint8Array;
  /** The document as JSON that PostgreSQL can hold. */
  json: string;
  nodes: number;
  /** Triangles of all nodes without files. */
  triangles: number;
  /** Number of nodes of each file, by the iri of its asset. */
  files: [iri: string, nodes: number][];
  tour: string[];
};

/** Bytes of updates that take a few milliseconds to apply. */
export const SLICE_BYTES = 64_000;

/** Merges updates into one snapshot. @param updates - the snapshot and the log, in their order */
export function mergeScene(updates: readonly Uint8Array[]): MergedScene {
  const ydoc = new Y.Doc();
  sceneRoots(ydoc);
  applyUpdates(ydoc, updates);
  // Encoding the applied document drops deleted content.
  const snapshot = Y.encodeStateAsUpdate(ydoc);
  const document = readDocument(ydoc);
  const files = new Map<string, number>();
  for (const node of Object.values(document.nodes)) {
    const asset = fileOf(node)?.asset;
    if (asset) {
      files.set(asset, (files.get(asset) ?? 0) + 1);
    }
  }
  const json = toStorable(toStored(ydoc, document));
  ydoc.destroy();
  return {
    snapshot,
    json,
    ...countScene(document, () => 0),
    files: [...files],
    tour: tourOf(document).map(({ id }) => id),
  };
}

/** Splits updates into parts of about {@link SLICE_BYTES}, with the same effect when applied in order. */
export function splitScene(updates: readonly Uint8Array[]): Uint8Array[] {
  return updates.flatMap((update) => splitUpdate(update, SLICE_BYTES));
}
