import { type AddressInfo, createServer, type Socket } from 'node:net';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDb } from '../db/knex.ts';
import { isUnavailable } from './unavailable.ts';

const database = useDatabase();
/** Limit of a wait that never succeeds in these tests, in milliseconds. */
const SHORT_MS = 50;
/** Limits that no test reaches. */
const LONG = { acquireMs: 60_000, statementMs: 60_000, answerMs: 60_000 };

/** Address of a server that accepts connections and does not speak PostgreSQL. */
async function listen(handle: (socket: Socket) => void = () => undefined): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of open) {
      socket.destroy();
    }
  });
  return `postgres://test@127.0.0.1:${(server.address() as AddressInfo).port}/test`;
}

async function errorOf(work: PromiseLike<unknown>): Promise<unknown> {
  return await Promise.resolve(work).then(
    () => 'no error',
    (error: unknown) => error,
  );
}

function createClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: SHORT_MS });
  client.on('error', () => undefined);
  return client;
}

function openDb(url: string, deadlines: Partial<typeof LONG> = {}) {
  const db = createDb(url, { name: 'unavailable-test', max: 1, deadlines: { ...LONG, ...deadlines } });
  onTestFinished(() => db.destroy());
  return db;
}

describe('isUnavailable', () => {
  it('is true when no server listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const error = await errorOf(openDb(`postgres://test@127.0.0.1:${port}/test`).raw('select 1'));
    expect(error).toSatisfy(isUnavailable);
  });

  it('is true when a server does not respond', async () => {
    expect(await errorOf(createClient(await listen()).connect())).toSatisfy(isUnavailable);
  });

  it('is true when a server closes the connection', async () => {
    const url = await listen((socket) => socket.end());
    expect(await errorOf(new pg.Client(url).connect())).toSatisfy(isUnavailable);
  });

  it('is true when a pool gets no connection in time', { tags: ['full'] }, async () => {
    const connectionString = await listen();
    const pool = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: SHORT_MS });
    onTestFinished(() => pool.end());
    const errors = await Promise.all([errorOf(pool.connect()), errorOf(pool.connect())]);
    for (const error of errors) {
      expect(error).toSatisfy(isUnavailable);
    }
    const db = openDb(await listen(), { acquireMs: SHORT_MS });
    expect(await errorOf(db.raw('select 1'))).toSatisfy(isUnavailable);
  });

  it('is true when the connection of a statement is lost, and for the next statement', async () => {
    const client = new pg.Client(database.url);
    const ended = new Promise((resolve) => client.once('end', resolve));
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const running = errorOf(client.query('select pg_sleep(60)'));
    await database.db.raw('select pg_terminate_backend(?)', [rows[0].pid]);
    expect(await running).toSatisfy(isUnavailable);
    await ended;
    expect(await errorOf(client.query('select 1'))).toSatisfy(isUnavailable);
  });

  it('is true when a statement takes too long', async () => {
    const db = openDb(database.url, { statementMs: SHORT_MS });
    expect(await errorOf(db.raw('select pg_sleep(60)'))).toSatisfy(isUnavailable);
  });

  it('is false for an invalid statement', async () => {
    expect(await errorOf(database.db.raw('select from where'))).not.toSatisfy(isUnavailable);
  });
});
