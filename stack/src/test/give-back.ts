import { afterAll, vi } from 'vitest';

// Files share a process: what one of them put in place of the real thing is not there for the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
