import { createHash } from 'node:crypto';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { makeScene } from '@diorama/stack/test/factories.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate';
import { beforeAll } from 'vitest';
import type { Transfers } from './transfer-fixture.ts';

/** The archive of a workspace with one scene, one file, one comment and one component, and functions that change it. */
export function useArchive(transfers: Transfers) {
  let archive: Buffer;
  let unpacked: Unzipped;
  beforeAll(async () => {
    const { db } = transfers;
    const source = await transfers.makeOwner('source');
    const picture = await transfers.addFile(source, { body: ONE_PIXEL, name: 'wood.png', type: 0 });
    const document = {
      materials: { wood: { maps: { color: `/api/assets/${picture}` } } },
      nodes: { box: { kind: 'box', material: 'wood' } },
    };
    const scene = await makeScene(db, source, { document });
    await db('comments').insert({
      id: db.raw('gen_random_uuid()'),
      composition_id: scene,
      account_id: source.accountId,
      author_id: source.userId,
      text: 'Hello',
    });
    const item = uuidv7();
    const row = { id: item, kind: 'component', account_id: source.accountId, name: 'Chair' };
    await db('library_items').insert(row);
    const chair = {
      ...document,
      nodes: {
        shown: { kind: 'instance', props: { component: 'chair' } },
        chair: { kind: 'component' },
        box: { kind: 'box', material: 'wood', parent: 'chair' },
      },
    };
    const version = { id: uuidv7(), item_id: item, number: 1, document: JSON.stringify(chair) };
    await db('library_versions').insert(version);
    archive = await transfers.exportOf(source);
    unpacked = unzipSync(archive);
  });

  const files = () => unpacked;
  const packed = (changed: Zippable) => zipSync(changed, { level: 0 });
  const manifest = (base = files()) => JSON.parse(Buffer.from(base['manifest.json'] ?? []).toString());
  const withManifest = (change: (json: ReturnType<typeof manifest>) => void, base = files()) => {
    const json = manifest(base);
    change(json);
    return packed({ ...base, 'manifest.json': Buffer.from(JSON.stringify(json)) });
  };
  /** The archive with other texts, whose sums fit. */
  const withScene = (
    change: (scene: Record<string, never>) => void,
    document?: (json: Record<string, never>) => void,
  ) => {
    const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const id = manifest().scenes[0].id;
    const names = { scene: `scenes/${id}/scene.json`, document: `scenes/${id}/document.json` };
    const read = (name: string) => JSON.parse(Buffer.from(files()[name] ?? []).toString());
    const [scene, doc, json] = [read(names.scene), read(names.document), manifest()];
    document?.(doc);
    const docBytes = Buffer.from(JSON.stringify(doc));
    scene.document = sum(docBytes);
    change(scene);
    const sceneBytes = Buffer.from(JSON.stringify(scene));
    json.scenes[0].file = sum(sceneBytes);
    return packed({
      ...files(),
      [names.scene]: sceneBytes,
      [names.document]: docBytes,
      'manifest.json': Buffer.from(JSON.stringify(json)),
    });
  };

  /** The archive with another version of the component, whose sum fits. */
  const withComponent = (change: (json: unknown) => void, base = files(), blanks = 0) => {
    const json = manifest(base);
    const [{ id, versions }] = json.library;
    const name = `library/${id}/1.json`;
    const document = JSON.parse(Buffer.from(base[name] ?? []).toString());
    change(document);
    const bytes = Buffer.from(JSON.stringify(document) + ' '.repeat(blanks));
    versions[0].file = createHash('sha256').update(bytes).digest('hex');
    return packed({ ...base, [name]: bytes, 'manifest.json': Buffer.from(JSON.stringify(json)) });
  };
  return { archive: () => archive, files, packed, manifest, withManifest, withScene, withComponent };
}
