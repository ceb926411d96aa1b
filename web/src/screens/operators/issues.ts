import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';

/** Age in seconds from which an outbox event is stuck; normally it is queued within a second. */
const OLD_OUTBOX = 30;
/** Share of the disk below which free space is scarce. */
const SCARCE_DISK = 0.05;

/** A problem for operators; `tab` is the page with details. */
export type Issue = { severity: 'error' | 'warning' } & (
  | { kind: 'queuesAway' | 'readOnly' }
  | { kind: 'noWorkers' | 'paused'; queue: string }
  | { kind: 'failed' | 'givenUp' | 'storage' | 'heldOrders'; count: number }
  | { kind: 'outbox'; age: number }
  | { kind: 'disk'; free: number }
  | { kind: 'runFailed'; run: 'backup' | 'rehearsal'; reason: string }
  | { kind: 'runOverdue'; run: 'backup' | 'rehearsal'; since: string | null }
  | { kind: 'silent'; uuid: string; name: string; host: string; since: string }
  | { kind: 'failing'; uuid: string; name: string; host: string; checks: string }
);

/** Problems of an installation, the worst first; empty when all is well. */
export function findIssues(overview: OperatorsOverview): Issue[] {
  const { outbox, queues, processes, storage, disk, heldOrders } = overview;
  const states = queues?.states ?? [];
  const failed = countFailed(queues);
  const found: Issue[] = [
    ...(overview.readOnly.isOn ? [{ severity: 'warning', kind: 'readOnly' } as const] : []),
    ...(queues === null ? [{ severity: 'error', kind: 'queuesAway' } as const] : []),
    ...states
      .filter(({ workers }) => workers === 0)
      .map(({ name }) => ({ severity: 'error', kind: 'noWorkers', queue: name }) as const),
    ...processes
      .filter(({ state }) => state === 'failing')
      .map(
        ({ uuid, name, host, failing }) =>
          ({ severity: 'error', kind: 'failing', uuid, name, host, checks: failing.join(', ') }) as const,
      ),
    ...(outbox.oldestAge > OLD_OUTBOX
      ? [{ severity: 'error', kind: 'outbox', age: outbox.oldestAge } as const]
      : []),
    ...(disk !== null && disk.freeBytes < disk.totalBytes * SCARCE_DISK
      ? [{ severity: 'error', kind: 'disk', free: disk.freeBytes } as const]
      : []),
    ...findBackupIssues(overview.backups),
    ...(heldOrders > 0 ? [{ severity: 'warning', kind: 'heldOrders', count: heldOrders } as const] : []),
    ...(outbox.givenUp > 0 ? [{ severity: 'warning', kind: 'givenUp', count: outbox.givenUp } as const] : []),
    ...(failed > 0 ? [{ severity: 'warning', kind: 'failed', count: failed } as const] : []),
    ...states
      .filter(({ isPaused }) => isPaused)
      .map(({ name }) => ({ severity: 'warning', kind: 'paused', queue: name }) as const),
    ...processes
      .filter(({ state }) => state === 'silent')
      .map(
        ({ uuid, name, host, lastSeenAt }) =>
          ({ severity: 'warning', kind: 'silent', uuid, name, host, since: lastSeenAt }) as const,
      ),
    ...(storage.corrections > 0
      ? [{ severity: 'warning', kind: 'storage', count: storage.corrections } as const]
      : []),
  ];
  return found;
}

function findBackupIssues(backups: OperatorsOverview['backups']): Issue[] {
  return (['backup', 'rehearsal'] as const).flatMap((run): Issue[] => {
    const state = backups?.[run];
    if (!state) {
      return [];
    }
    const { wholeAt, isOverdue, failure } = state;
    if (failure) {
      return [{ severity: 'error', kind: 'runFailed', run, reason: failure }];
    }
    if (isOverdue) {
      return [{ severity: 'error', kind: 'runOverdue', run, since: wholeAt }];
    }
    // The first of an installation takes its time.
    return wholeAt === null ? [{ severity: 'warning', kind: 'runOverdue', run, since: null }] : [];
  });
}

/** Number of permanently failed jobs in all queues. */
export function countFailed(queues: OperatorsOverview['queues']): number {
  return (queues?.states ?? []).reduce((sum, { failed }) => sum + failed, 0);
}
