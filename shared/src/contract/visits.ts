import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { OPEN_SCENE_ERRORS } from './open-scene-errors.ts';

/** Events that are counted for a visit. */
export const VISIT_KINDS = ['view', 'embed', 'time', 'annotation', 'ar'] as const;
export type VisitKind = (typeof VISIT_KINDS)[number];

/** Longest duration that one message reports, in seconds. */
export const MAX_VISIT_SECONDS = 3_600;
/** Maximum number of days in one response. */
export const MAX_ANALYTICS_DAYS = 366;

const counts = {
  views: z.number().int(),
  embeds: z.number().int(),
  /**
   * Distinct devices per day. Over several days this is the sum, as devices are not recognised across days.
   */
  devices: z.number().int(),
  seconds: z.number().int(),
  annotationOpens: z.number().int(),
  arLaunches: z.number().int(),
};

/** Visit statistics of a scene. */
export const visitCounts = z.object(counts);
export type VisitCounts = z.output<typeof visitCounts>;

export const sceneAnalytics = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  totals: visitCounts,
  /** Every day of the period, without gaps. */
  days: z.array(z.object({ day: z.iso.date(), ...counts })),
  /**
   * Countries by the language settings of browsers, most visits first; an empty name where the browser sends
   * no country.
   */
  countries: z.array(z.object({ country: z.string(), visits: z.number().int() })),
});
export type SceneAnalytics = z.output<typeof sceneAnalytics>;

const range = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() });

export const visitRoutes = defineRoutes({
  recordVisit: {
    route: 'POST /api/public/scenes/{uuid}/visits',
    auth: 'none',
    isServedReadOnly: true,
    summary: 'Counts one action of a visitor of a published scene. No visitor data is stored.',
    status: 204,
    params: z.object({ uuid: z.uuid() }),
    body: z.object({
      kind: z.enum(VISIT_KINDS),
      /** Only for `time`. */
      seconds: z.number().int().min(0).max(MAX_VISIT_SECONDS).default(0),
    }),
    errors: OPEN_SCENE_ERRORS,
    limit: 'visits',
  },
  getAnalytics: {
    route: 'GET /api/compositions/{id}/analytics',
    summary: 'Returns the daily views of a scene, by default of the last 30 days. Editors only.',
    query: range,
    response: sceneAnalytics,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  downloadAnalytics: {
    route: 'GET /api/compositions/{id}/analytics.csv',
    summary: 'Downloads the daily views as CSV, with the visits by country.',
    query: range,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
});
