import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';
import { describe, expect, it } from 'vitest';
import { findIssues } from './issues.ts';

const queue = {
  name: 'assets',
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  completed: 0,
  isPaused: false,
  workers: 1,
};
const process = {
  uuid: 'p',
  kind: 'worker',
  name: 'worker-assets',
  host: 'a',
  pid: 1,
  queues: ['assets'],
  roles: [],
  state: 'working',
  failing: [],
  startedAt: '2026-01-01T00:00:00Z',
  lastSeenAt: '2026-01-01T01:00:00Z',
  busy: [],
} as const;
const WRITABLE = { isOn: false, isByEnvironment: false, switchedBy: null, switchedAt: null };
const WELL = { checkedAt: null, corrections: 0, correctedBytes: 0, store: 'disk', usedBytes: 0 } as const;
const NO_EVENTS = { waiting: 0, oldestAge: 0, open: 0, refused: 0, givenUp: 0 };
const overview = (changes: Partial<OperatorsOverview>): OperatorsOverview => ({
  '@id': '/api/operators/overview',
  '@type': 'OperatorsOverview',
  outbox: NO_EVENTS,
  queues: { backend: 'postgres', states: [queue], failed: [] },
  processes: [{ ...process, queues: [...process.queues], roles: [], busy: [], failing: [] }],
  accounts: { total: 1, suspended: 1 },
  heldOrders: 0,
  backups: null,
  readOnly: WRITABLE,
  parked: [],
  storage: WELL,
  disk: { freeBytes: 50, totalBytes: 100 },
  ...changes,
});
const kinds = (changes: Partial<OperatorsOverview>) =>
  findIssues(overview(changes)).map(({ kind, severity }) => `${severity} ${kind}`);
const withQueue = (change: Partial<typeof queue>) =>
  kinds({ queues: { backend: 'redis', states: [{ ...queue, ...change }], failed: [] } });

describe('the issues of an installation', () => {
  it('are none when nothing is stuck, even with long queues and suspended workspaces', () => {
    expect(kinds({ outbox: { ...NO_EVENTS, waiting: 9_000, oldestAge: 29, open: 50, refused: 3 } })).toEqual(
      [],
    );
    expect(withQueue({ waiting: 1_000, delayed: 5, completed: 7 })).toEqual([]);
  });

  it('include queues that are unreachable, without workers, paused or with failed jobs', () => {
    expect(kinds({ queues: null })).toEqual(['error queuesAway']);
    expect(withQueue({ workers: 0 })).toEqual(['error noWorkers']);
    expect(withQueue({ isPaused: true })).toEqual(['warning paused']);
    expect(withQueue({ failed: 3 })).toEqual(['warning failed']);
  });

  it('include delayed and given-up events, unhealthy processes and storage corrections', () => {
    expect(kinds({ outbox: { ...NO_EVENTS, waiting: 1, oldestAge: 31 } })).toEqual(['error outbox']);
    expect(kinds({ outbox: { ...NO_EVENTS, refused: 3, givenUp: 2 } })).toEqual(['warning givenUp']);
    const listed = { ...process, queues: [], roles: [], busy: [], failing: [] };
    expect(kinds({ processes: [{ ...listed, state: 'silent' }] })).toEqual(['warning silent']);
    const failing = { ...listed, state: 'failing' as const, failing: ['failed-jobs'] };
    expect(kinds({ processes: [failing] })).toEqual(['error failing']);
    expect(kinds({ storage: { ...WELL, corrections: 2, correctedBytes: 5 } })).toEqual(['warning storage']);
  });

  it('include the read-only mode', () => {
    expect(kinds({ readOnly: { ...WRITABLE, isOn: true } })).toEqual(['warning readOnly']);
  });

  it('include a nearly full disk, but not unknown disk space', () => {
    expect(kinds({ disk: { freeBytes: 4, totalBytes: 100 } })).toEqual(['error disk']);
    expect(kinds({ disk: { freeBytes: 5, totalBytes: 100 } })).toEqual([]);
    expect(kinds({ disk: null })).toEqual([]);
  });

  it('include failed and overdue backups, but not a pending first one', () => {
    const whole = { wholeAt: '2026-01-01T00:00:00Z', isOverdue: false, failure: null, objects: 1, bytes: 1 };
    const never = { ...whole, wholeAt: null };
    expect(kinds({ backups: { backup: whole, rehearsal: whole } })).toEqual([]);
    expect(kinds({ backups: { backup: never, rehearsal: { ...whole, isOverdue: true } } })).toEqual([
      'warning runOverdue',
      'error runOverdue',
    ]);
    expect(kinds({ backups: { backup: { ...never, isOverdue: true }, rehearsal: whole } })).toEqual([
      'error runOverdue',
    ]);
    expect(kinds({ backups: { backup: { ...never, failure: 'full' }, rehearsal: whole } })).toEqual([
      'error runFailed',
    ]);
  });

  it('are sorted by severity', () => {
    const states = [
      { ...queue, failed: 1 },
      { ...queue, name: 'notify', workers: 0 },
    ];
    expect(kinds({ queues: { backend: 'redis', states, failed: [] } })).toEqual([
      'error noWorkers',
      'warning failed',
    ]);
  });
});
