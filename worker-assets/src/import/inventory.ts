import { createHash } from 'node:crypto';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import {
  hasCode,
  type ImportMessage,
  type ImportMessageCode,
  importMessage,
} from '@diorama/shared/domain/import-message.ts';
import type { Document, Mesh, Texture } from '@gltf-transform/core';
import { materialsUsing } from '../output/leave-out-texture.ts';
import { shownNodes } from '../output/measure.ts';

/** Counted contents of a model. */
export type Inventory = {
  materials: number;
  /** Pictures, each once. */
  textures: number;
  animations: number;
  /** Morph targets, of each mesh once. */
  targets: number;
};

/** Messages about lost parts, which explain a loss of any count. */
const PARTS = ['fbx.levels-of-detail', 'lost.hidden-parts', 'repaired.parts'] as const;

/** Messages that explain a loss of materials and of their pictures. */
const LOOKS = [
  ...PARTS,
  '3ds.smoothing',
  'gltf.specular-glossiness',
  'gltf.variant',
  'lost.highlight-pictures',
  'lost.material-pictures',
  'lost.material-pictures-unnamed',
  'lost.materials-and-pictures',
  'lost.property-pictures',
  'lost.some-materials',
  'lost.transparency-maps',
  'lost.unshown-picture',
  'repaired.flat-normal-map',
  'repaired.material-values',
  'repaired.texture-coordinates',
  'usd.unread-shader',
] as const;

/** Messages of the report that explain a loss, by count. */
const REASONS: Readonly<Record<keyof Inventory, readonly ImportMessageCode[]>> = {
  materials: [
    ...LOOKS,
    'fbx.loose-edges',
    'lost.broken-faces',
    'lost.cut-off-triangles',
    'lost.faces',
    'lost.some-triangles',
    'repaired.triangle',
    'repaired.triangles',
    'usd.curved-surfaces',
  ],
  textures: [
    ...LOOKS,
    '3mf.blended-colors',
    'changed.texture-sizes',
    'fbx.unnamed-pictures',
    'gltf.ktx-converted',
    'gltf.ktx-cube',
    'gltf.ktx-cube-unnamed',
    'gltf.ktx-several',
    'gltf.ktx-several-unnamed',
    'gltf.ktx-unreadable',
    'gltf.ktx-unreadable-unnamed',
    'lost.some-pictures',
    'lost.textures',
    'usd.first-tile',
  ],
  animations: [
    'fbx.animation-layers',
    'fbx.property-animations',
    'lost.animations',
    'lost.some-animations',
    'repaired.movements',
    'usd.instance-movements',
  ],
  targets: [
    ...PARTS,
    'lost.all-morph-targets',
    'lost.morph-targets',
    'lost.skins-and-morph-targets',
    'repaired.morph-shares',
  ],
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
  const notes = [...report.dropped, ...report.warnings];
  const lost = (kind: keyof Inventory) => {
    const isExplained = hasCode(notes, REASONS[kind]) || (kind === 'textures' && report.missing.length > 0);
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
