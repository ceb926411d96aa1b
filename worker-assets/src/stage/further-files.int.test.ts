// @module-tag full
import { randomBytes } from 'node:crypto';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { Color } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { daeText, printArchive, printFile, rounded } from '../test/other-format-files.ts';
import { solidPng } from '../test/sample-documents.ts';

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

const open = (files: Record<string, Uint8Array>) => importer.open(files);
const refusal = (files: Record<string, Uint8Array>) => open(files).catch((error: unknown) => error);

describe('a DAE', () => {
  it.each([
    ['meters with Y up', {}, { min: [5, 0, 0], max: [6, 2, 0] }],
    [
      'inches with Z up',
      { unit: '<unit name="inch" meter="0.0254"/>', up: 'Z_UP' },
      { min: [0.127, 0, -0.051], max: [0.152, 0, 0] },
    ],
    ['meters with X up', { up: 'X_UP' }, { min: [-2, 5, 0], max: [0, 6, 0] }],
    ['no unit', { unit: '' }, { min: [5, 0, 0], max: [6, 2, 0] }],
    ['a unit of zero', { unit: '<unit meter="0"/>' }, { min: [5, 0, 0], max: [6, 2, 0] }],
  ])('has the right size and orientation in %s', async (_, parts, bounds) => {
    const { description } = await open({ 'flag.dae': daeText(parts) });
    expect(description.triangles).toBe(1);
    expect(rounded(description.bounds)).toEqual(bounds);
  });

  it('is in meters with Y up if it has no asset element', async () => {
    const text = new TextDecoder().decode(daeText()).replace(/<asset>.*<\/asset>/s, '');
    const { description } = await open({ 'flag.dae': strToU8(text) });
    expect(rounded(description.bounds)).toEqual({ min: [5, 0, 0], max: [6, 2, 0] });
  });

  it.each([
    ['separate polygons', 'polygons', '<p>0 0 1 1 2 2</p><p>0 0 2 2 1 1</p>', 2],
    ['strips', 'tristrips', '<p>0 0 1 1 2 2 1 0</p>', 2],
    ['fans', 'trifans', '<p>0 0 1 1 2 2 1 0</p>', 2],
  ])('has all of its faces from %s', async (_, kind, corners, triangles) => {
    const text = strFromU8(daeText()).replace('<p>0 0 1 1 2 2</p>', corners).replaceAll('triangles', kind);
    expect((await open({ 'flag.dae': strToU8(text) })).description.triangles).toBe(triangles);
  });

  it.each([
    [
      'refers to missing elements',
      { nodes: '<node><instance_geometry url="#gone"/><instance_camera url="#gone"/></node>' },
      '',
    ],
    [
      'has a camera without optics',
      {
        library: '<library_cameras><camera id="lens"/></library_cameras>',
        nodes: '<node><instance_camera url="#lens"/></node>',
      },
      '',
    ],
    ['has no scene element', {}, '<scene><instance_visual_scene url="#all"/></scene>'],
    ['has no effect for its material', {}, '<effect id="paint-effect">'],
  ])('is imported even if it %s', async (_, parts, without) => {
    const text = strFromU8(daeText(parts)).replace(
      without,
      without.startsWith('<effect') ? '<effect id="other">' : '',
    );
    expect((await open({ 'flag.dae': strToU8(text) })).description.triangles).toBe(1);
  });

  it('is gray if it has no material', async () => {
    const text = strFromU8(daeText()).replace('<instance_material symbol="paint" target="#paint"/>', '');
    const { description } = await open({ 'flag.dae': strToU8(text) });
    expect(description.colors).toEqual(['#cccccc']);
  });

  it('is opaque if its transparency would make it invisible', async () => {
    const text = strFromU8(daeText()).replace(
      '</diffuse>',
      '</diffuse><transparency><float>0</float></transparency>',
    );
    const { document } = await open({ 'flag.dae': strToU8(text) });
    expect(document.getRoot().listMaterials()[0]?.getBaseColorFactor()[3]).toBe(1);
  });

  it('has its uploaded picture, and reports a missing one', async () => {
    const picture = await solidPng(8, '#c81e1e');
    const whole = await open({
      'flag.dae': daeText({ image: '../maps/wood.png' }),
      'maps/wood.png': picture,
    });
    expect(whole.document.getRoot().listTextures()).toHaveLength(1);
    const alone = await open({ 'flag.dae': daeText({ image: 'file:///etc/wood.png' }) });
    expect(alone.report.missing).toEqual(['wood.png']);
    expect(alone.document.getRoot().listTextures()).toHaveLength(0);
  });

  it.each([
    ['custom XML entities', daeText({ head: '<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' })],
    ['an unexpected end', daeText().subarray(0, 1200)],
    ['nodes that contain themselves', daeText({ library: nodesOf(1, (i) => [i]) })],
    ['exponentially nested nodes', daeText({ library: nodesOf(12, (i) => Array(10).fill(i + 1)) })],
    [
      'exponentially nested nodes inside another node',
      daeText({ library: nodesOf(12, (i) => Array(10).fill(i + 1), 'outer') }),
    ],
    [
      'exponentially nested nodes with malformed references',
      daeText({ library: nodesOf(12, (i) => Array(10).fill(i + 1)).replaceAll('url="#', 'url="?') }),
    ],
    ['nothing to render', strToU8('<COLLADA version="1.4.1"><asset/></COLLADA>')],
  ])('is rejected with a reason: %s', async (_, bytes) => {
    expect(await refusal({ 'flag.dae': bytes })).toMatchObject({
      code: 'import.failed',
      message: expect.stringMatching(/^The file [a-z ]+/),
    });
  });
});

