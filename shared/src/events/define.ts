import type { z } from 'zod';
import type { JobName, PayloadOf } from '../jobs/index.ts';

/** A domain event: a name in the past tense, and a payload of ids. */
export type EventDefinition<Name extends string = string, Payload extends z.ZodType = z.ZodType> = {
  name: Name;
  payload: Payload;
};

/** Declares a domain event. */
export function defineEvent<const Name extends string, Payload extends z.ZodType>(
  name: Name,
  payload: Payload,
): EventDefinition<Name, Payload> {
  return { name, payload };
}

/** A job that an event requests. */
export type JobRequest = { [Name in JobName]: { job: Name; payload: PayloadOf<Name> } }[JobName];

/** Builds a job request with its payload checked against the job's schema type. */
export function requestJob<Name extends JobName>(job: Name, payload: PayloadOf<Name>): JobRequest {
  // The signature guarantees that name and payload match; a mapped type cannot express it.
  return { job, payload } as JobRequest;
}
