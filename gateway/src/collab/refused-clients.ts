import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import type { CloseReason } from './close-socket.ts';

/**
 * Refusals after which the sender is denied. The editor tries again after edits that may have made room; an update that is
 * refused for another reason would be refused again.
 */
const ATTEMPTS: Partial<Record<CloseReason, number>> = {
  'message-too-large': 1,
  'presence-too-large': 1,
  'foreign-client-id': 1,
  'document-too-large': 5,
  'document-invalid': 3,
  'too-many-authors': 3,
};
/** Denials last a minute at first, each further one twice as long, an hour at most. */
const DENIED_MS = { first: 60_000, longest: 3_600_000 } as const;
/** A refusal is forgotten so long after its denial. */
const FORGOTTEN_MS = 600_000;
const MAX_ENTRIES = 10_000;
/** The bus channel of refusals, as `<gateway> <holder> <document> <reason>`. */
const REFUSALS_CHANNEL = 'collab-refusals';

type Refused = { count: number; reason: CloseReason; deniedUntil: number; forgottenAt: number };

/**
 * Denies authentication to clients whose updates were refused. The provider of hocuspocus reconnects after every close code
 * and sends the same again; after a denied authentication it stays connected and sends nothing.
 */
export interface RefusedClients {
  /** @param client.holder - as of the budget of the socket: a user or a network */
  note(client: { holder: string; documentName: string }, reason: CloseReason): void;
  /** @returns why the client is denied now, else null */
  reasonFor(client: { holder: string; documentName: string }): CloseReason | null;
  close(): void;
}

/** @param options.now - milliseconds */
export function createRefusedClients(options: {
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  logger: Logger;
  gatewayId: string;
  now?: () => number;
}): RefusedClients {
  const { bus, logger, gatewayId, now = () => performance.now() } = options;
  const refused = new Map<string, Refused>();

  const add = (key: string, reason: CloseReason) => {
    const attempts = ATTEMPTS[reason];
    if (attempts === undefined) {
      return;
    }
    forgetOld();
    const count = (refused.get(key)?.count ?? 0) + 1;
    const denials = count - attempts;
    const ms = denials < 0 ? 0 : Math.min(DENIED_MS.first * 2 ** denials, DENIED_MS.longest);
    const deniedUntil = now() + ms;
    // In order of time, for `forgetOld`.
    refused.delete(key);
    refused.set(key, { count, reason, deniedUntil, forgottenAt: deniedUntil + FORGOTTEN_MS });
  };
  const forgetOld = () => {
    for (const [key, { forgottenAt }] of refused) {
      if (forgottenAt > now() && refused.size < MAX_ENTRIES) {
        break;
      }
      refused.delete(key);
    }
  };

  const stop = bus.subscribe(REFUSALS_CHANNEL, ([line = '']) => {
    const [from, holder, documentName, reason = ''] = line.split(' ');
    if (from !== gatewayId && Object.hasOwn(ATTEMPTS, reason)) {
      // Checked to be one of the known reasons.
      add(`${holder} ${documentName}`, reason as CloseReason);
    }
  });
  return {
    note: ({ holder, documentName }, reason) => {
      if (ATTEMPTS[reason] === undefined) {
        return;
      }
      add(`${holder} ${documentName}`, reason);
      bus
        .publish(REFUSALS_CHANNEL, `${gatewayId} ${holder} ${documentName} ${reason}`)
        .catch((err: unknown) => logger.debug({ err }, 'client rejection was not published'));
    },
    reasonFor: ({ holder, documentName }) => {
      const entry = refused.get(`${holder} ${documentName}`);
      return entry && entry.deniedUntil > now() ? entry.reason : null;
    },
    close: stop,
  };
}
