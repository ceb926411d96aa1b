import { canonicalJson } from '@diorama/shared/domain/canonical-json.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { makePerson, makeScene, type TestPerson } from '@diorama/stack/test/factories.ts';
import { KILLED_IN_COMMIT } from '@diorama/stack/test/job-context.ts';
import { describe, expect, it } from 'vitest';
import { wavFile } from '../test/sound-files.ts';
import { useTransfers } from './test/transfer-fixture.ts';
import { addMaterial, expectSameWorkspace, makeWorkspace, unpack } from './test/whole-workspace.ts';

const transfers = useTransfers();
/** Random scenes of the round trip. */
const SCENES = 60;

describe('a workspace that is exported and imported into an empty one', () => {
  it('has the same documents, versions, comments, projects, tags, library and settings', async () => {
    const source = await makeWorkspace(transfers, { count: SCENES });
    const { db } = transfers;
    await db('accounts').where({ id: source.accountId }).update({ unit: 'inch', industry: 'film' });
    await addMaterial(db, source);
    const archive = await transfers.exportOf(source);
    const target = await transfers.makeOwner('target');
    const done = await transfers.importInto(target, archive);
    expect(done.status, JSON.stringify(done.error)).toBe('completed');
    expect(inEnglish(done.report)).toEqual([
      `${SCENES} scenes added`,
      '6 scenes were published before. Publish them again here.',
      '2 files added',
      '1 library item added',
      '1 person was invited by email',
      'Settings were applied because the workspace had no scenes',
    ]);
    const [before, after] = [unpack(archive), unpack(await transfers.exportOf(target))];
    expectSameWorkspace(before, after);
    expect(after.manifest.library[0]?.material?.maps.color).toContain(after.manifest.assets[0]?.id ?? 'none');
    const note = await db('compositions')
      .where({ account_id: target.accountId, name: 'Scene 0' })
      .first('tour');
    expect(note.tour).toHaveLength(1);
  });

  it('has the components of its library with their versions, which scenes still reference', async () => {
    const source = await makeWorkspace(transfers, { count: 1 });
    const { db } = transfers;
    const item = uuidv7();
    const file = await db('assets').where({ account_id: source.accountId }).first('id');
    const chair = (name: string) =>
      JSON.stringify({
        nodes: {
          shown: { kind: 'instance', props: { component: 'chair' } },
          chair: { kind: 'component', name },
          seat: { kind: 'model', parent: 'chair', props: { asset: `/api/assets/${file.id}` } },
        },
      });
    const row = { id: item, kind: 'component', account_id: source.accountId, name: 'Chair' };
    await db('library_items').insert(row);
    for (const [at, note] of [null, 'Wider'].entries()) {
      const number = at + 1;
      const document = chair(`Chair ${number}`);
      await db('library_versions').insert({ id: uuidv7(), item_id: item, number, note, document });
    }
    const link = { library: { item, version: 1 } };
    const used = { nodes: { chair: { kind: 'component', props: link } } };
    await makeScene(db, source, { name: 'With a chair', document: parseDocument(used) });
    const archive = await transfers.exportOf(source);
    const target = await transfers.makeOwner('target-c');
    const done = await transfers.importInto(target, archive);
    expect(done.status, JSON.stringify(done.error)).toBe('completed');
    const [copy] = await db('library_items').where({ account_id: target.accountId });
    expect(copy).toMatchObject({ kind: 'component', name: 'Chair' });
    expect(copy.id).not.toBe(item);
    const versions = await db('library_versions').where({ item_id: copy.id }).orderBy('number');
    expect(versions.map(({ number, note }) => [number, note])).toEqual([
      [1, null],
      [2, 'Wider'],
    ]);
    const asset = await db('assets').where({ account_id: target.accountId }).first('id');
    expect(versions[1].asset_ids).toEqual([asset.id]);
    const documents = await db('composition_documents as d')
      .join('compositions as c', 'c.id', 'd.composition_id')
      .where('c.account_id', target.accountId)
      .select('d.document');
    const links = documents.map(({ document }) => document.nodes.chair?.props.library?.item);
    expect(links).toContain(copy.id);
    // Once more adds nothing, and an installation without the item keeps its id.
    expect((await transfers.importInto(target, archive)).status).toBe('completed');
    expect(await db('library_items').where({ account_id: target.accountId })).toHaveLength(1);
    await db('library_items').where({ id: item }).delete();
    const other = await transfers.makeOwner('other-c');
    await transfers.importInto(other, archive);
    expect(await db('library_versions').where({ item_id: item })).toHaveLength(2);
  });
});

