import { setTimeout as sleep } from 'node:timers/promises';
import type { TestClient } from '@diorama/gateway/collab/test-client.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { readDocument } from '@diorama/shared/scene/ydoc.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { expect, vi } from 'vitest';
import { SLOW } from '../../test/slow.ts';
import type { Installation } from './installation.ts';
import { type Person, signUp } from './people.ts';

/** People at work, two in each scene. */
export type Traffic = {
  people: readonly Person[];
  /** Answers that were no success, by status and code, with their number. */
  refusals(): Record<string, number>;
  /** Longest time until an edit was stored, in milliseconds. */
  longestSave(): number;
  /** Number of rounds of the person who did least. */
  rounds(): number;
  /** Whether all sockets are connected and synchronised. */
  areAllOpen(): boolean;
  /**
   * Ends the work, waits until all of it has had its effect, and checks that nothing is lost or doubled.
   * @throws Error of a request that the rules of the web client do not mend
   */
  finish(): Promise<void>;
};

const ROUND_MS = 1_000;
const WITHIN = { timeout: 240_000 * SLOW, interval: 100 };
/** Rounds between two uploads, two publications and two comments of four people; more people do each more rarely. */
const EACH = { comment: 2, upload: 4, publish: 12 } as const;
const EACH_OF_PEOPLE = 4;

/** Signs people up, and lets them edit, comment, upload, publish and pay until `finish`. */
export async function startTraffic(
  { installation, db }: { installation: Installation; db: Knex },
  count: number,
): Promise<Traffic> {
  const { url } = installation;
  // Removes dead letters of an earlier, failed test.
  await db('job_parked').del();
  const people = await Promise.all(Array.from({ length: count }, (_, at) => signUp(url, `Person-${at}`)));
  await db('accounts').update({ plan: 'enterprise' });
  const scenes = await Promise.all(
    people.filter((_, at) => at % 2 === 0).map((owner) => owner.createScene()),
  );
  const sceneOf = (at: number) => scenes[Math.floor(at / 2)] ?? '';
  for (const [at, { userId }] of people.entries()) {
    if (at % 2 === 1) {
      await db('composition_members').insert({ composition_id: sceneOf(at), user_id: userId, role: 0 });
    }
  }
  const workers = people.map(
    (person, at) =>
      new Worker(person, { scene: sceneOf(at), isOwner: at % 2 === 0, share: count / EACH_OF_PEOPLE }),
  );
  await vi.waitUntil(() => workers.every(({ client }) => client.isSynced()), WITHIN);
  for (const worker of workers) {
    worker.start();
  }
  return {
    people,
    refusals: () => {
      const all = new Map<string, number>();
      for (const [refusal, times] of people.flatMap(({ refusals }) => [...refusals])) {
        all.set(refusal, (all.get(refusal) ?? 0) + times);
      }
      return Object.fromEntries(all);
    },
    longestSave: () => Math.max(...workers.map(({ longestSave }) => longestSave)),
    rounds: () => Math.min(...workers.map(({ rounds }) => rounds)),
    areAllOpen: () => workers.every(({ client }) => client.isSynced()),
    finish: async () => {
      // What a parked job would have done never comes.
      const ended = new AbortController();
      const deadLetterFound = untilDeadLetter(db, ended.signal);
      try {
        const failures = await Promise.race([
          Promise.all(workers.map((worker) => worker.finish())),
          deadLetterFound,
        ]);
        expect(failures.flat()).toEqual([]);
      } finally {
        ended.abort();
      }
      await checkEffects(db, workers);
    },
  };
}

/** A person at work, and what must come of it. */
class Worker {
  readonly scene: string;
  readonly client: TestClient;
  readonly #person: Person;
  readonly #isOwner: boolean;
  readonly #share: number;
  readonly nodes: string[] = [];
  readonly comments: string[] = [];
  readonly uploads: string[] = [];
  rounds = 0;
  longestSave = 0;
  #isOver = false;
  #running: Promise<Error[]> = Promise.resolve([]);

  constructor(person: Person, { scene, isOwner, share }: { scene: string; isOwner: boolean; share: number }) {
    this.#person = person;
    this.#share = share;
    this.#isOwner = isOwner;
    this.scene = scene;
    this.client = person.open(scene);
  }

  get accountId(): string {
    return this.#person.accountId;
  }

