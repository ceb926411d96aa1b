// @module-tag full
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { sceneCamera } from '@diorama/shared/scene/environment.ts';
import { lightOf } from '@diorama/shared/scene/nodes/kinds.ts';
import fc from 'fast-check';
import { type Box3, Vector3 } from 'three';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStage, type Stage } from '../stage/stage.ts';
import type { PageFiles } from '../stage/stage-page.ts';
import { chosenScenes, PICTURE } from '../test/chosen-scenes.ts';
import { drawnOf, MODEL, squareModel } from '../test/drawn-scene.ts';
import { openReaderPage, type ReaderPage } from '../test/reader-page.ts';
import { renderedDifference } from '../test/rendered-difference.ts';
import { asPng, clouds } from '../test/size-corpus/pictures.ts';
import { buildStagePage } from '../test/stage-page-build.ts';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { plainGeometry } from './plain-geometry.ts';
import { writeUsdz } from './write-usdz.ts';
import { writeVariants } from './write-variants.ts';

/** Scenes, each drawn three times by the processor, and those of one test, which takes about two minutes. */
const SCENES = 200;
const OF_TEST = 50;
/** Sides of the pictures, in pixels. */
const SIZE = 128;
/**
 * Largest difference of two pictures, in steps of 255, and largest share of pixels with a visible one. Vertices of files
 * are quantised, which moves edges, and blended triangles of one mesh are in another order.
 */
const MOST_MEAN = 1;
const MOST_SEEN = 0.01;
const SILENT = { info: () => undefined, warn: () => undefined };
/** The light and the background of all pictures. */
const AROUND = parseDocument({
  environment: { background: { kind: 'transparent' }, ground: { kind: 'none' } },
});
/** A file alone. */
const OF_FILE: SceneDocument = {
  ...AROUND,
  nodes: parseDocument({ nodes: { file: { kind: 'model', props: { asset: MODEL } } } }).nodes,
};

let dir: string;
let stage: Stage;
let io: GltfIo;
let readers: ReaderPage;
let assets: Map<string, Uint8Array>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-pictures-test-'));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  stage = createStage({
    webDist: join(dir, 'web'),
    tmpDir: join(tmpdir(), 'diorama-test-stage'),
    logger: SILENT,
  });
  readers = await openReaderPage();
  io = await createGltfIo();
  assets = (await squareModel(io)).set(PICTURE, await asPng(await clouds(64, 1)));
});
afterAll(async () => {
  await stage?.close();
  await readers?.close();
  await rm(dir, { recursive: true, force: true });
});

/**
 * The document without lights, which AR files leave to the room, and without what three.js's USDLoader does not read: the
 * factor of a roughness texture, and surfaces with two sides.
 */
function readable(scene: SceneDocument): SceneDocument {
  const nodes = Object.entries(scene.nodes).map(([id, node]) => [
    id,
    lightOf(node) ? { ...node, props: { ...node.props, intensity: 0 } } : node,
  ]);
  const materials = Object.entries(scene.materials).map(([id, material]) => {
    const { roughness, maps } = material;
    return [id, { ...material, doubleSided: false, roughness: maps.roughness === null ? roughness : 1 }];
  });
  return { ...AROUND, materials: Object.fromEntries(materials), nodes: Object.fromEntries(nodes) };
}

/** A camera that sees all of a box. */
function cameraOf(box: Box3) {
  const target = box.getCenter(new Vector3());
  const radius = box.min.distanceTo(box.max) / 2;
  const position = new Vector3(0.7, 0.45, 1).setLength(radius * 4.4).add(target);
  return sceneCamera.parse({ position: position.toArray(), target: target.toArray(), fov: 30 });
}

/** The files of a scene as GLB, the USDZ as three.js reads it. */
async function filesOf(scene: SceneDocument): Promise<{ glb: Uint8Array; usdz: Uint8Array }> {
  const { document } = await buildGltf(scene, assets, io);
  await plainGeometry(document);
  const { bytes } = await writeUsdz(document, { arPlacement: 'floor' });
  const { glb } = await writeVariants(document, { io, purpose: 'scene' });
  return { glb, usdz: await readers.toGlb(bytes) };
}

const STARTS = Array.from({ length: SCENES / OF_TEST }, (_, at) => at * OF_TEST);

it.each(STARTS)(
  'combinations of choices from number %i look the same in viewer, GLB and USDZ',
  async (start) => {
    let drawn = 0;
    for (const scene of fc.sample(chosenScenes, SCENES).slice(start, start + OF_TEST)) {
      const document = readable(scene);
      const { triangles, box } = await drawnOf(document);
      if (triangles === 0) {
        continue;
      }
      const views = [{ kind: 'camera' as const, camera: cameraOf(box) }];
      const draw = async (shown: SceneDocument, files: PageFiles) => {
        const [picture] = await stage.drawDocument(shown, files, { width: SIZE, height: SIZE, views });
        return picture ?? Buffer.alloc(0);
      };
      const picture = await draw(document, assets);
      for (const [name, file] of Object.entries(await filesOf(document))) {
        const { mean, seen } = await renderedDifference(
          picture,
          await draw(OF_FILE, new Map([[MODEL, file]])),
        );
        const which = `${name} of ${JSON.stringify(document)}`;
        expect(mean, which).toBeLessThanOrEqual(MOST_MEAN);
        expect(seen, which).toBeLessThanOrEqual(MOST_SEEN);
      }
      drawn += 1;
    }
    expect(drawn).toBeGreaterThan(OF_TEST / 2);
  },
);
