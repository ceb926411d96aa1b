import type { LiveEvent, LiveTopic } from '@diorama/shared/contract/live.ts';
import type { LiveRow } from '@diorama/shared/server/delivery/live-stream.queries.ts';
import type { LiveView, Viewer } from './hub.ts';

/** Largest state an event carries, in characters. A larger one is left out, and its client reads it when it is shown. */
const MAX_STATE_LENGTH = 256_000;

/**
 * Delay before the client of a stream that was closed for a newer one reconnects, in milliseconds. The user's
 * streams thus replace each other at most once a minute.
 */
const CLOSED_RETRY_MS = 60_000;

const PATHS: Record<LiveTopic, string> = {
  asset: '/api/assets/',
  'scene-output': '/api/outputs/',
  order: '/api/orders/',
  composition: '/api/compositions/',
  project: '/api/projects/',
  comment: '/api/comments/',
  invitation: '/api/invitations/',
  account: '/api/accounts/',
};

/** Asks a client to read everything again. */
export function resetText(id: number): string {
  return `id: ${id}\nevent: reset\ndata: {}\n\n`;
}

/** Event that notifies a client that its stream was closed for a newer one of the same user. */
export function closedText(): string {
  const data = JSON.stringify({ reason: 'too-many-streams' });
  return `retry: ${CLOSED_RETRY_MS}\nevent: closed\ndata: ${data}\n\n`;
}

/**
 * Serialises the events of one change. A state that several viewers share is serialised once.
 * @returns the event for a viewer, still without its id; null for a viewer who receives none
 */
export function createEventTexts(
  change: LiveRow,
  view: LiveView,
): (viewer: Viewer) => Promise<((id: number) => string) | null> {
  const states = new Map<unknown, string>();
  return async (viewer) => {
    const event = await readEvent({ change, view, viewer });
    if (event === null) {
      return null;
    }
    const { state, ...head } = event;
    const known = states.get(state) ?? JSON.stringify(state);
    states.set(state, known);
    const sent = known.length > MAX_STATE_LENGTH ? 'null' : known;
    const data = `${JSON.stringify(head).slice(0, -1)},"state":${sent}}`;
    return (id) => `id: ${id}\nevent: ${change.topic}\ndata: ${data}\n\n`;
  };
}

/** The event of a change for one viewer; null for a viewer who receives none. */
async function readEvent({
  change,
  view,
  viewer,
}: {
  change: LiveRow;
  view: LiveView;
  viewer: Viewer;
}): Promise<LiveEvent | null> {
  // Removed for one user only: sent only if they have no other access.
  const isGoneForOne = change.type === 'deleted' && change.account_id === null;
  const found = change.type === 'deleted' && !isGoneForOne ? null : await view(viewer);
  if (isGoneForOne ? found : !found && change.type !== 'deleted') {
    return null;
  }
  const iri = found?.iri ?? PATHS[change.topic] + change.resource_id;
  return { '@id': iri, type: change.type, state: found?.state ?? null };
}