  start(): void {
    const parts = [this.#edit(), this.#talk(), this.#upload(), this.#publish(), this.#pay()];
    this.#running = Promise.all(parts.map((part) => part.then(() => null, toError))).then((errors) =>
      errors.filter((error) => error !== null),
    );
  }

  async finish(): Promise<Error[]> {
    this.#isOver = true;
    const errors = await this.#running;
    await vi.waitUntil(() => this.client.isSynced() && this.client.isDurable(), WITHIN);
    return errors;
  }

  async #edit(): Promise<void> {
    while (!this.#isOver) {
      const name = `${this.#person.name} node ${this.nodes.length}`;
      addNode(this.client.ydoc, { kind: 'box', name });
      this.nodes.push(name);
      const startedAt = Date.now();
      while (!this.client.isDurable() && !this.#isOver) {
        await sleep(20);
      }
      this.longestSave = Math.max(this.longestSave, Date.now() - startedAt);
      this.rounds += 1;
      await sleep(ROUND_MS);
    }
  }

  async #talk(): Promise<void> {
    while (!this.#isOver) {
      const text = `${this.#person.name} comment ${this.comments.length}`;
      this.comments.push(text);
      await this.#person.call('POST', `/api/compositions/${this.scene}/comments`, { body: { text } });
      await this.#rest(EACH.comment);
    }
  }

  async #upload(): Promise<void> {
    while (!this.#isOver) {
      const name = `${this.#person.name} model ${this.uploads.length}.stl`;
      this.uploads.push(name);
      await this.#person.imported(await this.#person.upload(name, tileOf(name)));
      await this.#rest(EACH.upload);
    }
  }

  async #publish(): Promise<void> {
    while (this.#isOwner && !this.#isOver) {
      await this.#person.publish(this.scene);
      await this.#rest(EACH.publish);
    }
  }

  async #pay(): Promise<void> {
    await sleep(ROUND_MS * 5 * Math.random());
    await this.#person.pay();
  }

  async #rest(rounds: number): Promise<void> {
    for (let round = 0; round < rounds * this.#share && !this.#isOver; round += 1) {
      await sleep(ROUND_MS);
    }
  }
}

/** @throws as soon as a job is parked */
async function untilDeadLetter(db: Knex, signal: AbortSignal): Promise<Error[]> {
  while (!signal.aborted) {
    expect(await listDeadLetters(db)).toEqual([]);
    await sleep(1_000, undefined, { signal }).catch(() => undefined);
  }
  return [];
}

const listDeadLetters = (db: Knex) => db('job_parked').select('job', 'reason');

function toError(err: unknown): Error {
  return err instanceof Error ? err : new Error(String(err));
}

/** A model with unique bytes. */
function tileOf(name: string): Buffer {
  const facet = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet';
  return Buffer.from(`solid ${name}\n${facet}\nendsolid ${name}\n`);
}

async function checkEffects(db: Knex, workers: readonly Worker[]): Promise<void> {
  for (const scene of new Set(workers.map((worker) => worker.scene))) {
    const team = workers.filter((worker) => worker.scene === scene);
    const nodes = team.flatMap((worker) => worker.nodes).sort();
    for (const { client } of team) {
      await expect.poll(() => namesOf(readDocument(client.ydoc).nodes), WITHIN).toEqual(nodes);
      client.close();
    }
    const comments = await db('comments').where({ composition_id: scene }).orderBy('text').pluck('text');
    expect(comments.toSorted()).toEqual(team.flatMap((worker) => worker.comments).sort());
  }
  for (const { accountId, uploads } of workers) {
    const assets = await db('assets')
      .where({ account_id: accountId, upload_type: 'library' })
      .select('name', 'status');
    expect(assets.map(({ name }) => name).sort()).toEqual(uploads.toSorted());
    expect(new Set(assets.map(({ status }) => status))).toEqual(new Set(['ready']));
    const paid = () => db('invoices').where({ account_id: accountId }).pluck('amount');
    await vi.waitUntil(async () => (await paid()).length > 0, WITHIN);
    expect(await paid()).toHaveLength(1);
    expect(await db('orders').where({ account_id: accountId }).pluck('is_active')).toEqual([true]);
  }
  await vi.waitUntil(async () => (await db('outbox').select('id')).length === 0, WITHIN);
  expect(await listDeadLetters(db)).toEqual([]);
}

function namesOf(nodes: Record<string, { name: string }>): string[] {
  return Object.values(nodes)
    .map(({ name }) => name)
    .sort();
}
