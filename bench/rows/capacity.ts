import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLoopDelay } from '@diorama/gateway/test/attacks/process-watch.ts';
import { metadata } from '@diorama/gateway/uploads/upload-fixture.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { type Measured, percentile, summarise } from '../measure.ts';
import { makeOutput, sceneOf, smallModels, uploadModel } from '../models.ts';
import { leaveAll, meet, type People } from '../people.ts';
import { liftPlans, openProduct, type Product, signUp } from '../product.ts';
import type { Row } from '../row.ts';
import { familyOf } from '../second-worker.ts';

const KB = 1_000;
const MB = 1_000_000;
const MEGABYTES = 64;
const LOOK_MS = 500;
const TICKS_PER_SECOND = 100;
const SCENES = 100;
const PEOPLE = 3;
const SCENES_OF_OWNER = 25;
const MODELS = 30;
const OUTPUTS = 5;
const REST_MS = 5_000;
const SECONDS = 10;
/** Edits of each person a second, in growing steps, until the gateway, the edits or the people are late. */
const STEPS = [0.1, 0.5, 1, 2, 3, 4, 6, 8, 12, 16];
const KNEE_MS = 50;
const LATE_MS = 250;
/** Edited scenes are merged within this time. */
const MERGE_MS = 8_000;

const PROCESSES = ['gateway', 'worker-assets', 'worker-billing', 'worker-notify', 'postgres'] as const;
type ProcessName = (typeof PROCESSES)[number];
type Usage = { cpuSeconds: number; bytes: number };

/** Looks at the processes of a product every half second, so that the time of children that end is counted. */
class ProcessTimes implements AsyncDisposable {
  /** Ticks of a process and of each child that was seen, by the child's id and start. */
  readonly #ticks = new Map<ProcessName, Map<string, number>>(PROCESSES.map((name) => [name, new Map()]));
  readonly #ended = new AbortController();
  readonly #looking: Promise<void>;
  readonly #pids: Record<ProcessName, number>;

  constructor(pids: Record<ProcessName, number>) {
    this.#pids = pids;
    this.#looking = this.#look();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#looking;
  }

