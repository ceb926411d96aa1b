import { setTimeout as sleep } from 'node:timers/promises';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { type AttackTarget, request } from './attack-target.ts';
import type { AttackName, FinalEdits } from './attacks.ts';
import { type Bystander, type CallKind, type CallTimes, NODE } from './bystander.ts';
import { readLoopDelay, residentBytes, watchMemory } from './process-watch.ts';
import { startAttack } from './start-attack.ts';

/** A gateway process and the two users of it. */
export type AttackScene = { url: string; pid: number; target: AttackTarget; bystander: Bystander };

export type AttackEffect = {
  /** Milliseconds of the bystander's calls, by kind: the 95th percentile. */
  p95: Record<CallKind, number>;
  /** Milliseconds by which the event loop was late: the 99th percentile. */
  loopDelayMs: number;
  /** Bytes by which the memory of the process grew at most. */
  grownBytes: number;
  /** Edits that were acknowledged as stored, of the attackers and the bystander, and are not in the documents. */
  lostEdits: number;
};

/** Time in which an attack develops before its effect is measured. */
const LEAD_MS = 2_000;
/** The limits of a user allow new requests within a minute. */
const LIMITS_PASS_MS = 90_000;

/** Measures the calls of the bystander beside attacks; without attacks, at rest. */
export async function measureAttack(
  { url, pid, target, bystander }: AttackScene,
  { names, durationMs }: { names: readonly AttackName[]; durationMs: number },
): Promise<AttackEffect> {
  const before = residentBytes(pid);
  const mostBytes = watchMemory(pid);
  const attack = names.length === 0 ? null : startAttack(names, target);
  try {
    await sleep(LEAD_MS);
    await readLoopDelay(url);
    const times = await bystander.work(durationMs);
    const loopDelayMs = (await readLoopDelay(url)) * 1_000;
    const edits = (await attack?.stop()) ?? {};
    const grownBytes = mostBytes() - before;
    const lostEdits =
      (await countLost(url, { token: target.token, scene: target.scenes.edits, edits })) +
      (await countLost(url, { ...bystander, edits: { [NODE]: bystander.lastEdit() } }));
    return { p95: toP95(times), loopDelayMs, grownBytes, lostEdits };
  } finally {
    mostBytes();
    attack?.kill();
  }
}

/** Repeats a request that meets the limits of the attacker, until they have passed. */
async function withPatience<Result>(ask: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + LIMITS_PASS_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
      await sleep(1_000);
    }
  }
}

/** Edits that a stored document does not have. */
async function countLost(
  url: string,
  { token, scene, edits }: { token: string; scene: string; edits: FinalEdits },
): Promise<number> {
  const { document } = await withPatience(() =>
    request(url, `/api/compositions/${scene}/document`, { token }),
  );
  const { nodes } = parseDocument(document);
  return Object.entries(edits).filter(([id, x]) => nodes[id]?.position[0] !== x).length;
}

function toP95(times: CallTimes): Record<CallKind, number> {
  const p95 = (values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
  };
  const { read, list, edit, change, live } = times;
  return { read: p95(read), list: p95(list), edit: p95(edit), change: p95(change), live: p95(live) };
}