describe('a file of the shared library', () => {
  it('stays referenced by scenes and components, or is copied if it is gone', async () => {
    const { db } = transfers;
    const source = await transfers.makeOwner('shared');
    const library = { accountId: LIBRARY_ACCOUNT_ID, userId: source.userId };
    const body = Buffer.from(wavFile(2));
    const shared = await transfers.addFile(library as TestPerson, { body, name: 'bell.wav', type: 12 });
    const actions = [{ kind: 'sound', sound: `/api/assets/${shared}` }];
    const nodes = { chair: { kind: 'component' }, seat: { kind: 'box', parent: 'chair' } };
    const interactions = { click: { node: 'seat', actions } };
    await makeScene(db, source, { name: 'Bell', document: parseDocument({ nodes, interactions }) });
    const item = uuidv7();
    const row = { id: item, kind: 'component', account_id: source.accountId, name: 'Chair' };
    await db('library_items').insert(row);
    const shown = { kind: 'instance', props: { component: 'chair' } };
    const document = JSON.stringify({ nodes: { ...nodes, shown }, interactions });
    await db('library_versions').insert({ id: uuidv7(), item_id: item, number: 1, document });
    const archive = await transfers.exportOf(source);
    expect(unpack(archive).manifest.assets).toMatchObject([{ id: shared, isShared: true }]);
    const soundsOf = async (person: TestPerson) => {
      const [scene] = await db('composition_documents as d')
        .join('compositions as c', 'c.id', 'd.composition_id')
        .where('c.account_id', person.accountId)
        .select('d.document');
      const [version] = await db('library_versions as v')
        .join('library_items as i', 'i.id', 'v.item_id')
        .where('i.account_id', person.accountId)
        .select('v.document');
      const sounds = [scene, version].map((one) => one.document.interactions.click.actions[0].sound);
      return { sounds, own: await db('assets').where({ account_id: person.accountId }).pluck('id') };
    };
    const there = await transfers.makeOwner('same');
    expect((await transfers.importInto(there, archive)).status).toBe('completed');
    const kept = `/api/assets/${shared}`;
    expect(await soundsOf(there)).toEqual({ sounds: [kept, kept], own: [] });
    await db('assets').where({ id: shared }).update({ deleted_at: db.fn.now() });
    const elsewhere = await transfers.makeOwner('elsewhere');
    expect((await transfers.importInto(elsewhere, archive)).status).toBe('completed');
    const { sounds, own } = await soundsOf(elsewhere);
    expect(own).toHaveLength(1);
    expect(sounds).toEqual(own.concat(own).map((id: string) => `/api/assets/${id}`));
  });
});

