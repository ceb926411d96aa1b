import { spawn, spawnSync } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '@diorama/stack/ports.ts';
import { type Measured, summarise } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const INSTALLED_ROUNDS = 3;

/** Seconds from `npm start` in the folder to its ready line; stops the product again. */
async function startOnce(folder: string): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DIORAMA_DATA_DIR: '.data' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // npm ends at once, but its pipes close when the last writing process ends.
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let output = '';
  const seconds = await new Promise<number>((done, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Diorama is ready at')) {
          done((performance.now() - startedAt) / 1_000);
        }
      });
    }
    child.once('exit', () => reject(new Error(output.split('\n').slice(-3).join(' '))));
  });
  // Kills the process group, because npm does not forward every signal.
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
  return seconds;
}

export const start: Row = {
  name: 'start',
  what: 'npm start to its ready line, from a fresh clone and from an installed one',
  run: async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'diorama-clone-'));
    spawnSync('git', ['clone', '--quiet', ROOT, folder.path]);
    const fresh = await startOnce(folder.path);
    const again: number[] = [];
    for (let round = 0; round < INSTALLED_ROUNDS; round++) {
      again.push(await startOnce(folder.path));
    }
    const measured: Measured[] = [summarise('fresh clone', [fresh]), summarise('installed', again)];
    return {
      unit: 's',
      measured,
      goals: [
        atMost('fresh clone s', medianOf(measured, 'fresh clone'), 60),
        atMost('installed s', medianOf(measured, 'installed'), 10),
      ],
      notes: ['the clone is of the last commit; packages come from the cache of npm where it has them'],
    };
  },
};
