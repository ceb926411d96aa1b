import { createHash } from 'node:crypto';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import * as Y from 'yjs';
import { triangleGlb } from '../../test/tiny-files.ts';
import { insertFurtherRows } from './further-rows.ts';

export const OWNER_EMAIL = 'owner@upgrade.test';

/** At least one row of each table, with columns that exist since the baseline. */
export async function insertSampleData(db: Knex, store: ObjectStore): Promise<void> {
  const [owner, guest, account, project, scene, asset] = Array.from({ length: 6 }, () => uuidv7());
  await db('users').insert([
    { id: owner, name: 'Olga', email: OWNER_EMAIL, avatar_color: '#6FA3F5', email_confirmed_at: db.fn.now() },
    { id: guest, name: 'Gus', email: 'guest@upgrade.test', avatar_color: '#F5A36F' },
  ]);
  const plan = { plan: 'pro', plan_expires_at: '2090-01-01T00:00:00Z', unit: 'cm' };
  await db('accounts').insert({ id: account, owner_id: owner, name: 'Studio', ...plan });
  await db('account_members').insert({ account_id: account, user_id: guest, role: 'guest' });
  const ofAccount = { account_id: account };
  await db('projects').insert({
    id: project,
    ...ofAccount,
    name: 'House',
    name_key: 'house',
    created_by: owner,
  });
  await db('tags').insert({ id: uuidv7(), ...ofAccount, name: 'Red', name_key: 'red', color: 'red' });
  const model = await insertObject(db, store, {
    account,
    body: Buffer.from(triangleGlb()),
    contentType: 'model/gltf-binary',
  });
  await db('assets').insert({
    id: asset,
    ...ofAccount,
    created_by: owner,
    type: 2,
    name: 'part.glb',
    size: model.size,
    status: 'ready',
    progress: 100,
    original_object: model.id,
    main_object: model.id,
    extra: JSON.stringify({ triangles: 1, format: 'glb' }),
  });
  await db('accounts').where({ id: account }).update({ storage_used: model.size });
  await insertScene(db, { scene, account, project, owner, asset, glb: model.id });
  await insertOrder(db, { account, owner });
  await insertFurtherRows(db);
}

type Ids = Record<'scene' | 'account' | 'project' | 'owner' | 'asset' | 'glb', string | undefined>;

/** A published scene with a version, an edit that is not merged, and a thread. */
async function insertScene(db: Knex, { scene, account, project, owner, asset, glb }: Ids): Promise<void> {
  const box = { kind: 'box', name: 'Box', position: [1, 2, 3] };
  const part = { kind: 'model', name: 'Part', props: { asset: `/api/assets/${asset}` } };
  const document = parseDocument({ nodes: { box, part } });
  const ydoc = toYDoc(document);
  const snapshot = Buffer.from(Y.encodeStateAsUpdate(ydoc));
  const json = JSON.stringify(document);
  await db('compositions').insert({
    id: scene,
    account_id: account,
    project_id: project,
    name: 'Kitchen',
    tags: ['Red'],
    privacy: 'public',
    status: 'published',
    revision: 3,
    nodes: 2,
    created_by: owner,
    updated_by: owner,
    sharing: JSON.stringify({ allowComment: true }),
  });
  await db('composition_documents').insert({ composition_id: scene, snapshot, document: json });
  const before = Y.encodeStateVector(ydoc);
  ydoc.getMap<Y.Map<unknown>>('nodes').get('box')?.set('name', 'Edited box');
  const bytes = Buffer.from(Y.encodeStateAsUpdate(ydoc, before));
  await db('composition_updates').insert({ composition_id: scene, bytes, user_id: owner });
  const output = uuidv7();
  await db('scene_outputs').insert({
    id: output,
    composition_id: scene,
    requested_by: owner,
    revision: 3,
    document: json,
    asset_ids: [asset],
    status: 'completed',
    step: 3,
    progress: 100,
    glb_object: glb,
    completed_at: db.fn.now(),
  });
  await db('compositions').where({ id: scene }).update({ published_output_id: output });
  await db('scene_versions').insert({
    id: uuidv7(),
    composition_id: scene,
    revision: 1,
    name: 'First',
    automatic: false,
    document: json,
    created_by: owner,
    created_at: db.fn.now(),
  });
  const thread = uuidv7();
  const comment = { composition_id: scene, account_id: account };
  await db('comments').insert({ id: thread, ...comment, author_id: owner, text: 'Larger?' });
  await db('comments').insert({
    id: uuidv7(),
    ...comment,
    parent_id: thread,
    visitor_name: 'Eve',
    text: 'Yes',
  });
}

/** A paid order with its invoice. */
async function insertOrder(
  db: Knex,
  { account, owner }: Record<'account' | 'owner', string | undefined>,
): Promise<void> {
  const order = uuidv7();
  const price = { plan_price: '01900000-0000-7000-8000-000000000031', amount: 5_000, total_amount: 5_000 };
  await db('orders').insert({
    id: order,
    account_id: account,
    created_by: owner,
    ...price,
    months: 1,
    status: 1,
    provider: 'sandbox',
    is_active: true,
    paid_at: db.fn.now(),
  });
  await db('invoices').insert({
    id: uuidv7(),
    account_id: account,
    order_id: order,
    number: 'INV-2026-000001',
    amount: 5_000,
  });
}

async function insertObject(
  db: Knex,
  store: ObjectStore,
  { account, body, contentType }: { account: string | undefined; body: Buffer; contentType: string },
): Promise<{ id: string; size: number }> {
  const id = uuidv7();
  const key = `${account}/${id}`;
  await store.put(key, body, { contentType });
  const sha256 = createHash('sha256').update(body).digest();
  const row = { id, account_id: account, sha256, key, size: body.length, content_type: contentType };
  await db('objects').insert(row);
  return { id, size: body.length };
}
