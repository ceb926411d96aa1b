import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import knex from 'knex';
import type KoaClass from 'koa';
import { loadOurs } from '../peers.ts';

/**
 * A server process that lists the scenes of a workspace with plain Koa and Knex. It checks the same kind of
 * token, reads the session, the page and the count, and sends the same keys.
 */
const { DATABASE_URL = '', KEY = '', ACCOUNT = '', ORIGIN = '' } = process.env;
const { default: Koa } = await loadOurs<{ default: typeof KoaClass }>('koa');
const PAGE_SIZE = 60;
const key = new TextEncoder().encode(KEY);
const db = knex({ client: 'pg', connection: DATABASE_URL, pool: { min: 0, max: 20 } });

const SHARING = {
  expiresAt: null,
  allowComment: false,
  allowClone: false,
  live: false,
  embedOrigins: [],
  arFixedScale: false,
  arPlacement: 'floor',
};

type SceneRow = Record<string, unknown> & { id: string; created_at: Date; updated_at: Date };

const scenes = () =>
  db('compositions').where({ 'compositions.account_id': ACCOUNT, 'compositions.deleted_at': null });

async function listScenes() {
  const [rows, [count]] = await Promise.all([
    scenes()
      .join('accounts', 'accounts.id', 'compositions.account_id')
      .leftJoin('users', 'users.id', 'compositions.created_by')
      .leftJoin('scene_outputs', 'scene_outputs.id', 'compositions.published_output_id')
      .select('compositions.*', 'users.name as user_name', 'users.avatar_color')
      .select('accounts.owner_id', 'scene_outputs.revision as published_revision')
      .orderBy('compositions.updated_at', 'desc')
      .limit(PAGE_SIZE),
    scenes().count(),
  ]);
  return { rows: rows as SceneRow[], total: Number(count?.count) };
}

function present(row: SceneRow) {
  const person = {
    '@id': `/api/users/${row.created_by}`,
    uuid: row.created_by,
    name: row.user_name,
    avatarUrl: null,
    avatarColor: row.avatar_color,
  };
  return {
    '@id': `/api/compositions/${row.id}`,
    '@type': 'Composition',
    uuid: row.id,
    type: 'scene',
    name: row.name,
    description: row.description,
    thumbnail: row.thumbnail_object,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    url: `${ORIGIN}/view/${row.id}`,
    embedUrl: `${ORIGIN}/embed/${row.id}`,
    privacy: row.privacy,
    status: row.status,
    extra: row.extra,
    category: row.category_id,
    tags: row.tags,
    project: row.project_id,
    account: `/api/accounts/${row.account_id}`,
    createdBy: person,
    updatedBy: person,
    ownedByCurrentUser: row.created_by === row.owner_id,
    inSyncWithScene: row.published_revision === row.revision,
    revision: Number(row.revision),
    publishedRevision: row.published_revision,
    session: { people: [] },
    permission: 'admin',
    sharing: { ...SHARING, ...(row.sharing as object) },
  };
}

const app = new Koa();
app.use(async (ctx) => {
  const token = ctx.get('authorization').slice('Bearer '.length);
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
  await db('bench_sessions').where({ id: payload.sub }).first('id');
  const { rows, total } = await listScenes();
  ctx.type = 'application/ld+json; charset=utf-8';
  ctx.body = JSON.stringify({
    '@id': '/api/compositions',
    '@type': 'Collection',
    member: rows.map(present),
    totalItems: total,
    view: { next: '/api/compositions?page=2&itemsPerPage=60' },
  });
});

const server = createServer(app.callback());
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
