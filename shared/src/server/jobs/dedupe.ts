import { getJob } from '../../jobs/index.ts';

/** The key that waiting jobs with this name and payload share, or null where each one counts. */
export function dedupeKeyOf(name: string, payload: unknown): string | null {
  const job = getJob(name);
  if (!('dedupe' in job) || job.dedupe === undefined) {
    return null;
  }
  // Each definition's function takes its own payload type, and the publisher has parsed the payload with the
  // same definition.
  const dedupe = job.dedupe as (payload: unknown) => string;
  return `${name} ${dedupe(payload)}`;
}
