import { setTimeout as sleep } from 'node:timers/promises';
import { joinScene, type TestClient } from '@diorama/gateway/collab/test-client.ts';
import type { Harness, Person } from '@diorama/gateway/test/harness.ts';
import { multipartForm } from '@diorama/gateway/test/multipart-form.ts';
import { canonicalJson } from '@diorama/shared/domain/canonical-json.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { addNodes, updateNodes } from '@diorama/shared/scene/ops.ts';
import { readDocument } from '@diorama/shared/scene/ydoc.ts';
import { compactScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { invoiceIssue } from '@diorama/worker-billing/jobs/invoice-issue.ts';
import { orderReconcile } from '@diorama/worker-billing/jobs/order-reconcile.ts';
import { vi } from 'vitest';
import * as Y from 'yjs';
import { jobContext } from '../../test/job-context.ts';
import { SLOW } from '../../test/slow.ts';
import { triangleGlb } from '../../test/tiny-files.ts';

const SCENES = 10;
/** Pause between two edits of each scene, so that all scenes together have 200 a second. */
const EDIT_MS = 50;
const COMPACT_MS = 200;
/** Pause of each person after an upload or a purchase. */
const REST_MS = 50;
const PAYERS = 3;
const PRICE = PLAN_PRICES.find(({ plan, months }) => plan === 'pro' && months === 1)?.uuid;
const CARD = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2040, cvc: '123' };
/** Nodes that each edit moves together. */
export const COUNTERS = ['first', 'second'] as const;

/** Number of stored edits, finished uploads and invoices. */
export type Work = { edits: number; uploads: number; invoices: number };

/** A scene with an editor, and its document after each of the edits. */
export class EditedScene {
  readonly id: string;
  readonly #client: TestClient;
  readonly #states: string[] = [];
  /** Clock of the editor after each edit. */
  readonly #clocks: number[] = [];
  #stored = 0;

  constructor(id: string, client: TestClient) {
    this.id = id;
    this.#client = client;
    const { ydoc } = client;
    ydoc.transact(() => {
      addNodes(
        ydoc,
        COUNTERS.map((counter) => ({ kind: 'box', id: counter })),
      );
      addNodes(ydoc, [{ kind: 'model', id: 'model' }]);
    });
    this.#remember();
  }

  /** Counts both counters up, and shows a file. */
  edit(asset: string | undefined): void {
    const { ydoc } = this.#client;
    const count = this.#states.length;
    ydoc.transact(() => {
      updateNodes(ydoc, new Map(COUNTERS.map((counter) => [counter, { position: [count, 0, 0] }])));
      if (asset !== undefined) {
        updateNodes(ydoc, new Map([['model', { props: { asset } }]]));
      }
    });
    this.#remember();
  }

  get made(): number {
    return this.#states.length;
  }

  /** Number of edits that the server has confirmed as stored. */
  get stored(): number {
    const { ydoc, durable } = this.#client;
    const clock = durable.get(ydoc.clientID) ?? 0;
    while ((this.#clocks[this.#stored] ?? Number.POSITIVE_INFINITY) <= clock) {
      this.#stored += 1;
    }
    return this.#stored;
  }

  /** The document after its first `count` edits, besides that of the start. */
  stateAt(count: number): string | undefined {
    return this.#states[count];
  }

  close(): void {
    this.#client.close();
  }

  #remember(): void {
    const { ydoc } = this.#client;
    this.#states.push(canonicalJson(readDocument(ydoc)));
    this.#clocks.push(Y.getState(ydoc.store, ydoc.clientID));
  }
}

/** People who edit, upload and pay, and the jobs of the workers that follow. */
export class PeopleAtWork {
  readonly scenes: EditedScene[] = [];
  readonly #harness: Harness;
  readonly #owner: Person;
  readonly #payers: Person[];
  readonly #assets: string[] = [];
  #invoices = 0;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();
  #failure: unknown = null;

  private constructor(harness: Harness, owner: Person, payers: Person[]) {
    this.#harness = harness;
    this.#owner = owner;
    this.#payers = payers;
  }