  /** Processor time since the start, and memory now. Shared memory is divided among its users. */
  usages(): Record<ProcessName, Usage> {
    const members = this.#count();
    const entries = PROCESSES.map((name): [ProcessName, Usage] => {
      const ticks = [...(this.#ticks.get(name)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
      const bytes = (members.get(name) ?? []).reduce((sum, pid) => sum + bytesOf(pid), 0);
      return [name, { cpuSeconds: ticks / TICKS_PER_SECOND, bytes }];
    });
    // All names are there.
    return Object.fromEntries(entries) as Record<ProcessName, Usage>;
  }

  async #look(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      this.#count();
      await sleep(LOOK_MS, undefined, { signal: this.#ended.signal }).catch(() => undefined);
    }
  }

  #count(): Map<ProcessName, number[]> {
    const found = new Map<ProcessName, number[]>();
    for (const name of PROCESSES) {
      const members = familyOf(this.#pids[name]);
      found.set(name, members);
      for (const pid of members) {
        const fields = fileOf(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
        const [user, kernel, startedAt] = [11, 12, 19].map((field) => fields[field]);
        if (startedAt !== undefined) {
          this.#ticks.get(name)?.set(`${pid} ${startedAt}`, Number(user) + Number(kernel));
        }
      }
    }
    return found;
  }
}

function bytesOf(pid: number): number {
  return Number(/^Pss: +(\d+) kB/m.exec(fileOf(pid, 'smaps_rollup'))?.[1] ?? 0) * 1_024;
}

/** A file of a process; empty for one that has ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

async function watchProcesses(product: Product, db: Knex): Promise<ProcessTimes> {
  const { processes, stack } = product.stack.run();
  const { rows } = await db.raw('select pg_backend_pid() as pid');
  const backend = fileOf(rows[0].pid, 'stat').split(') ').at(-1)?.split(' ');
  const of = (name: string) => processes[name]?.pid ?? stack.pid;
  return new ProcessTimes({
    gateway: of('gateway'),
    'worker-assets': of('worker-assets'),
    'worker-billing': of('worker-billing'),
    'worker-notify': of('worker-notify'),
    postgres: Number(backend?.[1]),
  });
}

/** Uploads most of a file by the resumable protocol, so that no import follows. */
async function uploadPart({ stack, token }: Product, bytes: number): Promise<void> {
  const headers = { 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${token}` };
  const fields = { type: '2', filename: 'large.stl', uploadType: 'library' };
  const begun = await fetch(`${stack.url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(2 * bytes), 'Upload-Metadata': metadata(fields) },
  });
  const sent = await fetch(new URL(begun.headers.get('location') ?? '', stack.url), {
    method: 'PATCH',
    headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: Buffer.alloc(bytes),
  });
  if (sent.status !== 204) {
    throw new Error(`The upload was answered ${sent.status}`);
  }
}

export const capacity: Row = {
  name: 'capacity',
  what: 'the cost of a person, a scene, an upload, an output and a job for each process, and the knee of a gateway',
  run: async () => {
    using ends = new DisposableStack();
    await using product = await openProduct();
    const db = createDb(product.stack.run().addresses.database ?? '', { name: 'bench', max: 1 });
    await using closing = new AsyncDisposableStack();
    closing.defer(() => db.destroy());
    const times = closing.use(await watchProcesses(product, db));
    const measured: Measured[] = [];
    const note = (name: string, value: number) => measured.push(summarise(name, [value]));
    const databaseBytes = async () => {
      const { rows } = await db.raw('select pg_database_size(current_database())::float8 as bytes');
      return rows[0].bytes as number;
    };
    /** Costs of `count` pieces of work: kB of memory that stay, ms of processor time. */
    const cost = async (what: string, count: number, work: () => Promise<void>) => {
      const [before, size] = [times.usages(), await databaseBytes()];
      await work();
      await sleep(REST_MS);
      const after = times.usages();
      for (const name of Object.keys(before) as ProcessName[]) {
        note(`${what}: ms of ${name}`, ((after[name].cpuSeconds - before[name].cpuSeconds) / count) * 1_000);
        note(`${what}: kB of ${name}`, (after[name].bytes - before[name].bytes) / count / KB);
      }
      note(`${what}: kB of database`, ((await databaseBytes()) - size) / count / KB);
    };

    await sleep(REST_MS);
    const idle = times.usages();
    for (const [name, { bytes }] of Object.entries(idle)) {
      note(`idle: kB of ${name}`, bytes / KB);
    }
    const begun = times.usages();
    await sleep(SECONDS * 1_000);
    const ended = times.usages();
    for (const name of Object.keys(begun) as ProcessName[]) {
      note(
        `idle, a second: ms of ${name}`,
        ((ended[name].cpuSeconds - begun[name].cpuSeconds) / SECONDS) * 1_000,
      );
    }

    await cost('sign-up', 20, async () => {
      for (let person = 0; person < 20; person += 1) {
        await signUp(product.stack.url);
      }
    });

    const meetings: People[] = [];
    const open: { scene: string; token: string }[] = [];
    await cost('new scene', SCENES, async () => {
      for (let owner = 0; owner < SCENES / SCENES_OF_OWNER; owner += 1) {
        const { api, account, token } = await signUp(product.stack.url);
        await liftPlans({ db });
        for (let made = 0; made < SCENES_OF_OWNER; made += 1) {
          const { uuid } = await api('POST', '/api/compositions', { name: 'Meeting', account });
          open.push({ scene: String(uuid), token });
        }
      }
    });
    await cost(`open scene with ${PEOPLE} people`, SCENES, async () => {
      for (const scene of open) {
        meetings.push(await meet({ url: product.stack.url, ...scene }, PEOPLE));
      }
    });
    ends.defer(() => leaveAll(meetings));

    const delaysAt = async (perSecond: number) => {
      const delays = await Promise.all(
        meetings.map((people, i) => people.move({ perSecond, seconds: SECONDS, phase: i / SCENES })),
      );
      return delays.flat().toSorted((a, b) => a - b);
    };
    let knee = 0;
    for (const perSecond of STEPS) {
      await readLoopDelay(product.stack.url);
      const edits = SCENES * PEOPLE * perSecond * SECONDS;
      const before = times.usages();
      const begunAt = performance.now();
      const delays = await delaysAt(perSecond);
      const seconds = (performance.now() - begunAt) / 1_000;
      const loopMs = (await readLoopDelay(product.stack.url)) * 1_000;
      await sleep(MERGE_MS);
      const after = times.usages();
      const rate = SCENES * PEOPLE * perSecond;
      const lateMs = percentile(delays, 0.99);
      note(`${rate} edits a second: p99 in ms`, lateMs);
      note(`${rate} edits a second: event loop p99 in ms`, loopMs);
      for (const name of ['gateway', 'worker-assets', 'postgres'] as const) {
        const spent = after[name].cpuSeconds - before[name].cpuSeconds;
        note(`${rate} edits a second: ms of ${name} an edit`, (spent / edits) * 1_000);
      }
      if (loopMs > KNEE_MS || lateMs > LATE_MS || seconds > SECONDS + 1) {
        break;
      }
      knee = rate;
    }
    leaveAll(meetings);

    const models = ends.use(await smallModels(MODELS));
    const assets: string[] = [];
    await cost('import of a small model', MODELS, async () => {
      for (const path of models.take(MODELS)) {
        assets.push(await uploadModel(product, path));
      }
      // Not over the API, whose answers would be part of the cost.
      while (
        (await db('assets').where({ upload_type: 'library' }).whereNot({ status: 'ready' })).length > 0
      ) {
        await sleep(LOOK_MS);
      }
    });
    await cost('upload of a MB', MEGABYTES, () => uploadPart(product, MEGABYTES * MB));
    await cost('output of a scene', OUTPUTS, async () => {
      for (const asset of assets.slice(0, OUTPUTS)) {
        await makeOutput(product, await sceneOf(product, asset));
      }
    });
    return {
      unit: '',
      measured,
      goals: [],
      notes: [`${knee} edits a second were no problem, with the people on the same cores`],
    };
  },
};
