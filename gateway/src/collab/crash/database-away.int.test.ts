// @module-tag full
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { applyUpdates, readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { loadScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { type Postgres, startPostgres } from '@diorama/stack/postgres/launch.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';
import { joinScene, type TestClient } from '../test-client.ts';

const EDITS = 20;

describe('editing during a database outage', () => {
  let dataDir: string;
  let postgres: Postgres;
  let harness: Harness;
  let owner: Person;
  let id: string;
  let people: TestClient[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'diorama-away-'));
    await chmod(dataDir, 0o755);
    postgres = await startPostgres({ dataDir, password: 'test' });
    await migrate(postgres.url);
    harness = await startHarness({ DATABASE_URL: postgres.url });
    owner = await harness.signUp('owner');
  });
  beforeEach(async () => {
    id = String((await call('POST', '/api/compositions', { name: 'Before' })).json.uuid);
    people = [1, 2].map(() => joinScene(harness.url, id, owner.token));
    await until(() => people.every((person) => person.isSynced()));
    expect((await say('before')).status).toBe(201);
    editAll('before');
    await until(() => people.every((person) => person.isDurable()));
  });
  afterEach(() => {
    for (const person of people) {
      person.close();
    }
  });
  afterAll(async () => {
    await harness.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 120_000, interval: 20 });
  const call = (method: string, path: string, body?: object) =>
    harness.call(method, path, { token: owner.token, ...(body && { body }) });
  const say = (text: string) => call('POST', `/api/compositions/${id}/comments`, { text });
  const rename = (name: string) => call('PATCH', `/api/compositions/${id}`, { name });
  const said = () => harness.db('comments').where({ composition_id: id }).orderBy('created_at').pluck('text');
  const editAll = (when: string) => {
    for (let at = 0; at < EDITS; at += 1) {
      for (const [who, { ydoc }] of people.entries()) {
        addNode(ydoc, { kind: 'box', name: `${when} ${at} by ${who}` });
      }
    }
  };
  /** Users keep working with each other, stay connected, and receive no false confirmation. */
  const expectToGoOn = async () => {
    editAll('meanwhile');
    const count = 2 * EDITS * people.length;
    await until(() => people.every(({ ydoc }) => sceneRoots(ydoc).nodes.size === count));
    expect(people.map((person) => [person.isDurable(), person.closed])).toEqual(
      people.map(() => [false, []]),
    );
  };
  const expectAllStored = async () => {
    await until(() => people.every((person) => person.isDurable()));
    const stored = new Y.Doc();
    sceneRoots(stored);
    applyUpdates(stored, (await loadScene(harness.db, id))?.updates ?? []);
    for (const { ydoc, closed } of people) {
      expect(readDocument(stored)).toEqual(readDocument(ydoc));
      expect(closed).toEqual([]);
    }
  };

  it('continues after a kill, other calls get 503, and all edits are stored afterwards', async () => {
    halt(postgres)('SIGKILL');
    await postgres.ended;
    try {
      await expectToGoOn();
      for (const answer of [
        await say('meanwhile'),
        await rename('Meanwhile'),
        await call('GET', '/api/users/me'),
      ]) {
        expect([answer.status, answer.json.description]).toEqual([503, 'server.unavailable']);
        expect(answer.headers.get('retry-after')).toBe('1');
      }
    } finally {
      postgres = await startPostgres({ dataDir, password: 'test', port: postgres.port });
    }
    await expectAllStored();
    expect(await said()).toEqual(['before']);
    expect((await call('GET', `/api/compositions/${id}`)).json.name).toBe('Before');
    expect([(await say('after')).status, (await rename('After')).status]).toEqual([201, 200]);
    expect(await said()).toEqual(['before', 'after']);
    const late = joinScene(harness.url, id, owner.token);
    people.push(late);
    await until(late.isSynced);
    await expectAllStored();
  });

  it('continues while the database is suspended, and pending calls finish or get 503 afterwards', async () => {
    const signalAll = halt(postgres);
    let answers: Promise<{ status: number }[]>;
    try {
      answers = Promise.all([say('meanwhile'), rename('Meanwhile')]);
      await expectToGoOn();
    } finally {
      signalAll('SIGCONT');
    }
    const [told, named] = (await answers).map(({ status }) => status);
    await expectAllStored();
    // Requests that needed a further connection were rejected and had no effect.
    expect([201, 503]).toContain(told);
    expect(await said()).toEqual(told === 201 ? ['before', 'meanwhile'] : ['before']);
    expect([200, 503]).toContain(named);
    const { name } = (await call('GET', `/api/compositions/${id}`)).json;
    expect(name).toBe(named === 200 ? 'Meanwhile' : 'Before');
  });
});

/**
 * Stops a server, which then starts no further processes, and its children, each of which leads a
 * process group.
 * @returns signals all of them.
 */
function halt({ pid }: Postgres): (signal: NodeJS.Signals) => void {
  process.kill(pid, 'SIGSTOP');
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid);
  const all = [pid, ...children.map(([child = pid]) => child)];
  const signalAll = (signal: NodeJS.Signals) => {
    for (const one of all) {
      try {
        process.kill(one, signal);
      } catch {
        // It ended by itself meanwhile.
      }
    }
  };
  signalAll('SIGSTOP');
  return signalAll;
}
