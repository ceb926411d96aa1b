import { Readable } from 'node:stream';
import { messages } from '@diorama/shared/i18n/en/import-messages.ts';
import { translateImportMessage } from '@diorama/shared/i18n/import-messages.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import { makeScene, type TestPerson } from '@diorama/stack/test/factories.ts';
import fc from 'fast-check';
import { type Zippable, zipSync } from 'fflate';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ArchiveReader } from './archive-reader.ts';
import { checkArchive } from './check-archive.ts';
import { useArchive } from './test/archive-fixture.ts';
import { useTransfers } from './test/transfer-fixture.ts';

const transfers = useTransfers();
const { archive, files, packed, manifest, withManifest, withScene, withComponent } = useArchive(transfers);
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
  let target: TestPerson;
  beforeAll(async () => {
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
  it('is rejected with a reason after any byte change or truncation, and leaves nothing', {
    tags: ['full'],
  }, async () => {
    const change = fc.oneof(
      fc
        .record({ at: fc.nat({ max: archive().length - 1 }), value: fc.nat({ max: 255 }) })
        .map(({ at, value }) => {
          const changed = Buffer.from(archive());
          changed[at] = value;
          return changed;
        }),
      fc.nat({ max: archive().length - 1 }).map((length) => archive().subarray(0, length)),
      fc.uint8Array({ minLength: 1, maxLength: 2_000 }).map((noise) => Buffer.from(noise)),
      fc
        .tuple(fc.nat({ max: archive().length - 1 }), fc.uint8Array({ maxLength: 300 }))
        .map(([at, noise]) => Buffer.concat([archive().subarray(0, at), noise, archive().subarray(at)])),
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
    const path = (name: string) => expectSentence(packed({ ...files(), [name]: Buffer.from('x') }));
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
    expect(await expectSentence(packed({ ...files(), [`files/${file}`]: Buffer.from('other') }))).toBe(
      `The file files/${file} in the archive is damaged: its checksum does not match.`,
    );
    const { [`files/${file}`]: _gone, ...rest } = files();
    expect(await expectSentence(packed(rest))).toBe(`The file files/${file} is missing from the archive.`);
    const bomb = {
      ...files,
      'manifest.json': [Buffer.alloc(15_000_000, 32), { level: 9 }],
    } satisfies Zippable;
    expect(await expectSentence(zipSync(bomb))).toBe('The archive is too large when unpacked.');
    const large = { ...files(), 'manifest.json': Buffer.alloc(17_000_000, 32) };
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
      expect(await expectSentence(withComponent(nothing, files(), 4_000_000))).toMatch(
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
    await transfers.store.put(key, Readable.from([archive()]), { contentType: 'application/zip' });
    const reader = await ArchiveReader.open(transfers.store, { key, size: archive().length });
    const steps: number[] = [];
    const onProgress = async (percent: number) => {
      steps.push(Math.round(percent));
    };
    await checkArchive(reader, { withFiles: true, onProgress });
    reader.close();
    expect(steps).toEqual([33, 67, 100]);
  });
});
