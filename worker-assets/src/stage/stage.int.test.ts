import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageView } from '@diorama/shared/domain/stage-protocol.ts';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { Quaternion, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import type { ImportedModel } from '../import/import-file.ts';
import { createMemoryBudget } from '../memory-budget.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { importForTest } from '../test/import-for-test.ts';
import { documentWith, solidPng, squareMesh } from '../test/sample-documents.ts';
import { hasSamples, readSample, samplesDir } from '../test/samples.ts';
import { buildStagePage } from '../test/stage-page-build.ts';
import { launchBrowser } from './launch-browser.ts';
import { createStage, type Stage } from './stage.ts';
import { NothingVisibleError, StageError } from './stage-error.ts';
import { openStagePage } from './stage-page.ts';

const SILENT = { info: () => undefined, warn: () => undefined };

let dir: string;
let stage: Stage;
let pool: ConversionPool;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-stage-test-'));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  stage = createStage({ webDist: join(dir, 'web'), tmpDir: join(dir, 'browser'), logger: SILENT });
  pool = await ConversionPool.create({ size: 1 });
});
afterAll(async () => {
  await stage?.close();
  pool?.close();
  await rm(dir, { recursive: true, force: true });
});

const SCENE = parseDocument({
  materials: { red: { color: '#ff0000' } },
  nodes: { box: { kind: 'box', material: 'red' }, sun: { kind: 'directionalLight', position: [3, 5, 4] } },
});
const DOCUMENT_VIEW: StageView = { kind: 'camera', camera: SCENE.camera };

async function squareGlb(rotation: [number, number, number, number] = [0, 0, 0, 1]): Promise<Uint8Array> {
  const document = documentWith((made) => [
    made.createNode('Square').setMesh(squareMesh(made)).setRotation(rotation),
  ]);
  return await (await createGltfIo()).writeGlb(document);
}

