import { z } from 'zod';
import { events } from '../../events/index.ts';
import { jobsFor } from '../../events/subscriptions.ts';
import { getJob } from '../../jobs/index.ts';
import type { OutboxEvent } from './outbox.queries.ts';
import type { QueuedJob } from './queue.ts';

type AnyEvent = (typeof events)[number];

const payloads = new Map<string, AnyEvent['payload']>(events.map((event) => [event.name, event.payload]));

/** Event names that this release knows; other events belong to a newer release, which processes them. */
export const KNOWN_EVENTS: readonly string[] = [...payloads.keys()];

/** Jobs of an event, or the reason why it has none. */
export type EventJobs = { jobs: QueuedJob[] } | { refused: string };

/**
 * Returns the jobs of one event. An invalid event is returned as refused, as it must not stop other events.
 */
export function jobsOfEvent(event: OutboxEvent): EventJobs {
  const schema = payloads.get(event.name);
  const payload = schema?.safeParse(event.payload);
  if (!payload) {
    return { refused: `No event is called ${event.name}` };
  }
  if (!payload.success) {
    return { refused: z.prettifyError(payload.error) };
  }
  // Name and payload match, as the schema was found by the name.
  const requests = jobsFor(event.name as AnyEvent['name'], payload.data as never);
  return {
    jobs: requests.map(({ job, payload: input }) => ({
      name: job,
      data: {
        id: `${event.id}-${job}`,
        eventId: event.id,
        publishes: event.publishes + 1,
        payload: getJob(job).payload.parse(input),
        requestId: event.request_id,
      },
      traceparent: event.traceparent,
    })),
  };
}
