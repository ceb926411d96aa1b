// @module-tag full
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { printArchive, rounded, usdArchive, usdText } from '../test/other-format-files.ts';
import { solidPng } from '../test/sample-documents.ts';

let importer: ForeignImporter;
let canary: Server;
let canaryHits = 0;
beforeAll(async () => {
  importer = await createForeignImporter();
  canary = createServer((_, response) => {
    canaryHits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  canary?.close();
  await importer?.close();
});

const open = (files: Record<string, Uint8Array>) => importer.open(files);
const refusal = (files: Record<string, Uint8Array>) => open(files).catch((error: unknown) => error);
const RED = [0.8, 0.1, 0.1];

/** A TGA of two pixels. */
const TGA = Uint8Array.of(0, 0, 2, ...Array(9).fill(0), 2, 0, 1, 0, 32, 8, 0, 0, 255, 255, 255, 0, 0, 255);
const CENTIMETRES = { min: [0, 0, 0], max: [0.01, 0.02, 0] };

describe('a USD file', () => {
  it.each([
    ['meters with Y up', {}, { min: [0, 0, 0], max: [1, 2, 0] }],
    [
      'centimeters with Z up',
      { head: 'metersPerUnit = 0.01\nupAxis = "Z"' },
      { min: [0, 0, -0.02], max: [0.01, 0, 0] },
    ],
    ['no unit, read as centimeters', { head: 'upAxis = "Y"' }, CENTIMETRES],
    ['a unit of zero, read as centimeters', { head: 'metersPerUnit = 0' }, CENTIMETRES],
  ])('has the right size, orientation and color: %s', async (_, parts, bounds) => {
    const { description, document } = await open({ 'flag.usda': usdText(parts) });
    expect(description.triangles).toBe(1);
    expect(rounded(description.bounds)).toEqual(bounds);
    const color = document.getRoot().listMaterials()[0]?.getBaseColorFactor().slice(0, 3);
    expect(color?.map((value) => Math.round(value * 10) / 10)).toEqual(RED);
  });

  it('finds its pictures in its archive', async () => {
    const picture = await solidPng(8, '#c81e1e');
    const archive = usdArchive({
      'scene.usda': usdText({ picture: 'maps/wood.png' }),
      'maps/wood.png': picture,
    });
    const { document, report } = await open({ 'flag.usdz': archive });
    expect(document.getRoot().listTextures()).toHaveLength(1);
    expect(inEnglish(report.converted)).toEqual(['USDZ to GLB']);
  });

  it('is composed of its layers, and reports missing and omitted parts', async () => {
    const chair = usdText({ picture: '../maps/wood.png' });
    const scene = `#usda 1.0
      ( metersPerUnit = 1 upAxis = "Z" )
      def PointInstancer "Chairs" { rel prototypes = </Chairs/Chair>
        int[] protoIndices = [0, 0]
        point3f[] positions = [(0, 0, 0), (5, 0, 0)]
        def "Chair" ( references = @parts/chair.usda@ ) {} }
      def "Lost" ( payload = @parts/table.usdc@ ) {}
      def BasisCurves "Rope" {}`;
    const { description, document, report } = await open({
      'scene.usda': strToU8(scene),
      'parts/chair.usda': chair,
      'maps/wood.png': await solidPng(8, '#c81e1e'),
      'readme.txt': strToU8('Thank you'),
    });
    expect([description.triangles, document.getRoot().listTextures().length]).toEqual([2, 1]);
    expect(rounded(description.bounds)).toEqual({ min: [0, 0, -2], max: [6, 0, 0] });
    expect(report.missing).toEqual(['table.usdc']);
    expect(inEnglish(report.dropped)).toEqual(['Curves, which are not supported in this format']);
  });

  it.each([
    ['TIFF', 'maps/wood.tif', (png: Uint8Array) => sharp(png).tiff().toBuffer()],
    ['TGA', 'maps/wood.tga', async () => TGA],
  ])('has pictures in %s, also in a USDZ', async (_, name, made) => {
    const files = {
      'scene.usda': usdText({ picture: name }),
      [name]: new Uint8Array(await made(await solidPng(8, '#c81e1e'))),
    };
    for (const given of [files, { 'flag.usdz': usdArchive(files) }]) {
      const { document, report } = await open(given);
      expect(document.getRoot().listTextures()).toHaveLength(1);
      expect([report.missing, report.dropped]).toEqual([[], []]);
    }
  });

  it('is imported from an outer archive, and the inner archive is checked too', async () => {
    const good = usdArchive({ 'scene.usda': usdText() });
    const { report } = await open({ 'readme.txt': strToU8('Thank you'), 'flag.usdz': good });
    expect(inEnglish(report.converted)).toEqual(['USDZ to GLB']);
    const bomb = zipSync({ 'scene.usda': usdText(), 'maps/wood.png': new Uint8Array(60_000_000) });
    const packed = zipSync({ 'readme.txt': strToU8('Thank you'), 'flag.usdz': bomb }, { level: 0 });
    expect(await refusal({ 'flag.zip': packed })).toMatchObject({
      code: 'import.failed',
      message: 'The archive is too large when unpacked.',
    });
  });

  it.each([
    ['flag.usdz', () => ({ 'scene.usda': usdText() })],
    ['part.3mf', () => printArchive()],
  ])('is rejected if its archive hides a large file from some readers (%s)', async (name, files) => {
    const bytes = zipSync({ ...files(), 'hidden.png': new Uint8Array(60_000_000) });
    // The number of files: this reader checks each file, and readers that check the sum are not reached.
    new DataView(bytes.buffer).setUint16(bytes.length - 12, Object.keys(files()).length, true);
    expect(await refusal({ [name]: bytes })).toMatchObject({
      message: 'The archive is too large when unpacked.',
    });
  });

  it.each([
    ['an absolute path', () => '/etc/wood.png'],
    ['a path outside the folder', () => '../../wood.png'],
    ['a URL', () => `http://127.0.0.1:${(canary.address() as AddressInfo).port}/wood.png`],
  ])('is imported without its picture if it names %s, and sends no request', async (_, nameOf) => {
    const { document, report } = await open({ 'flag.usda': usdText({ picture: nameOf() }) });
    expect(document.getRoot().listTextures()).toHaveLength(0);
    expect(report.missing).toEqual(['wood.png']);
    expect(canaryHits).toBe(0);
  });

  it.each([
    ['has no fallback', '', [0, 0, 0]],
    ['has a fallback', 'float4 inputs:fallback = (0.5, 0.25, 0, 1)', [0.5, 0.25, 0]],
  ])('has only fallback emission if its emissive texture is missing, which %s', async (_, fallback, glow) => {
    const text = new TextDecoder().decode(usdText({ picture: 'glow.png' }));
    const glowing = text
      .replace('inputs:diffuseColor.connect', 'inputs:emissiveColor.connect')
      .replace('float3 outputs:rgb', `float3 outputs:rgb\n${fallback}`);
    const { document, report } = await open({ 'lamp.usda': strToU8(glowing) });
    expect(document.getRoot().listMaterials()[0]?.getEmissiveFactor()).toEqual(glow);
    expect(report.missing).toEqual(['glow.png']);
    expect(inEnglish(report.dropped)).toEqual([
      'Images of the material Paint, which are missing or cannot be read',
    ]);
  });

  it.each([
    ['an unexpected end', usdText().subarray(0, 200)],
    ['only a header', strToU8('#usda 1.0\n')],
    ['only a binary header', strToU8('PXR-USDC\0\x08\0\0\0\0\0\0')],
    ['an empty layer in its archive', usdArchive({ 'scene.usdc': new Uint8Array() })],
  ])('is rejected with a reason: %s', async (_, bytes) => {
    expect(await refusal({ 'flag.usd': bytes })).toMatchObject({
      code: 'import.failed',
      message: expect.stringMatching(/^The file [a-z ]+/),
    });
  });
});
