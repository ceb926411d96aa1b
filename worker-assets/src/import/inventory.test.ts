import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import type { Document } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { animatedDocument, documentWith, morphedDocument, squareMesh } from '../test/sample-documents.ts';
import { type Inventory, inventoryOf, silentLosses } from './inventory.ts';
import { emptyReport } from './report.ts';

const ALL: Inventory = { materials: 4, textures: 3, animations: 2, targets: 5 };

function painted(): Document {
  return documentWith((document) => {
    const used = document.createTexture('used').setImage(new Uint8Array([1]));
    const same = document.createTexture('same').setImage(new Uint8Array([1]));
    document.createTexture('unused').setImage(new Uint8Array([2]));
    const paint = document.createMaterial('Paint').setBaseColorTexture(used).setEmissiveTexture(same);
    document.createMaterial('Spare');
    const mesh = squareMesh(document);
    mesh.listPrimitives()[0]?.setMaterial(paint);
    return [document.createNode().setMesh(mesh), document.createNode().setMesh(mesh)];
  });
}

describe('the inventory of a model', () => {
  it.each([
    ['used materials and textures once', painted, { materials: 1, textures: 1 }],
    ['animations', animatedDocument, { animations: 1 }],
    ['morph targets', morphedDocument, { targets: 2 }],
  ])('counts %s', (_, make, counts) => {
    expect(inventoryOf(make())).toMatchObject(counts);
  });
});

describe('the unreported losses of a model', () => {
  it.each([
    ['a material', { ...ALL, materials: 3 }, '1 of 4 materials'],
    ['pictures', { ...ALL, textures: 1 }, '2 of 3 images'],
    ['animations', { ...ALL, animations: 0 }, '2 of 2 animations'],
    ['all morph targets', { ...ALL, targets: 0 }, 'All 5 morph targets'],
  ])('are reported: %s', (_, after, line) => {
    expect(inEnglish(silentLosses(ALL, after, emptyReport()))).toEqual([line]);
  });

  it.each([
    [
      'a material removed with its mesh',
      { ...ALL, materials: 3 },
      { warnings: [importMessage('repaired.parts')] },
    ],
    ['a missing picture', { ...ALL, textures: 2 }, { missing: ['wood.png'] }],
    [
      'an unreadable picture',
      { ...ALL, textures: 2 },
      { dropped: [importMessage('lost.textures', { count: 1 })] },
    ],
    ['an animation', { ...ALL, animations: 1 }, { warnings: [importMessage('repaired.movements')] }],
  ])('are empty if the report already has: %s', (_, after, notes) => {
    expect(silentLosses(ALL, after, { ...emptyReport(), ...notes })).toEqual([]);
  });

  it('are empty if everything remains or was merged', () => {
    expect(silentLosses(ALL, { ...ALL, targets: 2 }, emptyReport())).toEqual([]);
  });
});
