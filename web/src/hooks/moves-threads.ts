import type { LiveMessage } from '../api/live.ts';

const HOLDERS: ReadonlySet<string> = new Set(['composition', 'project', 'account']);

/** Whether a thread may have come into a list or left it: somebody spoke or read, or a scene came or went with its threads. */
export function movesThreads({ topic, event }: LiveMessage): boolean {
  return topic === 'comment' || (HOLDERS.has(topic) && event?.type !== 'updated');
}