describe('a 3MF', () => {
  it.each([
    ['millimeter', 0.001],
    ['inch', 0.0254],
    ['micron', 0.000_001],
    ['furlong', 0.001],
  ])('has the right size and orientation in %s', async (unit, metres) => {
    const { description } = await open({ 'part.3mf': printFile({ unit }) });
    expect(description.triangles).toBe(4);
    const { min, max } = description.bounds;
    const extent = max.map((value, i) => (value - (min[i] ?? 0)) / metres);
    expect(extent.map((value) => Math.round(value * 10) / 10)).toEqual([10, 30, 20]);
  });

  it('keeps its print color', async () => {
    const { document } = await open({ 'part.3mf': printFile() });
    const [material] = document.getRoot().listMaterials();
    const [red = 0, green = 1, blue = 1] = material?.getBaseColorFactor() ?? [];
    expect([red > 0.5, green < 0.1, blue < 0.1]).toEqual([true, true, true]);
  });

  it('may reuse ids in separate parts with different materials', async () => {
    const part = printArchive()['3D/3dmodel.model'] ?? new Uint8Array();
    const green = strToU8(strFromU8(part).replace('#CC2211', '#11CC22'));
    const named = ['one', 'two'].map((name) => `<component p:path="/3D/parts/${name}.model" objectid="1"/>`);
    const file = zipSync({
      ...printArchive({
        objects: `<object id="2" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><components>${named.join('')}</components></object>`,
        items: '<item objectid="2"/>',
      }),
      '3D/parts/one.model': part,
      '3D/parts/two.model': green,
    });
    const { description } = await open({ 'part.3mf': file });
    expect([description.triangles, description.colors.length]).toEqual([8, 2]);
  });

  it('may have its first part in any folder', async () => {
    const { '3D/3dmodel.model': part = new Uint8Array(), ...others } = printArchive();
    const relations = strFromU8(others['_rels/.rels'] ?? new Uint8Array()).replace('/3D/', '/Print/');
    const file = zipSync({ ...others, '_rels/.rels': strToU8(relations), 'Print/3dmodel.model': part });
    expect((await open({ 'part.3mf': file })).description.triangles).toBe(4);
  });

  it('shows triangles with several properties, and unpainted ones', async () => {
    const { '3D/3dmodel.model': part = new Uint8Array(), ...others } = printArchive();
    const text = strFromU8(part)
      .replace(
        '<object id="1"',
        '<multiproperties id="6" pids="5"><multi pindices="0"/></multiproperties><object id="1"',
      )
      .replace(' pid="5" pindex="0"', '')
      .replace('v3="1"/>', 'v3="1" pid="6" p1="0"/>');
    const { description } = await open({
      'part.3mf': zipSync({ ...others, '3D/3dmodel.model': strToU8(text) }),
    });
    expect([description.triangles, description.colors.length]).toEqual([4, 2]);
  });

  it.each([
    ['the upper layer', '', '#0000FF', '#0000ff'],
    ['a mix, if the upper layer is translucent', 'blendmethods="mix"', '#0000FF80', '#bb00bc'],
    ['the product of both layers', 'blendmethods="multiply"', '#FFFF00', '#ff0000'],
  ])('shows for layered colors: %s', async (_, blend, upper, expected) => {
    const { '3D/3dmodel.model': part = new Uint8Array(), ...others } = printArchive();
    const groups = `<basematerials id="7"><base name="a" displaycolor="#FF0000"/></basematerials><colorgroup id="8"><color color="#00FF00"/><color color="${upper}"/></colorgroup>`;
    const text = strFromU8(part)
      .replace(
        '<object id="1"',
        `${groups}<multiproperties id="6" pids="7 8" ${blend}><multi pindices="0 1"/></multiproperties><object id="1"`,
      )
      .replace(' pid="5" pindex="0"', ' pid="6" pindex="0"');
    const { document } = await open({
      'part.3mf': zipSync({ ...others, '3D/3dmodel.model': strToU8(text) }),
    });
    const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
    const [red = 0, green = 0, blue = 0] = primitive?.getAttribute('COLOR_0')?.getElement(0, []) ?? [];
    const factor = primitive?.getMaterial()?.getBaseColorFactor() ?? [];
    const light = primitive?.getAttribute('COLOR_0') ? [red, green, blue] : factor;
    expect(`#${new Color().fromArray(light).getHexString()}`).toBe(expected);
  });

  it('is recognized by its content under any name', async () => {
    const { report } = await open({ 'part.zip': printFile() });
    expect(inEnglish(report.converted)).toEqual(['3MF to GLB']);
  });

  it.each([
    ['custom XML entities', printFile({ head: '<!DOCTYPE m [<!ENTITY a "aaaa">]>' })],
    ['invalid numbers', printFile({ vertices: '<vertex x="no" y="no" z="no"/>'.repeat(4) })],
    ['missing vertices', printFile({ vertices: '<vertex x="0" y="0" z="0"/>' })],
    [
      'components that contain themselves',
      printFile({ objects: components(7, [7]), items: '<item objectid="7"/>' }),
    ],
    ['exponentially nested components', printFile({ objects: manifold(), items: '<item objectid="20"/>' })],
    [
      'exponentially nested components with a namespace prefix',
      printFile({ objects: manifold('c:'), items: '<item objectid="20"/>' }),
    ],
    ['exponentially nested components outside the build', printFile({ objects: manifold() })],
    [
      'exponentially nested components with an id that another part reuses',
      zipSync({
        ...printArchive({ objects: manifold(), items: '<item objectid="20"/>' }),
        '3D/more/last.model': strToU8(`<model><resources>${components(19, [])}</resources><build/></model>`),
      }),
    ],
    ['no build items', printFile({ items: '' })],
    ['an unexpected end', printFile().subarray(0, 700)],
  ])('is rejected with a reason: %s', async (_, bytes) => {
    expect(await refusal({ 'part.3mf': bytes })).toMatchObject({
      code: 'import.failed',
      message: expect.stringMatching(/^The (file|archive) [a-z ]+/),
    });
  });

  it.each([
    ['paths outside the archive', { ...printArchive(), '3D/../../secret.txt': strToU8('no') }],
    ['a nested archive', { ...printArchive(), '3D/more.zip': strToU8('PK\x03\x04') }],
    ['a ZIP bomb', { ...printArchive(), '3D/thumbnail.png': new Uint8Array(60_000_000) }],
    ['a ZIP bomb in a metadata folder', { ...printArchive(), '__MACOSX/bomb': new Uint8Array(60_000_000) }],
    ['a ZIP bomb named as a folder', { ...printArchive(), 'x/': new Uint8Array(60_000_000) }],
    [
      'a ZIP bomb before the model',
      { '__MACOSX/bomb': new Uint8Array(60_000_000), 'a.txt': litter(), ...printArchive() },
    ],
  ])('is rejected before it is read: %s', async (_, files) => {
    expect(await refusal({ 'part.3mf': zipSync(files) })).toMatchObject({
      code: 'import.failed',
      message: expect.stringMatching(/^The archive /),
    });
  });
});

/** Incompressible bytes, more than format detection reads. */
function litter(): Uint8Array {
  return new Uint8Array(randomBytes(300_000));
}

/** Nodes of a Collada library that reference others by number. */
function nodesOf(count: number, named: (i: number) => number[], outer = ''): string {
  const nodes = Array.from({ length: count }, (_, i) => {
    const instances = named(i).map((other) => `<instance_node url="#n${other}"/>`);
    return `<node id="n${i}">${instances.join('')}</node>`;
  });
  const all = outer ? `<node id="${outer}">${nodes.join('')}</node>` : nodes.join('');
  return `<library_nodes>${all}</library_nodes>`;
}

/** Nested objects, each with ten instances of the previous one. */
function manifold(prefix = ''): string {
  const objects = Array.from({ length: 11 }, (_, i) =>
    components(10 + i, Array(10).fill(i === 0 ? 1 : 9 + i), prefix),
  );
  return objects.join('');
}

function components(id: number, named: number[], prefix = ''): string {
  const parts = named.map((other) => `<${prefix}component objectid="${other}"/>`).join('');
  const namespace =
    prefix && ` xmlns:${prefix.slice(0, -1)}="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"`;
  return `<object id="${id}" type="model"${namespace}><components>${parts}</components></object>`;
}
