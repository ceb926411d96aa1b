import { mkdtempDisposableSync, openAsBlob, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkedByRun, interleave, type Measured, summarise } from '../measure.ts';
import { growthOf } from '../memory.ts';
import { startPeer } from '../peers.ts';
import { openProduct, type Product } from '../product.ts';
import { atLeast, atMost, medianOf, type Row } from '../row.ts';

const MB = 1_000_000;
const SIZE = 300 * MB;
const ROUNDS = 3;
/** Limit for a response, in milliseconds. A manual run takes seconds; a slower server is reported by name. */
const ANSWER_WITHIN_MS = 60_000;

/** Writes a GLB without a scene and with much unused data, so its conversion ends at once. */
function writeFile(folder: string): string {
  const path = join(folder, 'large.glb');
  const json = Buffer.from(
    '{"asset":{"version":"2.0"},"buffers":[{"byteLength":299999940}]}'.padEnd(72, ' '),
  );
  const bytes = Buffer.alloc(SIZE, 0x5a);
  const header = [0x46546c67, 2, SIZE, json.length, 0x4e4f534a];
  header.forEach((word, at) => {
    bytes.writeUInt32LE(word, at * 4);
  });
  json.copy(bytes, 20);
  bytes.writeUInt32LE(SIZE - 28 - json.length, 20 + json.length);
  bytes.writeUInt32LE(0x004e4942, 24 + json.length);
  writeFileSync(path, bytes);
  return path;
}

/** Megabytes per second of simultaneous uploads. */
async function upload(
  url: string,
  path: string,
  options: { headers?: Record<string, string>; count?: number; fields?: Record<string, string> },
) {
  const { headers = {}, count = 1, fields = {} } = options;
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) {
        form.set(name, value);
      }
      form.set('file', await openAsBlob(path), 'large.glb');
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const response = await fetch(url, { method: 'POST', body: form, headers, signal }).catch((err) => {
        throw new Error(`${url} did not take the upload`, { cause: err });
      });
      return { status: response.status, text: await response.text() };
    }),
  );
  const bad = answers.find(({ status }) => status !== 201);
  if (bad) {
    throw new Error(`The upload was answered ${bad.status}: ${bad.text}`);
  }
  return (count * SIZE) / MB / ((performance.now() - startedAt) / 1_000);
}

/** @throws Error unless the folder holds the file and a whole copy of it. */
function assertWritten(folder: string): void {
  const whole = readdirSync(folder).filter((name) => statSync(join(folder, name)).size === SIZE);
  if (whole.length < 2) {
    throw new Error('The peer has not written the file');
  }
}

/** Largest memory growth of the gateway during `run`, in MB. */
async function growth(product: Product, run: () => Promise<unknown>): Promise<number> {
  const pid = product.stack.run().processes.gateway?.pid ?? 0;
  return (await growthOf(pid, { sampleMs: 10, run })) / MB;
}

export const upload300: Row = {
  name: 'upload-300',
  what: 'the gateway takes files of 300 MB: its memory, and its speed against busboy writing to a file',
  run: async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'diorama-upload-'));
    const path = writeFile(folder.path);
    await using product = await openProduct();
    using peer = await startPeer('busboy-server.ts', { FOLDER: folder.path });
    const ours = (count: number) =>
      upload(`${product.stack.url}/api/assets/upload`, path, {
        count,
        headers: { Authorization: `Bearer ${product.token}` },
        fields: { type: '2', account: product.account, uploadType: 'library' },
      });
    const one: number[] = [];
    const measured = await interleave(
      [
        {
          name: 'diorama',
          run: async () => {
            let speed = 0;
            one.push(
              await growth(product, async () => {
                speed = await ours(1);
              }),
            );
            return speed;
          },
          check: checkedByRun,
        },
        {
          name: 'busboy to file',
          run: () => upload(`${peer.url}/`, path, {}),
          check: () => assertWritten(folder.path),
        },
      ],
      { rounds: ROUNDS },
    );
    const four = await growth(product, () => ours(4));
    const memory: Measured = summarise('memory', one);
    return {
      unit: 'MB/s',
      measured,
      goals: [
        atMost('gateway grows by MB, one upload', memory.median, 64),
        atMost('gateway grows by MB, four at once', four, 128),
        atLeast(
          'of busboy to file',
          medianOf(measured, 'diorama') / medianOf(measured, 'busboy to file'),
          0.9,
        ),
      ],
      notes: [
        'diorama also hashes the file, flushes it to the disk, moves it into the store and charges its bytes',
      ],
    };
  },
};
