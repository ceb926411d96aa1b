import { z } from 'zod';
import { events } from '../events/index.ts';
import { jobsFor } from '../events/subscriptions.ts';
import { getJob } from '../jobs/index.ts';
import type { OutboxEvent } from './db/outbox.ts';
import type { QueuedJob } from './queue.ts';

type AnyEvent = (typeof events)[number];

const payloads = new Map<string, AnyEvent['payload']>(events.map((event) => [event.name, event.payload]));

/** The names that this release knows; events of others belong to a newer one and are left to it. */
export const KNOWN_EVENTS: readonly string[] = [...payloads.keys()];

/** The jobs that an event asks for, or why nothing can be made of it. */
export type EventJobs = { jobs: QueuedJob[] } | { refused: string };

/** Turns one event into jobs. An event at fault is told of as such, as it must not stop those beside it. */
export function jobsOfEvent(event: OutboxEvent): EventJobs {
  const schema = payloads.get(event.name);
  const payload = schema?.safeParse(event.payload);
  if (!payload) {
    return { refused: `No event is called ${event.name}` };
  }
  if (!payload.success) {
    return { refused: z.prettifyError(payload.error) };
  }
  // Name and payload belong together: the schema was looked up by the name.
  const requests = jobsFor(event.name as AnyEvent['name'], payload.data as never);
  return {
    jobs: requests.map(({ job, payload: input }) => ({
      name: job,
      data: {
        id: `${event.id}-${job}`,
        eventId: event.id,
        publishes: event.publishes + 1,
        payload: getJob(job).payload.parse(input),
      },
    })),
  };
}
