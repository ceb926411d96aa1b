import { randomId } from './random-id.ts';

/** Limit of remembered requests; the oldest are dropped. */
const MAX = 20;

/** A request with its idempotency key. */
type Keyed<Request> = Request & { readonly key: string };

/** Requests without an answer. Sent again with the same idempotency key, the server executes them once. */
export type PendingRequests<Request> = {
  /** Returns an earlier unanswered request that equals the next one. */
  find(isSame: (request: Request) => boolean): Keyed<Request> | undefined;
  /** Stores a request before it is sent. @returns it with its key. */
  add(request: Request): Keyed<Request>;
  /** Forgets an answered request. */
  remove(request: Keyed<Request>): void;
};

/** Creates a store for the keys of up to twenty requests. */
export function createPendingRequests<Request extends object>(): PendingRequests<Request> {
  let all: readonly Keyed<Request>[] = [];
  return {
    find: (isSame) => all.find(isSame),
    add: (request) => {
      const sent = { ...request, key: randomId() };
      all = [...all, sent].slice(-MAX);
      return sent;
    },
    remove: (request) => {
      all = all.filter((other) => other !== request);
    },
  };
}
