import { describe, expect, it } from 'vitest';
import { JobPostponedError, UnrecoverableJobError } from '../jobs/job-errors.ts';
import { postponeUnknownJob, RETRY_PERIOD_MS } from './version-skew.ts';

const leave = (agoMs: number) => postponeUnknownJob({ name: 'email.dream', timestamp: Date.now() - agoMs });

describe('a job of another release', () => {
  it('waits in its queue for a day with growing delays', () => {
    const delays = [0, 60_000, RETRY_PERIOD_MS / 2].map((agoMs) => {
      const left = leave(agoMs);
      expect(left).toBeInstanceOf(JobPostponedError);
      return left instanceof JobPostponedError ? left.delayMs : 0;
    });
    expect(delays[0]).toBe(5_000);
    expect(delays[1]).toBeGreaterThanOrEqual(30_000);
    expect(delays[2]).toBe(300_000);
  });

  it('fails for good after a day without such a release', () => {
    expect(leave(RETRY_PERIOD_MS)).toBeInstanceOf(UnrecoverableJobError);
    expect(leave(RETRY_PERIOD_MS).message).toContain('email.dream');
  });
});
