import type { LiveMessage } from '../api/live.ts';

const HOLDERS: ReadonlySet<string> = new Set(['composition', 'project', 'account']);

/**
 * Whether a live message may add or remove threads of a list: a comment or a read mark, or an added or
 * removed scene.
 */
export function affectsThreads({ topic, event }: LiveMessage): boolean {
  return topic === 'comment' || (HOLDERS.has(topic) && event?.type !== 'updated');
}