describe('an import', () => {
  it('adds nothing twice, even if it is killed at any point', { tags: ['full'] }, async () => {
    const source = await makeWorkspace(transfers, { count: 11 });
    await transfers
      .db('accounts')
      .where({ id: source.accountId })
      .update({ unit: 'inch', industry: 'Retail' });
    const archive = await transfers.exportOf(source);
    const whole = await transfers.makeOwner('whole');
    await transfers.importInto(whole, archive);
    const contentOf = async ({ accountId }: TestPerson) => {
      const { db } = transfers;
      const rows = async (table: string) =>
        Number((await db(table).where({ account_id: accountId }).count('* as n').first())?.n);
      const versions = await db('scene_versions as v')
        .join('compositions as c', 'c.id', 'v.composition_id')
        .where({ account_id: accountId });
      return [
        await rows('compositions'),
        await rows('assets'),
        await rows('comments'),
        await rows('projects'),
        await rows('tags'),
        versions.length,
        await db('accounts').where({ id: accountId }).first('unit', 'locale', 'industry'),
      ];
    };
    const expected = await contentOf(whole);
    for (const calls of [1, 3, 7, 12, 20, 30, 41]) {
      const target = await transfers.makeOwner('killed');
      const id = await transfers.upload(target, archive);
      let left = calls;
      const killed = new Proxy(transfers.store, {
        get: (store, name, self) => {
          const value = Reflect.get(store, name, self);
          return typeof value !== 'function'
            ? value
            : (...given: unknown[]) => {
                left -= 1;
                if (left < 0) {
                  throw new Error('killed');
                }
                return value.apply(store, given);
              };
        },
      });
      await transfers.runImport(id, { store: killed }).catch(() => undefined);
      // Killed in the transaction that ends it.
      await transfers.runImport(id, { context: KILLED_IN_COMMIT }).catch(() => undefined);
      expect((await transfers.runImport(id)).status).toBe('completed');
      expect(await contentOf(target)).toEqual(expected);
      const again = await transfers.importInto(target, archive);
      expect(inEnglish(again.report)).toContain('11 scenes already existed');
      expect(await contentOf(target)).toEqual(expected);
    }
  });

  it('keeps existing scenes of the workspace, and adds copies of trashed ones', async () => {
    const { db } = transfers;
    const owner = await makeWorkspace(transfers, { count: 3 });
    const archive = await transfers.exportOf(owner);
    const listed = () =>
      db('compositions').where({ account_id: owner.accountId, deleted_at: null }).pluck('id');
    const before = await listed();
    const trashed = before[0];
    await db('compositions').where({ id: before[1] }).update({ name: 'Changed since' });
    await transfers.importInto(owner, archive);
    expect((await listed()).sort()).toEqual(before.sort());
    expect(await db('compositions').where({ name: 'Changed since' }).pluck('id')).toHaveLength(1);
    await db('compositions').where({ id: trashed }).update({ deleted_at: db.fn.now() });
    await transfers.importInto(owner, archive);
    expect(await listed()).toHaveLength(before.length);
    expect(await listed()).not.toContain(trashed);
  });

  it('fails with the limit of the plan, and adds nothing', async () => {
    const archive = await transfers.exportOf(await makeWorkspace(transfers, { count: 6 }));
    const target = await transfers.makeOwner('free', 'free');
    const done = await transfers.importInto(target, archive);
    expect(done.status).toBe('failed');
    expect(inEnglish(done.error ? [done.error] : [])).toEqual([
      'The archive has 6 new scenes, and your plan allows 5 more. Nothing was imported.',
    ]);
    expect(await transfers.db('compositions').where({ account_id: target.accountId })).toEqual([]);
    expect(await transfers.db('assets').where({ account_id: target.accountId })).toEqual([]);
    expect(await transfers.store.exists(done.key ?? 'imports/none')).toBe(false);
  });

  it('adds no component beyond the storage of the plan', async () => {
    const { db } = transfers;
    const source = await transfers.makeOwner('source-of-components');
    const name = 'x'.repeat(100);
    const boxes = Array.from({ length: 100 }, (_, at) => [`box-${at}`, { kind: 'box', parent: 'c', name }]);
    const nodes = {
      shown: { kind: 'instance', props: { component: 'c' } },
      c: { kind: 'component' },
      ...Object.fromEntries(boxes),
    };
    for (const item of [uuidv7(), uuidv7()]) {
      const row = { id: item, kind: 'component', account_id: source.accountId, name: item };
      await db('library_items').insert(row);
      const version = { id: uuidv7(), item_id: item, number: 1, document: JSON.stringify({ nodes }) };
      await db('library_versions').insert(version);
    }
    const archive = await transfers.exportOf(source);
    const start = async (left: number) => {
      const person = await transfers.makeOwner('full', 'free');
      const leave = (free: number) =>
        db('accounts')
          .where({ id: person.accountId })
          .update({ storage_used: PLANS.free.features.storage - free });
      await leave(left);
      const items = () => db('library_items').where({ account_id: person.accountId });
      return { id: await transfers.upload(person, archive), leave, items };
    };
    const full = await start(40_000);
    const refused = await transfers.runImport(full.id);
    expect(inEnglish(refused.error ? [refused.error] : [])).toEqual([
      expect.stringContaining('Nothing was imported.'),
    ]);
    expect(await full.items()).toEqual([]);
    // Something else takes the room after the check.
    const taken = await start(1_000_000);
    await db('workspace_imports')
      .where({ id: taken.id })
      .update({ status: 'scenes', started_at: new Date() });
    await taken.leave(1_000);
    const late = await transfers.runImport(taken.id);
    expect(late.error?.code).toBe('workspace.room-taken');
    expect(await taken.items()).toEqual([]);
  });

  it('grants no rights, invites only from a confirmed address, and assigns comments to no user', async () => {
    const { db } = transfers;
    const source = await makeWorkspace(transfers, { count: 1 });
    const member = await makePerson(db, { name: 'Mia' });
    await db('account_members').insert({
      account_id: source.accountId,
      user_id: member.userId,
      role: 'admin',
    });
    const archive = await transfers.exportOf(source);
    const target = await transfers.makeOwner('target');
    await db('users').where({ id: target.userId }).update({ email_confirmed_at: null });
    expect(inEnglish((await transfers.importInto(target, archive)).report)).toContain(
      '2 people were not invited. Invite them under People.',
    );
    expect(await db('invitations').where({ account_id: target.accountId })).toEqual([]);
    await db('users').where({ id: target.userId }).update({ email_confirmed_at: db.fn.now() });
    await transfers.importInto(target, archive);
    const invited = await db('invitations').where({ account_id: target.accountId }).pluck('email');
    expect(invited.sort()).toEqual([member.email, source.email].sort());
    expect(await db('emails').where({ template: 'invitation', recipient: member.email })).toHaveLength(1);
    expect(await db('account_members').where({ account_id: target.accountId })).toEqual([]);
    const authors = await db('comments')
      .where({ account_id: target.accountId })
      .select('author_id', 'visitor_name');
    expect(authors).toEqual(expect.arrayContaining([{ author_id: null, visitor_name: 'owner' }]));
    expect(authors.every(({ author_id }) => author_id === null)).toBe(true);
  });

  it('fails for a user who has lost the workspace', async () => {
    const archive = await transfers.exportOf(await makeWorkspace(transfers, { count: 1 }));
    const target = await transfers.makeOwner('target');
    await transfers.db('accounts').where({ id: target.accountId }).update({ is_active: false });
    const done = await transfers.importInto(target, archive);
    expect([done.status, done.error?.code]).toEqual(['failed', 'workspace.paused']);
  });
});

it('exported documents are canonical', async () => {
  const { scenes } = unpack(await transfers.exportOf(await makeWorkspace(transfers, { count: 1 })));
  for (const { document } of scenes.values()) {
    expect(document).toBe(canonicalJson(JSON.parse(document)));
  }
});
