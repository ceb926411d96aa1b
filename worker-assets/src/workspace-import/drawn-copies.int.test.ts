// @module-tag full
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { archivePaths } from '@diorama/shared/contract/workspace-archive.ts';
import type { StageView } from '@diorama/shared/domain/stage-protocol.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { makeScene, type TestPerson } from '@diorama/stack/test/factories.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { getBounds } from '@gltf-transform/functions';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import { buildGltf } from '../output/build-gltf.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { measure } from '../output/measure.ts';
import { createStage, type Stage } from '../stage/stage.ts';
import { MODEL, squareModel } from '../test/drawn-scene.ts';
import { randomScenes } from '../test/random-scenes.ts';
import { renderedDifference } from '../test/rendered-difference.ts';
import { buildStagePage } from '../test/stage-page-build.ts';
import { useTransfers } from './test/transfer-fixture.ts';

/** Scenes whose bounds, triangles and pictures are compared: four minutes on two cores, seven beside other tests. */
const SCENES = 200;
const WITHIN = { timeout: 900_000 * SLOW };
const SIZE = { width: 192, height: 128 };
const VIEWS: StageView[] = [{ kind: 'fit', from: [1, 0.6, 1], fov: 30 }];
const SILENT = { info: () => undefined, warn: () => undefined };

let dir: string;
let stage: Stage;
let pool: ConversionPool;
const transfers = useTransfers({ tools: () => ({ stage, pool }) });
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-copies-test-'));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  stage = createStage({ webDist: join(dir, 'web'), tmpDir: join(dir, 'browser'), logger: SILENT });
  pool = await ConversionPool.create({ size: 1 });
});
afterAll(async () => {
  await stage?.close();
  await pool?.close();
  await rm(dir, { recursive: true, force: true });
});

/** The scenes of a workspace as visitors see them, by name, and its one model, converted, under the IRI that they use. */
async function readCopies(owner: TestPerson, archive: Buffer) {
  const files = unzipSync(archive);
  const json = (name: string) => JSON.parse(Buffer.from(files[name] ?? []).toString());
  const { scenes } = json('manifest.json');
  const { id, key } = await transfers
    .db('assets as a')
    .join('objects as o', 'o.id', 'a.main_object')
    .where('a.account_id', owner.accountId)
    .first('a.id', 'o.key');
  const documents = scenes.map(({ id }: { id: string }) => {
    const document = shownDocument(parseDocument(json(archivePaths.document(id))));
    return [json(archivePaths.scene(id)).name as string, document] as const;
  });
  return {
    documents: new Map<string, ReturnType<typeof shownDocument>>(documents),
    assets: new Map([[`/api/assets/${id}`, await buffer((await transfers.store.get(key)).stream)]]),
  };
}

it('scenes imported into another workspace look the same, and so do their files', WITHIN, async () => {
  const { db } = transfers;
  const io = await createGltfIo();
  const owner = await transfers.makeOwner('owner', 'enterprise');
  const glb = Buffer.from((await squareModel(io)).get(MODEL) ?? []);
  const model = await transfers.addFile(owner, { body: glb, name: 'square.glb', type: 2 });
  const text = JSON.stringify(fc.sample(randomScenes, { numRuns: SCENES, seed: 7 }));
  const documents: object[] = JSON.parse(text.replaceAll(MODEL, `/api/assets/${model}`));
  for (const [at, document] of documents.entries()) {
    await makeScene(db, owner, { name: `Scene ${at}`, document });
  }
  const target = await transfers.makeOwner('target', 'enterprise');
  const archive = await transfers.exportOf(owner);
  expect((await transfers.importInto(target, archive)).status).toBe('completed');
  const before = await readCopies(owner, archive);
  const after = await readCopies(target, await transfers.exportOf(target));

  expect(before.documents.size).toBe(SCENES);
  const pictures: Buffer[] = [];
  for (const [name, document] of before.documents) {
    const copy = after.documents.get(name);
    expect(copy, name).toBeDefined();
    const drawn = await Promise.all(
      [before, after].map(async (one) => {
        const shown = one.documents.get(name) ?? document;
        const { document: built } = await buildGltf(shown, one.assets, io);
        const [scene] = built.getRoot().listScenes();
        const cost = { ...measure(built), bounds: scene && getBounds(scene) };
        const picture = stage.drawDocument(shown, one.assets, { ...SIZE, views: VIEWS });
        return {
          cost,
          picture: await picture.then(
            ([first]) => first,
            () => null,
          ),
        };
      }),
    );
    const [first, second] = drawn;
    expect(second?.cost, name).toEqual(first?.cost);
    expect(second?.picture === null, name).toBe(first?.picture === null);
    if (first?.picture && second?.picture) {
      pictures.push(first.picture);
      expect((await renderedDifference(first.picture, second.picture)).mean, name).toBeLessThanOrEqual(1);
    }
  }
  // Most scenes have something to see, and pictures of different scenes differ.
  expect(pictures.length).toBeGreaterThan(SCENES / 2);
  const [one, other] = pictures;
  expect((await renderedDifference(one ?? Buffer.alloc(0), other ?? Buffer.alloc(0))).mean).toBeGreaterThan(
    1,
  );
});
