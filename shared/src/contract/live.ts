import { z } from 'zod';
import { defineRoutes } from './define.ts';

/** Topics of the live stream. */
export const LIVE_TOPICS = [
  'asset',
  'scene-output',
  'order',
  'composition',
  'project',
  'comment',
  'invitation',
  'account',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** The data of one live event; `state` is the resource as its GET sends it, null once deleted. */
export type LiveEvent = { '@id': string; type: 'created' | 'updated' | 'deleted'; state: unknown };

export const liveRoutes = defineRoutes({
  openLive: {
    route: 'GET /api/live',
    auth: 'none',
    summary: 'Server-sent events of all changes visible to the user. Takes a bearer token or a ticket.',
    query: z.object({ ticket: z.string().max(200).optional() }),
    bodyKind: 'raw',
    isStream: true,
    errors: ['auth.session-expired', 'request.too-many'],
  },
  createLiveTicket: {
    route: 'POST /api/live/ticket',
    summary: 'Creates a ticket for one live stream, valid once, for 60 seconds.',
    response: z.object({ ticket: z.string() }),
  },
});
