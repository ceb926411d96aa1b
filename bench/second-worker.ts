import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT_ROOT } from '@diorama/stack/env.ts';
import type { Product } from './product.ts';

/**
 * Starts another `worker-assets` with the environment of the product's, and waits until it takes jobs.
 * `core` keeps it on one core.
 */
export async function startSecondWorker(product: Product, core: number): Promise<Disposable> {
  const { pid } = workerOf(product);
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const env = Object.fromEntries(
    variables.map((line) => [line.split('=', 1)[0], line.replace(/^[^=]*=/, '')]),
  );
  const script = join(PROJECT_ROOT, 'worker-assets/src/main.ts');
  const child = spawn('taskset', ['-c', String(core), process.execPath, script], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('taking jobs')) {
      child.stdout.resume();
      return { [Symbol.dispose]: () => child.kill() };
    }
  }
  throw new Error('The second worker did not start');
}

/** Keeps the product's `worker-assets` and its children on one core. Children that start later inherit it. */
export function keepWorkerOn(product: Product, core: number): void {
  for (const pid of familyOf(workerOf(product).pid)) {
    spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
  }
}

function workerOf(product: Product): { pid: number } {
  const worker = product.stack.run().processes['worker-assets'];
  if (!worker) {
    throw new Error('No worker-assets runs');
  }
  return worker;
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
        return [{ pid: Number(name), parent: Number(fields?.[1]) }];
      } catch {
        // The process has ended since the listing.
        return [];
      }
    });
  const family = [pid];
  for (const member of family) {
    family.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid));
  }
  return family;
}
