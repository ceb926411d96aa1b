import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { liveRoutes } from '@diorama/shared/contract/live.ts';
import { createTicket, useTicket } from '@diorama/shared/server/delivery/live-stream.queries.ts';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import type { Actor } from '../../auth/actor.ts';
import { actorOfSession, authenticate, bearerOf } from '../../auth/authenticate.ts';
import { hashToken } from '../../auth/tokens.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { LiveHub } from '../../live/hub.ts';
import { networkOf } from '../../middleware/client-address.ts';

/** Delay before a network with too many streams may retry, in seconds. */
const RETRY_S = 60;

/** The stream of changes. */
export function liveHandlers(deps: Deps, hub: LiveHub): HandlersOf<typeof liveRoutes> {
  const { db, connections } = deps;
  return {
    openLive: async ({ query }, { ctx, language, ip }) => {
      const actor = await identify(ctx.get('authorization'), query.ticket);
      const leave = connections.open({ limit: 'streams-of-network', holder: networkOf(ip) });
      if (leave === null) {
        throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
      }
      const lastEventId = Number(ctx.get('last-event-id'));
      ctx.respond = false;
      await hub
        .open({
          userId: actor.userId,
          sessionId: actor.sessionId,
          language,
          response: ctx.res,
          lastEventId: Number.isInteger(lastEventId) && lastEventId > 0 ? lastEventId : null,
        })
        .finally(leave);
      return undefined;
    },
    createLiveTicket: async (_input, { actor }) => {
      const ticket = randomToken(192);
      await createTicket(db, {
        tokenHash: hashToken(ticket),
        userId: actor.userId,
        sessionId: actor.sessionId,
      });
      return { ticket };
    },
  };

  async function identify(header: string, ticket: string | undefined): Promise<Actor> {
    const token = bearerOf(header);
    if (token !== null) {
      return authenticate(deps, token);
    }
    const used = ticket ? await useTicket(db, hashToken(ticket)) : null;
    if (!used) {
      throw new CodedError('auth.session-expired');
    }
    return actorOfSession(deps, used.userId, used.sessionId);
  }
}
