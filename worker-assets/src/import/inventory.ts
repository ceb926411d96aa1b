import { createHash } from 'node:crypto';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import type { Document, Mesh, Texture } from '@gltf-transform/core';
import { materialsUsing } from '../output/leave-out-texture.ts';
import { shownNodes } from '../output/measure.ts';

/** What a model shows, counted. */
export type Inventory = {
  materials: number;
  /** Pictures, each once. */
  textures: number;
  animations: number;
  /** Morph targets, of each mesh once. */
  targets: number;
};

/** English lines of the report that explain a loss, by what is counted. */
const REASONS: Readonly<Record<keyof Inventory, RegExp>> = {
  materials: /material|part|triangle|face/i,
  textures: /picture|texture|material|part/i,
  animations: /animation|movement|clip/i,
  targets: /morph|part/i,
};

/** Counts what a document shows. */
export function inventoryOf(document: Document): Inventory {
  const meshes = new Set<Mesh>();
  for (const node of shownNodes(document)) {
    const mesh = node.getMesh();
    if (mesh) {
      meshes.add(mesh);
    }
  }
  const parts = [...meshes].flatMap((mesh) => mesh.listPrimitives());
  const materials = new Set(parts.flatMap((part) => part.getMaterial() ?? []));
  const used = document
    .getRoot()
    .listTextures()
    .filter((texture) => materialsUsing(texture).some((material) => materials.has(material)));
  return {
    materials: materials.size,
    textures: new Set(used.map(contentOf)).size,
    animations: document.getRoot().listAnimations().length,
    targets: parts.reduce((sum, part) => sum + part.listTargets().length, 0),
  };
}

/** Identity of a picture: a hash of its bytes, or of its name while it has none. */
function contentOf(texture: Texture): string {
  return createHash('sha256')
    .update(texture.getImage() ?? texture.getURI())
    .digest('hex');
}

/**
 * Lines for losses of a model that no other line of the report explains.
 */
export function silentLosses(before: Inventory, after: Inventory, report: ImportReport): ImportMessage[] {
  const said = inEnglish([...report.dropped, ...report.warnings]);
  const lost = (kind: keyof Inventory) => {
    const isExplained =
      said.some((line) => REASONS[kind].test(line)) || (kind === 'textures' && report.missing.length > 0);
    return isExplained ? 0 : before[kind] - after[kind];
  };
  const lines = [
    {
      count: lost('materials'),
      line: importMessage('lost.some-materials', { lost: lost('materials'), count: before.materials }),
    },
    {
      count: lost('textures'),
      line: importMessage('lost.some-pictures', { lost: lost('textures'), count: before.textures }),
    },
    {
      count: lost('animations'),
      line: importMessage('lost.some-animations', { lost: lost('animations'), count: before.animations }),
    },
    // Meshes that are the same become one, with their targets.
    {
      count: after.targets === 0 ? lost('targets') : 0,
      line: importMessage('lost.all-morph-targets', { count: before.targets }),
    },
  ];
  return lines.flatMap(({ count, line }) => (count > 0 ? [line] : []));
}
