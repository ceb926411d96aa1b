import { type LaunchedStack, launchStack, stackAt } from '@diorama/stack/test/launch-stack.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { expect } from '@playwright/test';

/** Variable by which the workers know the product of this run, as they inherit the environment. */
const SHARED = 'JOURNEYS_SHARED';

/** Starts the product that most journeys share, unless `JOURNEYS_URL` names an installation that runs already. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of the file that `globalSetup` names.
export default async function startShared(): Promise<() => Promise<void>> {
  if (process.env.JOURNEYS_URL) {
    return async () => undefined;
  }
  const { url, dataDir, dispose } = await startProduct({ DIORAMA_DEMO: '1' });
  process.env[SHARED] = JSON.stringify({ url, dataDir });
  try {
    await untilAtRest(url);
  } catch (error) {
    await dispose();
    throw error;
  }
  return dispose;
}

/** The product that most journeys share. Journeys with the tag `@hosts` need nothing but its address. */
export function sharedProduct(): LaunchedStack {
  const { JOURNEYS_URL } = process.env;
  if (JOURNEYS_URL) {
    return stackAt(JOURNEYS_URL, null);
  }
  const { url, dataDir } = JSON.parse(process.env[SHARED] ?? '{}');
  return stackAt(url, dataDir);
}

/** Starts a product without demo scenes. Rate limits are off, as all journeys come from one address. */
export function startProduct(environment: NodeJS.ProcessEnv): Promise<LaunchedStack> {
  return launchStack({ env: { RATE_LIMIT_FACTOR: '0', DIORAMA_DEMO: '0', ...environment } });
}

/** Waits until a new product has drawn the pictures of its demo scenes, which delays everything else on a small machine. */
async function untilAtRest(url: string): Promise<void> {
  const read = async (path: string, init: RequestInit) => (await fetch(new URL(path, url), init)).json();
  const { token } = await read('/api/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'demo@diorama.test', password: 'diorama-demo' }),
  });
  const isDrawn = async () => {
    const scenes = await read('/api/compositions', { headers: { Authorization: `Bearer ${token}` } });
    return scenes.member.every((scene: { thumbnail: unknown }) => scene.thumbnail);
  };
  await expect.poll(isDrawn, { timeout: 60_000 * SLOW }).toBe(true);
}
