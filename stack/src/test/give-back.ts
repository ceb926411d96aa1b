import { afterAll, vi } from 'vitest';

// Files share a process, so the mocks of one must not affect the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