/** Colour in the middle of the picture, where the red box is. */
async function middleColor(picture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

describe('the stage', () => {
  it('draws a scene from the requested views', async () => {
    const views: StageView[] = [DOCUMENT_VIEW, { kind: 'fit', from: [0, 0, 1], fov: 40 }];
    const pictures = await stage.drawDocument(SCENE, new Map(), { width: 320, height: 180, views });
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) {
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 });
      const [red = 0, green = 0, blue = 0] = await middleColor(picture);
      expect(red).toBeGreaterThan(Math.max(green, blue) + 60);
    }
  });

  it('draws the same pixels again', async () => {
    const draw = () =>
      stage.drawDocument(SCENE, new Map(), { width: 320, height: 180, views: [DOCUMENT_VIEW] });
    const [[first], [second]] = [await draw(), await draw()];
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
  });

  it('draws the effects of a scene, with the same pixels each time', { tags: ['full'] }, async () => {
    const grey = parseDocument({
      ...SCENE,
      effects: { enabled: true, grade: { enabled: true, saturation: -1 }, vignette: { enabled: true } },
    });
    const draw = () =>
      stage.drawDocument(grey, new Map(), { width: 320, height: 180, views: [DOCUMENT_VIEW] });
    const [[first], [second]] = [await draw(), await draw()];
    const [red = 0, green = 0, blue = 0] = await middleColor(first ?? Buffer.alloc(0));
    expect(red - Math.min(green, blue)).toBeLessThan(20);
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
  });

  it('frames the whole scene if a saved view misses it', async () => {
    const past = parseDocument({
      ...SCENE,
      environment: { background: { kind: 'color', color: '#202020' }, ground: { kind: 'none' } },
    });
    const camera: typeof SCENE.camera = { ...SCENE.camera, position: [0, 0, 5], target: [0, 0, 10] };
    const views: StageView[] = [{ kind: 'camera', camera }];
    const [picture] = await stage.drawDocument(past, new Map(), { width: 160, height: 90, views });
    const [red = 0, green = 0] = await middleColor(picture ?? Buffer.alloc(0));
    expect(red).toBeGreaterThan(green + 60);
  });

  it.each(['#808080', '#c81e1e', '#ffffff', '#202020'])(
    'draws a picture in its original colors: %s',
    async (color) => {
      const iri = '/api/assets/01a1fc3c-0000-7000-8000-000000000001';
      const gallery = parseDocument({
        environment: { background: { kind: 'transparent' }, ground: { kind: 'none' } },
        nodes: { poster: { kind: 'image', props: { asset: iri, isLit: false } } },
      });
      const views: StageView[] = [{ kind: 'fit', from: [0, 0, 1], fov: 30 }];
      const assets = new Map([[iri, await solidPng(8, color)]]);
      const [picture] = await stage.drawDocument(gallery, assets, { width: 64, height: 64, views });
      const drawn = await middleColor(picture ?? Buffer.alloc(0));
      const expected = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      expected.forEach((value, i) => {
        expect(Math.abs((drawn[i] ?? 0) - value)).toBeLessThanOrEqual(2);
      });
    },
  );

  it('draws an empty scene', async () => {
    const empty = parseDocument({ environment: { background: { kind: 'color' }, ground: { kind: 'none' } } });
    const [picture] = await stage.drawDocument(empty, new Map(), {
      width: 64,
      height: 64,
      views: [DOCUMENT_VIEW],
    });
    expect(await sharp(picture).metadata()).toMatchObject({ width: 64 });
  });

  it('draws a model on a transparent background', async () => {
    const picture = await stage.drawModel(await squareGlb(), { size: 128 });
    const { channels } = await sharp(picture).stats();
    expect(channels[3]).toMatchObject({ min: 0, max: 255 });
  });

  it('draws a model whose faces all point away, and one seen edge-on', {
    tags: ['full'],
  }, async () => {
    const side = new Vector3(0.7, 0.45, 1).cross(new Vector3(0, 1, 0)).normalize();
    const edge = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), side);
    const turned: [number, number, number, number][] = [[0, 1, 0, 0], edge.toArray()];
    for (const rotation of turned) {
      const picture = await stage.drawModel(await squareGlb(rotation), { size: 128 });
      const { channels } = await sharp(picture).stats();
      expect(channels[3]).toMatchObject({ min: 0, max: 255 });
    }
  });

  it('rejects a model that it cannot show instead of returning an empty picture', async () => {
    await expect(stage.drawModel(new Uint8Array([1, 2, 3]), { size: 64 })).rejects.toBeInstanceOf(
      NothingVisibleError,
    );
  });

  it('fails with an error when its browser is killed, and draws the next picture in a new one', async () => {
    const views = Array.from({ length: 100 }, () => DOCUMENT_VIEW);
    const drawing = stage.drawDocument(SCENE, new Map(), { width: 1280, height: 720, views });
    const expectation = expect(drawing).rejects.toBeInstanceOf(StageError);
    // Long enough to be within the hundred pictures, but not at their end.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await expect.poll(() => browserPids()).not.toEqual([]);
    const pids = await browserPids();
    for (const pid of pids) {
      process.kill(pid, 'SIGKILL');
    }
    await expectation;
    const [picture] = await stage.drawDocument(SCENE, new Map(), {
      width: 64,
      height: 64,
      views: [DOCUMENT_VIEW],
    });
    expect(await sharp(picture).metadata()).toMatchObject({ width: 64 });
  });

  it('counts as online without a network, so that code is never waited for', { tags: ['full'] }, async () => {
    const running = await launchBrowser({ tmpDir: join(dir, 'browser'), logger: SILENT });
    const home = { webDist: join(dir, 'web'), budget: createMemoryBudget(1_000_000) };
    const page = await openStagePage(running.browser, home, new Map());
    await page.context().setOffline(true);
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await running.close();
  });

  it('replaces a browser that has lost WebGL for good', { tags: ['full'] }, async () => {
    const draw = () =>
      stage.drawDocument(SCENE, new Map(), { width: 64, height: 64, views: [DOCUMENT_VIEW] });
    await draw();
    const [first] = await browserPids();
    // After some ends of its GPU process, Chromium draws on without WebGL.
    const ended = new Set<number>();
    await expect
      .poll(
        async () => {
          for (const pid of await browserPids('gpu-process')) {
            process.kill(pid, 'SIGKILL');
            ended.add(pid);
          }
          return ended.size;
        },
        { timeout: 30_000 * SLOW, interval: 100 },
      )
      .toBeGreaterThan(4);
    await expect(draw()).rejects.toBeInstanceOf(StageError);
    expect(await sharp((await draw())[0]).metadata()).toMatchObject({ width: 64 });
    expect(await browserPids()).not.toContain(first);
  });
});

/** Ids of the processes of a type of this test's browser, which has a separate folder; the main one by default. */
async function browserPids(type = ''): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const [, typeOf = ''] = command.match(/--type=([\w-]+)/) ?? [];
    if (command.startsWith(join(dir, 'browser')) && typeOf === type) {
      found.push(Number(pid));
    }
  }
  return found;
}

/** An archive of an OBJ or 3DS with its textures; other samples unchanged. */
async function packSample(folder: string, main: string): Promise<Uint8Array> {
  const read = (name: string) => readFile(join(samplesDir, folder, name));
  if (folder !== 'obj' && folder !== '3ds') {
    return await read(main);
  }
  const beside = (await readdir(join(samplesDir, folder))).filter((name) => !/\.(obj|3ds)$/i.test(name));
  const files = await Promise.all([main, ...beside].map(async (name) => [name, await read(name)] as const));
  return zipSync(Object.fromEntries(files));
}

