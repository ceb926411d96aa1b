import { describe, expect, it } from 'vitest';
import { JobPostponedError, UnrecoverableJobError } from '../jobs/job-errors.ts';
import { postponeUnknownJob, RETRY_PERIOD_MS } from './version-skew.ts';

const leave = (agoMs: number) => postponeUnknownJob({ name: 'email.dream', timestamp: Date.now() - agoMs });

describe('a job that only another release knows', () => {
  it('waits in its queue for a day, and is looked at less and less often', () => {
    const delays = [0, 60_000, RETRY_PERIOD_MS / 2].map((agoMs) => {
      const left = leave(agoMs);
      expect(left).toBeInstanceOf(JobPostponedError);
      return left instanceof JobPostponedError ? left.delayMs : 0;
    });
    expect(delays[0]).toBe(5_000);
    expect(delays[1]).toBeGreaterThanOrEqual(30_000);
    expect(delays[2]).toBe(300_000);
  });

  it('is given up when no such release has come', () => {
    expect(leave(RETRY_PERIOD_MS)).toBeInstanceOf(UnrecoverableJobError);
    expect(leave(RETRY_PERIOD_MS).message).toContain('email.dream');
  });
});
