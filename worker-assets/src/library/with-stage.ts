import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createStage, type Stage } from '../stage/stage.ts';

/** Draws with the product's stage, which is closed afterwards. */
export async function withStage(name: string, draw: (stage: Stage) => Promise<void>): Promise<void> {
  const tmpDir = await mkdtemp(join(tmpdir(), `diorama-${name}-`));
  const webDist = join(import.meta.dirname, '../../../web/dist');
  const stage = createStage({ webDist, tmpDir, logger: createLogger(name) });
  try {
    await draw(stage);
  } finally {
    await stage.close();
    await rm(tmpDir, { recursive: true, force: true });
  }
}
