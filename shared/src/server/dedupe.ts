import { getJob } from '../jobs/index.ts';

/** The key under which waiting jobs of this name and payload are the same, or null where each one counts. */
export function dedupeKeyOf(name: string, payload: unknown): string | null {
  const job = getJob(name);
  if (!('dedupe' in job) || job.dedupe === undefined) {
    return null;
  }
  // Each definition's function takes its own payload, which the publisher has parsed with the same definition.
  const dedupe = job.dedupe as (payload: unknown) => string;
  return `${name} ${dedupe(payload)}`;
}
