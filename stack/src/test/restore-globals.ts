import { afterAll, vi } from 'vitest';

// Files share a process, so this undoes the mocks of one file before the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
