import { randomId } from './random-id.ts';

/** Of more requests that were sent and not answered the oldest are forgotten. */
const MOST = 20;

/** A request with the key under which the server knows it. */
type Keyed<Request> = Request & { readonly key: string };

/** What was sent and not answered: sent once more, the server knows it again and does it once. */
export type Unanswered<Request> = {
  /** @returns what was sent before and is the same as what is to be sent now. */
  find(isSame: (request: Request) => boolean): Keyed<Request> | undefined;
  /** Notes what is about to be sent. @returns it with its key. */
  add(request: Request): Keyed<Request>;
  /** The server has answered it. */
  remove(request: Keyed<Request>): void;
};

/** Remembers the keys of up to twenty requests. */
export function createUnanswered<Request extends object>(): Unanswered<Request> {
  /** Oldest first. */
  let all: readonly Keyed<Request>[] = [];
  return {
    find: (isSame) => all.find(isSame),
    add: (request) => {
      const sent = { ...request, key: randomId() };
      all = [...all, sent].slice(-MOST);
      return sent;
    },
    remove: (request) => {
      all = all.filter((other) => other !== request);
    },
  };
}
