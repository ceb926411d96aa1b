import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHILD_NODE } from '@diorama/worker-assets/import/conversion-child.ts';
import { SIZE_CORPUS } from '@diorama/worker-assets/test/size-corpus/size-corpus.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import { type Contender, checkedByRun, interleave } from '../measure.ts';
import { peerBinary } from '../peers.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const MODEL = 'hills 1.6 M';
const MB = 1_000_000;
const ROUNDS = 3;
const SAMPLE_MS = 20;
const CONVERTER = join(import.meta.dirname, '../servers/convert-model.ts');

type Command = { command: string; args: readonly string[]; env?: Record<string, string> };
type Cost = { seconds: number; bytes: number };

/** Runs a command and measures the memory of it and its children. @throws Error when it fails. */
async function costOf(
  command: string,
  { args, env }: { args: readonly string[]; env: Readonly<Record<string, string>> },
): Promise<Cost> {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const exit = once(child, 'exit');
  let bytes = 0;
  const timer = setInterval(() => {
    bytes = Math.max(bytes, child.pid === undefined ? 0 : residentBytes(child.pid));
  }, SAMPLE_MS);
  const [status] = await exit;
  clearInterval(timer);
  if (status !== 0) {
    throw new Error(`${command} ended with ${status}`);
  }
  return { seconds: (performance.now() - startedAt) / 1_000, bytes };
}

function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024;
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
}

export const glbCost: Row = {
  name: 'glb-cost',
  what: 'time and memory to optimise 1.6 million triangles, in a process of its own',
  run: async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-glb-cost-'));
    const paths = await writeCorpus(
      dir.path,
      SIZE_CORPUS.filter(({ name }) => name === MODEL),
    );
    const model = paths.get(MODEL) ?? '';
    const work = join(dir.path, 'work');
    mkdirSync(work);
    const peaks = new Map<string, number>();
    const contender = (
      name: string,
      { command, check, ...how }: Command & Pick<Contender, 'check'>,
    ): Contender => ({
      name,
      run: async () => {
        const { seconds, bytes } = await costOf(command, { env: {}, ...how });
        peaks.set(name, Math.max(peaks.get(name) ?? 0, bytes));
        return seconds;
      },
      check,
    });
    /** Optimises the model into a file by a command of a peer. */
    const peer = (name: string, argsOf: (into: string) => readonly string[]) => {
      const into = join(dir.path, `${name}.glb`);
      const check = () => {
        if (!existsSync(into) || statSync(into).size === 0) {
          throw new Error(`${name} wrote nothing`);
        }
      };
      return contender(name, { command: peerBinary(name), args: argsOf(into), check });
    };
    const measured = await interleave(
      [
        // Same options as the worker's child processes. It validates its files, and fails by its status.
        contender('diorama', {
          command: process.execPath,
          args: [...CHILD_NODE.execArgv, CONVERTER, model, work],
          env: CHILD_NODE.env,
          check: checkedByRun,
        }),
        peer('gltf-transform', (into) => ['optimize', model, into]),
        peer('gltfpack', (into) => ['-i', model, '-o', into, '-cc']),
      ],
      { rounds: ROUNDS, warmUp: false },
    );
    const inputBytes = statSync(model).size;
    const ratio = medianOf(measured, 'diorama') / medianOf(measured, 'gltf-transform');
    return {
      unit: 's',
      measured,
      goals: [
        atMost("of gltf-transform's time", ratio, 1),
        atMost('MB at most', (peaks.get('diorama') ?? 0) / MB, 400),
      ],
      notes: [
        `${Math.round(inputBytes / MB)} MB in; ours makes two files, the lighter one for phones too, and validates both`,
        ...[...peaks].map(([name, bytes]) => `${name}: ${Math.round(bytes / MB)} MB at most`),
      ],
    };
  },
};
