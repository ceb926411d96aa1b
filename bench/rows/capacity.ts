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
/** Edits of each person, in growing steps; the knee is where the event loop of the gateway is late. */
const STEPS = [0.1, 0.5, 1, 2, 3, 4, 6];
const KNEE_MS = 50;

type ProcessName = 'gateway' | 'worker-assets' | 'worker-billing' | 'worker-notify' | 'postgres';
type Usage = { cpuSeconds: number; bytes: number };

/** Processor time and memory of a process and its children. Shared memory is divided among its users. */
function usageOf(pid: number): Usage {
  const usage = { cpuSeconds: 0, bytes: 0 };
  for (const member of familyOf(pid)) {
    try {
      const fields = readFileSync(`/proc/${member}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      // Of the process itself, and of its children that have ended.
      const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
      usage.cpuSeconds += ticks / TICKS_PER_SECOND;
      const pss = /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${member}/smaps_rollup`, 'utf8'))?.[1];
      usage.bytes += Number(pss ?? 0) * 1_024;
    } catch {
      // The process has ended since the listing.
    }
  }
  return usage;
}

async function usages(product: Product, db: Knex): Promise<Record<ProcessName, Usage>> {
  const { processes, stack } = product.stack.run();
  const { rows } = await db.raw('select pg_backend_pid() as pid');
  const backend = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  const of = (name: string) => usageOf(processes[name]?.pid ?? stack.pid);
  return {
    gateway: of('gateway'),
    'worker-assets': of('worker-assets'),
    'worker-billing': of('worker-billing'),
    'worker-notify': of('worker-notify'),
    postgres: usageOf(Number(backend?.[1])),
  };
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
    const measured: Measured[] = [];
    const note = (name: string, value: number) => measured.push(summarise(name, [value]));
    const databaseBytes = async () => {
      const { rows } = await db.raw('select pg_database_size(current_database())::float8 as bytes');
      return rows[0].bytes as number;
    };
    /** Costs of `count` pieces of work: kB of memory that stay, ms of processor time. */
    const cost = async (what: string, count: number, work: () => Promise<void>) => {
      const [before, size] = [await usages(product, db), await databaseBytes()];
      await work();
      await sleep(REST_MS);
      const after = await usages(product, db);
      for (const name of Object.keys(before) as ProcessName[]) {
        note(`${what}: ms of ${name}`, ((after[name].cpuSeconds - before[name].cpuSeconds) / count) * 1_000);
        note(`${what}: kB of ${name}`, (after[name].bytes - before[name].bytes) / count / KB);
      }
      note(`${what}: kB of database`, ((await databaseBytes()) - size) / count / KB);
    };

    await sleep(REST_MS);
    const idle = await usages(product, db);
    for (const [name, { bytes }] of Object.entries(idle)) {
      note(`idle: kB of ${name}`, bytes / KB);
    }
    const begun = await usages(product, db);
    await sleep(SECONDS * 1_000);
    const ended = await usages(product, db);
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
        await liftPlans(product);
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
        meetings.map((people) => people.move({ perSecond, seconds: SECONDS })),
      );
      return delays.flat().toSorted((a, b) => a - b);
    };
    let knee = 0;
    for (const perSecond of STEPS) {
      await readLoopDelay(product.stack.url);
      const edits = SCENES * PEOPLE * perSecond * SECONDS;
      const before = await usages(product, db);
      const delays = await delaysAt(perSecond);
      const after = await usages(product, db);
      const loopMs = (await readLoopDelay(product.stack.url)) * 1_000;
      const rate = SCENES * PEOPLE * perSecond;
      note(`${rate} edits a second: p99 in ms`, percentile(delays, 0.99));
      note(`${rate} edits a second: event loop p99 in ms`, loopMs);
      for (const name of ['gateway', 'worker-assets', 'postgres'] as const) {
        const spent = after[name].cpuSeconds - before[name].cpuSeconds;
        note(`${rate} edits a second: ms of ${name} an edit`, (spent / edits) * 1_000);
      }
      if (loopMs > KNEE_MS) {
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
      notes: [`the knee is above ${knee} edits a second, with the people on the same cores`],
    };
  },
};
