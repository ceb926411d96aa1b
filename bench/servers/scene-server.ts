import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import knex from 'knex';
import type KoaClass from 'koa';
import type Pg from 'pg';
import { loadOurs, loadPeer } from '../peers.ts';

/**
 * A server process with the least work of reading a scene, without code of Diorama. It checks the same kind
 * of token, reads the session and the scene's JSON by id, and sends it. `KIND` selects the framework.
 */
const { KIND = '', DATABASE_URL = '', KEY = '' } = process.env;
const key = new TextEncoder().encode(KEY);
const { default: Koa } = await loadOurs<{ default: typeof KoaClass }>('koa');
const { default: pg } = await loadOurs<{ default: typeof Pg }>('pg');
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
const TYPE = 'application/ld+json; charset=utf-8';

async function check(authorization: string | undefined): Promise<void> {
  const { payload } = await jwtVerify(authorization?.slice('Bearer '.length) ?? '', key, {
    algorithms: ['HS256'],
  });
  await pool.query({
    name: 'session',
    text: 'select id from bench_sessions where id = $1',
    values: [payload.sub],
  });
}

async function readPrepared(id: string): Promise<string> {
  const text = 'select body from bench_scenes where id = $1';
  const { rows } = await pool.query({ name: 'scene', text, values: [id] });
  return rows[0].body;
}

const idOf = (url: string | undefined) => (url ?? '').slice('/api/compositions/'.length);

const servers: Record<string, () => Promise<number>> = {
  bare: async () => {
    const server = createServer(async (request, response) => {
      await check(request.headers.authorization);
      response.setHeader('Content-Type', TYPE);
      response.end(await readPrepared(idOf(request.url)));
    });
    return listen(server);
  },
  koa: async () => {
    const app = new Koa();
    app.use(async (ctx) => {
      await check(ctx.get('authorization'));
      ctx.type = TYPE;
      ctx.body = await readPrepared(idOf(ctx.path));
    });
    return listen(createServer(app.callback()));
  },
  'koa-knex': async () => {
    const db = knex({ client: 'pg', connection: DATABASE_URL, pool: { min: 0, max: 20 } });
    const app = new Koa();
    app.use(async (ctx) => {
      const token = ctx.get('authorization').slice('Bearer '.length);
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
      await db('bench_sessions').where({ id: payload.sub }).first('id');
      const scene = await db('bench_scenes')
        .where({ id: idOf(ctx.path) })
        .first('body');
      ctx.type = TYPE;
      ctx.body = scene.body;
    });
    return listen(createServer(app.callback()));
  },
  fastify: async () => {
    type Fastify = {
      get(
        path: string,
        handler: (
          request: { headers: { authorization?: string }; params: { id: string } },
          reply: { type(t: string): void },
        ) => Promise<string>,
      ): void;
      listen(options: { port: number; host: string }): Promise<string>;
    };
    const { fastify } = await loadPeer<{ fastify(): Fastify }>('fastify');
    const app = fastify();
    app.get('/api/compositions/:id', async (request, reply) => {
      await check(request.headers.authorization);
      reply.type(TYPE);
      return readPrepared(request.params.id);
    });
    return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  },
};

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const port = await servers[KIND]?.();
process.send?.({ port });
process.on('disconnect', () => process.exit());
