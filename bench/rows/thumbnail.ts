import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createStage } from '@diorama/worker-assets/stage/stage.ts';
import { type Contender, interleave } from '../measure.ts';
import { type Goal, medianOf, type Row } from '../row.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SAMPLES = process.env.DIORAMA_SAMPLES ?? join(ROOT, '../shared/samples');
const MODEL = join(SAMPLES, 'glb/2CylinderEngine.glb');
const SIZE = 512;

/** Opens the display for f3d: the existing one, or a virtual one if Xvfb is on the PATH. */
async function openDisplay(): Promise<{ name: string; close(): void } | null> {
  if (process.env.DISPLAY) {
    return { name: process.env.DISPLAY, close: () => undefined };
  }
  if (spawnSync('Xvfb', ['-help']).error) {
    return null;
  }
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1024x768x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(server.stdout, 'data');
  return { name: `:${String(number).trim()}`, close: () => server.kill() };
}

export const thumbnail: Row = {
  name: 'thumbnail',
  what: `a picture of ${SIZE}² of a sample model, the browser being warm`,
  run: async () => {
    if (!existsSync(MODEL)) {
      throw new Error(`There is no sample ${MODEL}: set DIORAMA_SAMPLES`);
    }
    const scratch = mkdtempSync(join(tmpdir(), 'diorama-thumbnail-'));
    const model = readFileSync(MODEL);
    const stage = createStage({
      webDist: join(ROOT, 'web/dist'),
      tmpDir: join(ROOT, '.data/chromium'),
      logger: createLogger('bench', { level: 'error' }),
    });
    const seconds = async (run: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await run();
      return (performance.now() - startedAt) / 1_000;
    };
    const display = spawnSync('f3d', ['--version']).status === 0 ? await openDisplay() : null;
    const f3d: Contender = {
      name: 'f3d',
      run: () =>
        seconds(async () => {
          const args = [MODEL, '--output', join(scratch, 'f3d.png'), '--resolution', `${SIZE},${SIZE}`];
          const { status } = spawnSync('f3d', args, { env: { ...process.env, DISPLAY: display?.name } });
          if (status !== 0) {
            throw new Error('f3d drew nothing');
          }
        }),
    };
    const ours: Contender = {
      name: 'diorama',
      run: () => seconds(() => stage.drawModel(model, { size: SIZE })),
    };
    const [first, second] = [
      await stage.drawModel(model, { size: SIZE }),
      await stage.drawModel(model, { size: SIZE }),
    ];
    const isSame = first.equals(second);
    const measured = await interleave(display ? [ours, f3d] : [ours]);
    display?.close();
    await stage.close();
    rmSync(scratch, { recursive: true, force: true });
    const goals: Goal[] = [
      { text: 'the same picture on a rerun', value: isSame ? 1 : 0, limit: 1, isReached: isSame },
    ];
    const notes = display
      ? [
          `of f3d: ${(medianOf(measured, 'diorama') / medianOf(measured, 'f3d')).toFixed(2)} ×, drawn by SwiftShader`,
        ]
      : ['f3d or Xvfb is not on the PATH: install both from Debian to compare'];
    return { unit: 's', measured, goals, notes };
  },
};