  static async start(harness: Harness): Promise<PeopleAtWork> {
    const owner = await harness.signUp('editor');
    await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
    const names = Array.from({ length: PAYERS }, (_, at) => `payer-${at}`);
    const work = new PeopleAtWork(harness, owner, await Promise.all(names.map(harness.signUp)));
    for (let scene = 0; scene < SCENES; scene += 1) {
      work.scenes.push(await work.#openScene());
    }
    work.#start();
    await work.more({ edits: 2 * SCENES, uploads: 5, invoices: 3 });
    return work;
  }

  /** Address of the person to whom the scenes belong. */
  get email(): string {
    return this.#owner.email;
  }

  get done(): Work {
    const edits = this.scenes.reduce((sum, { stored }) => sum + stored, 0);
    return { edits, uploads: this.#assets.length, invoices: this.#invoices };
  }

  /** Waits for further work. @throws the error of a person's request */
  async more(wanted: Partial<Work>): Promise<void> {
    const before = this.done;
    const isDone = () => {
      if (this.#failure !== null) {
        throw this.#failure;
      }
      const { edits, uploads, invoices } = this.done;
      return (
        edits >= before.edits + (wanted.edits ?? 0) &&
        uploads >= before.uploads + (wanted.uploads ?? 0) &&
        invoices >= before.invoices + (wanted.invoices ?? 0)
      );
    };
    await vi.waitUntil(isDone, { timeout: 60_000 * SLOW, interval: 10 });
  }

  /** Ends the work. @throws the first error of a person's request */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    for (const scene of this.scenes) {
      scene.close();
    }
    if (this.#failure !== null) {
      throw this.#failure;
    }
  }

  #start(): void {
    const parts = [
      this.#repeat(() => this.#editAll()),
      this.#repeat(() => this.#upload()),
      this.#repeat(() => this.#compactAll()),
      ...this.#payers.map((payer) => this.#repeat(() => this.#pay(payer))),
    ];
    this.#running = Promise.all(parts);
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    try {
      while (!this.#isOver) {
        await act();
      }
    } catch (error) {
      this.#failure ??= error;
    }
  }

  async #openScene(): Promise<EditedScene> {
    const { json } = await this.#call('POST', '/api/compositions', this.#owner, {});
    const client = joinScene(this.#harness.url, String(json.uuid), this.#owner.token);
    await vi.waitUntil(client.isSynced, { timeout: 60_000 * SLOW, interval: 10 });
    return new EditedScene(String(json.uuid), client);
  }

  async #editAll(): Promise<void> {
    for (const scene of this.scenes) {
      scene.edit(this.#assets.at(-1));
    }
    await sleep(EDIT_MS);
  }

  /** The job of worker-assets that merges the edits of scenes. */
  async #compactAll(): Promise<void> {
    for (const { id } of this.scenes) {
      await compactScene(this.#harness.db, id);
      await sleep(COMPACT_MS / SCENES);
    }
  }

  async #upload(): Promise<void> {
    const model = triangleGlb({ size: 1 + this.#assets.length });
    const body = multipartForm({ type: '2' }, ['file', 'part.glb', model]);
    const { json } = await this.#call('POST', '/api/assets/upload', this.#owner, body);
    this.#assets.push(String(json['@id']));
    await sleep(REST_MS);
  }

  /** A purchase, and the jobs of worker-billing for it. */
  async #pay(payer: Person): Promise<void> {
    const { db, deps } = this.#harness;
    const { json: order } = await this.#call('POST', '/api/orders', payer, {
      account: payer.accountId,
      planPrice: PRICE,
    });
    await this.#call('POST', `/api/sandbox-payments/${order.token}/confirm`, payer, CARD);
    const orderId = String(order.uuid);
    await orderReconcile({ ...deps })({ orderId }, jobContext());
    const invoice = await db('invoices').where({ order_id: orderId }).first('id');
    const { publicUrl, seller } = deps.env;
    await invoiceIssue({ ...deps, publicUrl, seller })({ invoiceId: invoice.id }, jobContext());
    this.#invoices += 1;
    await sleep(REST_MS);
  }

  async #call(method: string, path: string, { token }: Person, body: object) {
    const answer = await this.#harness.call(method, path, { token, body });
    if (answer.status >= 400) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    }
    return answer;
  }
}