describe('a canceled conversion in the page', () => {
  it('stops at once, and the next one succeeds', async () => {
    const convert = async (name: string, triangles: number, signal?: AbortSignal) => {
      const path = join(dir, name);
      const corners = Array.from({ length: triangles }, (_, at) => `v ${at} 0 0\nv ${at} 1 0\nv ${at} 0 1`);
      const faces = Array.from(
        { length: triangles },
        (_, at) => `f ${at * 3 + 1} ${at * 3 + 2} ${at * 3 + 3}`,
      );
      await writeFile(path, [...corners, ...faces].join('\n'));
      const main = { name, path };
      const into = join(dir, `${name}.glb`);
      await stage.convert({ format: 'obj', main, files: [main], into, ...(signal && { signal }) });
      return (await readFile(into)).length;
    };
    const cancelling = new AbortController();
    const begun = convert('endless.obj', 400_000, cancelling.signal);
    setTimeout(() => cancelling.abort(new Error('unwanted')), 500);
    await expect(begun).rejects.toThrow();
    expect(await convert('small.obj', 1)).toBeGreaterThan(0);
  });
});

describe.skipIf(!hasSamples)('a file of another format', () => {
  async function importUpload(
    name: string,
    bytes: Uint8Array,
  ): Promise<ImportedModel & { bytes: Uint8Array }> {
    return await importForTest(pool, { bytes, name, convertInPage: stage.convert }, async (imported) => {
      if (imported.kind !== 'model') {
        throw new Error('It became no model');
      }
      return { ...imported, bytes: new Uint8Array(await readFile(imported.glb)) };
    });
  }

  type Measured = { folder: string; main: string; triangles: number; width: number; textures: number };
  /** Triangles and width along X as measured by other tools, in metres with Y up. */
  const becomesGlb = async ({ folder, main, triangles, width, textures }: Measured) => {
    const model = await importUpload(main, await packSample(folder, main));
    await assertValidGlb(model.bytes);
    const { min, max } = model.description.bounds;
    expect(model.description.triangles).toBe(triangles);
    expect(max[0] - min[0]).toBeCloseTo(width, 1);
    expect((await (await createGltfIo()).readGlb(model.bytes)).getRoot().listTextures()).toHaveLength(
      textures,
    );
    expect(inEnglish(model.report.converted)).toEqual([`${folder.toUpperCase()} to GLB`]);
    const isAnimated = main === 'animation_with_skeleton.fbx';
    expect(model.description.animations).toHaveLength(isAnimated ? 1 : 0);
  };

  it.each([
    { folder: 'fbx', main: 'box_embedded_texture.fbx', triangles: 12, width: 1, textures: 1 },
    { folder: 'stl', main: 'Spider_binary.stl', triangles: 1368, width: 6.23, textures: 0 },
    { folder: '3ds', main: 'cube_with_diffuse_texture.3DS', triangles: 12, width: 50, textures: 1 },
  ])('$folder/$main becomes a valid GLB', becomesGlb);

  it.each([
    { folder: 'fbx', main: 'animation_with_skeleton.fbx', triangles: 2112, width: 71.21, textures: 0 },
    { folder: 'fbx', main: 'global_settings.fbx', triangles: 1352, width: 57.07, textures: 0 },
    { folder: 'obj', main: 'spider.obj', triangles: 1368, width: 150.59, textures: 4 },
    { folder: 'stl', main: 'Spider_ascii.stl', triangles: 1368, width: 6.23, textures: 0 },
    { folder: '3ds', main: 'fels.3ds', triangles: 768, width: 3.5, textures: 0 },
  ])('$folder/$main becomes a valid GLB', { tags: ['full'] }, becomesGlb);

  it('is imported without its missing material file, which the report lists', async () => {
    const { report, description } = await importUpload('spider.obj', await readSample('obj/spider.obj'));
    expect(report.missing).toEqual(['spider.mtl']);
    expect(description.triangles).toBe(1368);
  });

  it('is imported without faces that refer to missing vertices, with a warning', async () => {
    const { report } = await importUpload('malformed.obj', await readSample('broken/malformed.obj'));
    expect(inEnglish(report.warnings)).toEqual(['Some faces refer to missing vertices and were skipped.']);
  });

  it('fails with a reason if it is truncated', async () => {
    const truncated = (await readSample('fbx/box_embedded_texture.fbx')).subarray(0, 2000);
    await expect(importUpload('cut.fbx', truncated)).rejects.toMatchObject({
      code: 'import.failed',
      message: expect.stringMatching(/damaged/),
    });
  });
});
