// @module-tag full
import type { Document } from '@gltf-transform/core';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeUsdz } from '../output/write-usdz.ts';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { printFile, rounded } from '../test/other-format-files.ts';
import {
  animatedDocument,
  documentWith,
  solidPng,
  squareMesh,
  texturedDocument,
} from '../test/sample-documents.ts';

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

const open = (files: Record<string, Uint8Array>) => importer.open(files);

describe('an OBJ from the folder of its author', () => {
  const OBJ = [
    '# Größe in Metern',
    'mtllib .\\materials\\Paint Work.mtl',
    'g wheel left',
    'v 0 0 0',
    'v 1 0 0',
    'v 0 1 0',
    'vt 0 0',
    'vt 1 0',
    'vt 0 1',
    'vn 0 0 1',
    'usemtl Red Paint',
    'f -3/-3/-1 -2/-2/-1 -1/-1/-1',
    'g wheel right',
    'v 2 0 0',
    'v 3 0 0',
    'v 2 1 0',
    'usemtl Grey',
    's off',
    'f -3/1/1 -2/2/1 -1/3/1',
  ];
  const MTL = [
    'newmtl Red Paint',
    'Kd 1 1 1',
    'map_Kd ..\\Textures\\WOOD.PNG',
    'newmtl Grey',
    'Kd 0.5 0.5 0.5',
  ];

  it.each([
    ['Windows line endings', '\r\n'],
    ['Unix line endings', '\n'],
    ['classic Mac line endings', '\r'],
  ])(
    'has its groups, materials with spaces in their names, and pictures by Windows paths (%s)',
    async (_, end) => {
      const { description, document, report } = await open({
        'car/wheel.obj': strToU8(OBJ.join(end)),
        'car/materials/paint work.mtl': strToU8(MTL.join(end)),
        'car/textures/wood.png': await solidPng(8, '#c81e1e'),
      });
      expect([description.triangles, rounded(description.bounds)]).toEqual([
        2,
        { min: [0, 0, 0], max: [3, 1, 0] },
      ]);
      expect(description.slots.toSorted()).toEqual(['Grey', 'Red Paint']);
      expect(document.getRoot().listTextures()).toHaveLength(1);
      expect(report.missing).toEqual([]);
    },
  );
});

describe('an STL', () => {
  const text =
    'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';

  function binary(): Buffer {
    const bytes = Buffer.alloc(84 + 50);
    bytes.write('solid of a tool that begins every file so');
    bytes.writeUInt32LE(1, 80);
    for (const [at, value] of [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0].entries()) {
      bytes.writeFloatLE(value, 84 + at * 4);
    }
    return bytes;
  }

  it.each([
    ['in binary', binary()],
    ['in ASCII', Buffer.from(`${text}endsolid a\n`)],
    ['in ASCII longer than the part used for detection', Buffer.from(`${text.repeat(3_000)}endsolid a\n`)],
  ])('%s is imported without data after its end', async (_, bytes) => {
    const behind = Buffer.from(Array.from({ length: 133 }, (_, at) => (at * 37) % 256));
    const { description } = await open({ 'part.stl': Buffer.concat([bytes, behind]) });
    expect(description.triangles).toBeGreaterThan(0);
    const { min, max } = description.bounds;
    const extent = max.map((value, at) => value - (min[at] ?? 0)).toSorted((a, b) => a - b);
    const [thin = 1, narrow = 0, wide = 1] = extent;
    expect([thin / wide, narrow / wide].map((share) => Math.round(share * 100))).toEqual([0, 100]);
  });
});

describe('a 3MF', () => {
  it('places its parts by its build items and components', async () => {
    const turned = '0 1 0 -1 0 0 0 0 1 100 0 0';
    const objects = `<object id="2" type="model"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 50"/><component objectid="1" transform="${turned}"/></components></object>`;
    const items = '<item objectid="2" transform="2 0 0 0 2 0 0 0 2 10 20 30"/><item objectid="1"/>';
    const { description } = await open({ 'part.3mf': printFile({ objects, items }) });
    expect(description.triangles).toBe(12);
    const { min, max } = description.bounds;
    const extent = max.map((value, at) => Math.round((value - (min[at] ?? 0)) * 1000));
    // In millimetres from 0, 0, 0 to 210, 60, 190: the tetrahedron of 10 by 20 by 30, scaled by two
    // and rotated, at 100.
    expect(extent).toEqual([210, 190, 60]);
  });
});

describe('a USDZ that Diorama wrote', () => {
  const write = async (document: Document) => (await writeUsdz(document, { arPlacement: 'floor' })).bytes;

  it('is imported again with its geometry, materials and picture', async () => {
    const { description, document } = await open({
      'scene.usdz': await write(await texturedDocument('OPAQUE')),
    });
    expect([description.triangles, rounded(description.bounds)]).toEqual([
      4,
      { min: [0, 0, 0], max: [4, 1, 0] },
    ]);
    expect(description.slots).toContain('Textured');
    expect(document.getRoot().listTextures().length).toBeGreaterThan(0);
  });

  it('is imported again with mirrored and nested nodes', async () => {
    const made = documentWith((document) => {
      const inner = document.createNode('Inner').setMesh(squareMesh(document)).setScale([-1, 2, 1]);
      return [document.createNode('Outer').setTranslation([5, 0, 0]).addChild(inner)];
    });
    const { description } = await open({ 'scene.usdz': await write(made) });
    expect([description.triangles, rounded(description.bounds)]).toEqual([
      2,
      { min: [4, 0, 0], max: [5, 2, 0] },
    ]);
  });

  it('is imported again with its animation', async () => {
    const { description } = await open({ 'scene.usdz': await write(animatedDocument()) });
    expect(description.animations.map(({ seconds }) => Math.round(seconds))).toEqual([2]);
  });
});
