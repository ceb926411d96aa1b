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
    method: 'GET',
    path: '/api/live',
    auth: 'none',
    summary: 'Server-sent events of all changes visible to the user. Takes a bearer token or a ticket.',
    status: 200,
    query: z.object({ ticket: z.string().max(200).optional() }),
    bodyKind: 'raw',
    isStream: true,
    errors: ['auth.session-expired', 'request.too-many'],
  },
  createLiveTicket: {
    method: 'POST',
    path: '/api/live/ticket',
    auth: 'user',
    summary: 'Creates a ticket for one live stream, valid once, for 60 seconds.',
    status: 200,
    response: z.object({ ticket: z.string() }),
  },
});
