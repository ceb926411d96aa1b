import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { messages } from '@diorama/shared/i18n/en/import-messages.ts';
import { translateImportMessage } from '@diorama/shared/i18n/import-messages.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import { requestOriginal } from '@diorama/shared/server/assets/asset-originals.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { eraseScenes } from '@diorama/shared/server/scenes/erase-scenes.queries.ts';
import { attachToScenes, insertArchivedItem } from '@diorama/shared/server/workspaces/import-rows.queries.ts';
import { makeScene, type TestPerson } from '@diorama/stack/test/factories.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import fc from 'fast-check';
import { type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ArchiveReader } from './archive-reader.ts';
import { checkArchive } from './check-archive.ts';
import { useTransfers } from './test/transfer-fixture.ts';

const transfers = useTransfers();
const RUNS = { numRuns: 150, seed: 11 };
const TABLES = [
  'compositions',
  'assets',
  'objects',
  'comments',
  'projects',
  'tags',
  'library_items',
  'invitations',
];
const CODES = new Set<string>(Object.keys(messages));

describe('a manipulated archive', () => {
  let archive: Buffer;
  let files: Unzipped;
  let target: TestPerson;
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
    files = unzipSync(archive);
    target = await transfers.makeOwner('target');
  });

  const countRows = async () => {
    const counts = await Promise.all(
      TABLES.map((table) =>
        transfers.db(table).where({ account_id: target.accountId }).count('* as n').first(),
      ),
    );
    return counts.map((row) => Number(row?.n));
  };

  /** Imports it. A refused archive leaves nothing and has a sentence as its reason. */
  const expectSentence = async (changed: Uint8Array): Promise<string | null> => {
    const before = await countRows();
    const done = await transfers.importInto(target, Buffer.from(changed));
    if (done.status === 'completed') {
      return null;
    }
    expect(done.status).toBe('failed');
    expect(await countRows()).toEqual(before);
    const { error } = done;
    expect(CODES.has(error?.code ?? '') || CODES.has(`${error?.code}.other`)).toBe(true);
    return error && translateImportMessage(error, 'en');
  };
  const packed = (changed: Zippable) => zipSync(changed, { level: 0 });
  const manifest = (base = files) => JSON.parse(Buffer.from(base['manifest.json'] ?? []).toString());
  const withManifest = (change: (json: ReturnType<typeof manifest>) => void, base = files) => {
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
    const read = (name: string) => JSON.parse(Buffer.from(files[name] ?? []).toString());
    const [scene, doc, json] = [read(names.scene), read(names.document), manifest()];
    document?.(doc);
    const docBytes = Buffer.from(JSON.stringify(doc));
    scene.document = sum(docBytes);
    change(scene);
    const sceneBytes = Buffer.from(JSON.stringify(scene));
    json.scenes[0].file = sum(sceneBytes);
    return packed({
      ...files,
      [names.scene]: sceneBytes,
      [names.document]: docBytes,
      'manifest.json': Buffer.from(JSON.stringify(json)),
    });
  };

  /** The archive with another version of the component, whose sum fits. */
  const withComponent = (change: (json: unknown) => void, base = files, blanks = 0) => {
    const json = manifest(base);
    const [{ id, versions }] = json.library;
    const name = `library/${id}/1.json`;
    const document = JSON.parse(Buffer.from(base[name] ?? []).toString());
    change(document);
    const bytes = Buffer.from(JSON.stringify(document) + ' '.repeat(blanks));
    versions[0].file = createHash('sha256').update(bytes).digest('hex');
    return packed({ ...base, [name]: bytes, 'manifest.json': Buffer.from(JSON.stringify(json)) });
  };

  it('is rejected with a reason after any byte change or truncation, and leaves nothing', {
    tags: ['full'],
  }, async () => {
    const change = fc.oneof(
      fc
        .record({ at: fc.nat({ max: archive.length - 1 }), value: fc.nat({ max: 255 }) })
        .map(({ at, value }) => {
          const changed = Buffer.from(archive);
          changed[at] = value;
          return changed;
        }),
      fc.nat({ max: archive.length - 1 }).map((length) => archive.subarray(0, length)),
      fc.uint8Array({ minLength: 1, maxLength: 2_000 }).map((noise) => Buffer.from(noise)),
      fc
        .tuple(fc.nat({ max: archive.length - 1 }), fc.uint8Array({ maxLength: 300 }))
        .map(([at, noise]) => Buffer.concat([archive.subarray(0, at), noise, archive.subarray(at)])),
    );
    await fc.assert(
      fc.asyncProperty(change, async (changed) => {
        await expectSentence(changed);
      }),
      RUNS,
    );
  });

  it('is rejected or valid after any change of its JSON with correct checksums', {
    tags: ['full'],
  }, async () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        null,
        -1,
        1e308,
        '',
        '../../etc',
        '\0',
        '\ud800',
        'x'.repeat(300_000),
        [],
        {},
        [[]],
        true,
      ),
      fc.jsonValue(),
    );
    const anyPath = fc.array(fc.nat(), { minLength: 1, maxLength: 6 });
    const replaceAt = (json: unknown, path: readonly number[], value: unknown) => {
      let at = json;
      for (const [depth, step] of path.entries()) {
        if (typeof at !== 'object' || at === null) {
          return;
        }
        const keys = Object.keys(at);
        const key = keys[step % (keys.length || 1)];
        if (key === undefined) {
          return;
        }
        const next: unknown = Reflect.get(at, key);
        if (depth === path.length - 1 || typeof next !== 'object' || next === null) {
          Reflect.set(at, key, value);
          return;
        }
        at = next;
      }
    };
    const change = fc.tuple(fc.constantFrom('manifest', 'scene', 'document', 'component'), anyPath, hostile);
    await fc.assert(
      fc.asyncProperty(change, async ([where, path, value]) => {
        const edit = (json: unknown) => replaceAt(json, path, value);
        const nothing = () => undefined;
        await expectSentence(
          where === 'manifest'
            ? withManifest(edit)
            : where === 'scene'
              ? withScene(edit)
              : where === 'component'
                ? withComponent(edit)
                : withScene(nothing, edit),
        );
      }),
      RUNS,
    );
  });

  it('is rejected with a specific reason', async () => {
    const path = (name: string) => expectSentence(packed({ ...files, [name]: Buffer.from('x') }));
    expect(await path('../outside')).toBe('The archive is damaged and cannot be unpacked.');
    expect(await path('/etc/passwd')).toBe('The archive is damaged and cannot be unpacked.');
    const link = {
      ...files,
      link: [Buffer.from('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
    } satisfies Zippable;
    expect(await expectSentence(zipSync(link))).toBe('The archive contains links, which are not supported.');
    expect(await expectSentence(Buffer.from('no archive'))).toBe(
      'The archive is damaged and cannot be unpacked.',
    );
    expect(await expectSentence(packed({ 'a.txt': Buffer.from('a') }))).toBe(
      'The file is not a workspace archive: manifest.json is missing.',
    );
    expect(
      await expectSentence(
        withManifest((json) => {
          json.sceneForm = 999;
        }),
      ),
    ).toContain('newer version');
    expect(
      await expectSentence(
        withManifest((json) => {
          json.version = 2;
        }),
      ),
    ).toContain('newer version');
    const file = manifest().assets[0].file;
    expect(await expectSentence(packed({ ...files, [`files/${file}`]: Buffer.from('other') }))).toBe(
      `The file files/${file} in the archive is damaged: its checksum does not match.`,
    );
    const { [`files/${file}`]: _gone, ...rest } = files;
    expect(await expectSentence(packed(rest))).toBe(`The file files/${file} is missing from the archive.`);
    const bomb = {
      ...files,
      'manifest.json': [Buffer.alloc(15_000_000, 32), { level: 9 }],
    } satisfies Zippable;
    expect(await expectSentence(zipSync(bomb))).toBe('The archive is too large when unpacked.');
    const large = { ...files, 'manifest.json': Buffer.alloc(17_000_000, 32) };
    expect(await expectSentence(packed(large))).toBe(
      'The file manifest.json in the archive is larger than 16 MB.',
    );
    const kind = (json: Record<string, never>) => {
      Object.assign(json, { nodes: { n: { kind: 'weapon' } } });
    };
    expect(await expectSentence(withScene(() => undefined, kind))).toContain(
      'is not valid at “nodes.n.kind”',
    );
    const stray = (json: unknown) => {
      Object.assign(json as object, { nodes: { n: { kind: 'box' } } });
    };
    expect(await expectSentence(withComponent(stray))).toContain('is not valid');
    const twice = withManifest((json) => {
      json.library[0].versions.push(json.library[0].versions[0]);
    });
    expect(await expectSentence(twice)).toContain('is listed twice');
  });

  it('is rejected for too many scenes before its documents are read', async () => {
    const person = await transfers.makeOwner('full-of-scenes', 'free');
    for (let scene = 0; scene < PLANS.free.features.maxScenes; scene += 1) {
      await makeScene(transfers.db, person);
    }
    const invalid = withScene(
      () => undefined,
      (json) => Object.assign(json, { nodes: { n: { kind: 'weapon' } } }),
    );
    expect(await transfers.importInto(person, Buffer.from(invalid))).toMatchObject({
      status: 'failed',
      error: { code: 'workspace.no-room-scenes' },
    });
  });

  it('is rejected for client data and times that the API would reject', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);
    const refused: [object, string][] = [
      [{ extra: { note: 'x'.repeat(17_000) } }, '“extra”'],
      [{ extra: deep }, '“extra”'],
      [{ createdAt: '0000-01-01T00:00:00Z' }, '“createdAt”'],
      [{ sharing: { expiresAt: '0000-01-01T00:00:00Z' } }, '“sharing.expiresAt”'],
    ];
    for (const [change, place] of refused) {
      expect(await expectSentence(withScene((scene) => Object.assign(scene, change)))).toContain(
        `is not valid at ${place}`,
      );
    }
  });

  it('causes no parsing of large components in the event loop, nor of any beyond the limit', async () => {
    const nothing = () => undefined;
    const parse = vi.spyOn(JSON, 'parse');
    const lengths = () => parse.mock.calls.map(([text]) => String(text).length);
    try {
      expect(await expectSentence(withComponent(nothing, files, 4_000_000))).toMatch(
        /^The file library\/.* in the archive is larger than 4 MB\.$/,
      );
      const large = withComponent((json) => {
        const { nodes } = json as { nodes: Record<string, object> };
        for (let at = 0; at < 1_000; at += 1) {
          nodes[`box-${at}`] = { kind: 'box', parent: 'chair', name: 'x'.repeat(120) };
        }
      });
      parse.mockClear();
      const person = await transfers.makeOwner('large-component');
      expect((await transfers.importInto(person, Buffer.from(large))).status).toBe('completed');
      expect(Math.max(...lengths())).toBeLessThan(100_000);
      const items = transfers.db('library_items').where({ account_id: person.accountId }).select('id');
      expect(await transfers.db('library_versions').whereIn('item_id', items)).toHaveLength(1);
    } finally {
      parse.mockRestore();
    }
  });

  it('reports progress for each checked component', async () => {
    const key = 'imports/progress.zip';
    await transfers.store.put(key, Readable.from([archive]), { contentType: 'application/zip' });
    const reader = await ArchiveReader.open(transfers.store, { key, size: archive.length });
    const steps: number[] = [];
    const onProgress = async (percent: number) => {
      steps.push(Math.round(percent));
    };
    await checkArchive(reader, { withFiles: true, onProgress });
    reader.close();
    expect(steps).toEqual([33, 67, 100]);
  });

  it('cannot refer to a file of another workspace', async () => {
    const { db } = transfers;
    const other = await transfers.makeOwner('other');
    const secret = await transfers.addFile(other, {
      body: Buffer.from('secret'),
      name: 'secret.png',
      type: 0,
    });
    const steal = (json: Record<string, never>) => {
      Object.assign(json, { materials: { m: { maps: { color: `/api/assets/${secret}` } } } });
    };
    const thief = await transfers.makeOwner('thief');
    expect((await transfers.importInto(thief, Buffer.from(withScene(() => undefined, steal)))).status).toBe(
      'completed',
    );
    const scene = await db('compositions').where({ account_id: thief.accountId }).first('id');
    const { document } = await db('composition_documents')
      .where({ composition_id: scene.id })
      .first('document');
    expect(JSON.stringify(document)).not.toContain(secret);
    expect(await db('composition_assets').where({ composition_id: scene.id })).toEqual([]);
  });

  it('reaches no file or component of another workspace from any place', async () => {
    const { db } = transfers;
    const other = await transfers.makeOwner('robbed');
    const file = (name: string) =>
      transfers.addFile(other, { body: Buffer.from(name), name: `${name}.glb`, type: 2 });
    const [unlisted, listed] = [await file('unlisted'), await file('listed')];
    const foreign = uuidv7();
    const component = { id: foreign, kind: 'component', account_id: other.accountId, name: 'Table' };
    await db('library_items').insert(component);
    const rows = () => db('assets').where({ account_id: other.accountId }).orderBy('id');
    const before = await rows();
    const iri = `/api/assets/${unlisted}`;
    const steal = (json: Record<string, never>) => {
      const library = { item: foreign, version: 1 };
      Object.assign(json, {
        materials: { m: { maps: { color: iri } } },
        nodes: {
          a: { kind: 'model', props: { asset: iri } },
          b: { kind: 'model', props: { asset: `/api/assets/${listed}` } },
          c: { kind: 'component', props: { library } },
        },
      });
    };
    const comments = (scene: Record<string, never>) => {
      Object.assign(scene.comments?.[0] ?? {}, { snapshot: unlisted });
    };
    const parts = (json: unknown) => {
      const { materials } = json as { materials: Record<string, object> };
      materials.wood = { maps: { color: iri } };
    };
    const places = (json: ReturnType<typeof manifest>) => {
      const item = { asset: null, material: null, versions: [], isPublished: false };
      const plain = { description: null, category: null, tags: [], credit: null, ...item };
      const [{ id: scene }] = json.scenes;
      json.settings.logo = unlisted;
      json.settings.watermark = unlisted;
      json.assets.push({ ...json.assets[0], id: listed, scene, showsOriginal: true, name: 'listed.png' });
      json.library.push(
        { ...plain, id: unlisted, kind: 'component', name: 'a' },
        { ...plain, id: listed, kind: 'component', name: 'b' },
        { ...plain, id: foreign, kind: 'component', name: 'c' },
        { ...plain, id: uuidv7(), kind: 'model', name: 'd', asset: unlisted },
        { ...plain, id: uuidv7(), kind: 'model', name: 'e', asset: listed },
        { ...plain, id: uuidv7(), kind: 'model', name: 'f', asset: foreign },
        { ...plain, id: uuidv7(), kind: 'material', name: 'g', material: { maps: { color: iri } } },
      );
    };
    const changed = unzipSync(withComponent(parts, unzipSync(withScene(comments, steal))));
    const thief = await transfers.makeOwner('robber');
    const done = await transfers.importInto(thief, Buffer.from(withManifest(places, changed)));
    expect(done.status, JSON.stringify(done.error)).toBe('completed');
    const own = { account_id: thief.accountId };
    const items = await db('library_items').where(own);
    expect(items.map(({ name }) => name).sort()).toEqual(['Chair', 'e', 'g']);
    const scenes: string[] = await db('compositions').where(own).pluck('id');
    const written = [
      items,
      await db('library_versions').whereIn(
        'item_id',
        items.map(({ id }) => id),
      ),
      await db('composition_documents').whereIn('composition_id', scenes),
      await db('composition_assets').whereIn('composition_id', scenes),
      await db('comments').whereIn('composition_id', scenes),
      await db('accounts').where({ id: thief.accountId }),
    ];
    for (const id of [unlisted, listed, foreign]) {
      expect(JSON.stringify(written)).not.toContain(id);
    }
    expect(await rows()).toEqual(before);
    await db('compositions').whereIn('id', scenes).update({ deleted_at: new Date() });
    await db.transaction((trx) => eraseScenes(trx, scenes));
    expect(await rows()).toEqual(before);
  });

  it('cannot change or move a file of another workspace, even if it refers to one', async () => {
    const { db } = transfers;
    const other = await transfers.makeOwner('owner-of-file');
    const asset = await transfers.addFile(other, { body: Buffer.from('m'), name: 'm.glb', type: 2 });
    const thief = await transfers.makeOwner('taker');
    const scene = await makeScene(db, thief, {});
    const read = () => db('assets').where({ id: asset }).first('composition_id', 'wants_original');
    await attachToScenes(db, thief.accountId, [{ asset, scene }]);
    expect(await requestOriginal(db, { id: asset, account_id: thief.accountId }, true)).toBe(false);
    expect(await read()).toEqual({ composition_id: null, wants_original: false });
    const item = {
      ...{ id: null, kind: 'model' as const, asset, material: null, name: 'm', description: null },
      ...{ category: null, tags: [], credit: null, isPublished: false },
    };
    expect(await insertArchivedItem(db, thief, item)).toBe(false);
    await db('assets').where({ id: asset }).update({ composition_id: scene });
    await db('compositions').where({ id: scene }).update({ deleted_at: new Date() });
    await db.transaction((trx) => eraseScenes(trx, [scene]));
    expect(await read()).toEqual({ composition_id: null, wants_original: false });
  });
});
