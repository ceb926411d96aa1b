import { CodedError, invalidField } from '@diorama/shared/contract/errors.ts';
import {
  MAX_ANALYTICS_DAYS,
  type SceneAnalytics,
  type visitRoutes,
} from '@diorama/shared/contract/visits.ts';
import { isCountry } from '@diorama/shared/domain/countries.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import { findUsage } from '@diorama/shared/server/scenes/compositions.queries.ts';
import {
  type CountryDay,
  readAnalytics,
  readCountryDays,
  recordVisit,
} from '@diorama/shared/server/scenes/scene-visits.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { loadComposition } from '../compositions/facts.ts';
import { fileNameOf } from '../compositions/serializer.ts';
import { openSharedScene } from '../public/open-scene.ts';

const COLUMNS = ['day', 'views', 'embeds', 'devices', 'seconds', 'annotationOpens', 'arLaunches'] as const;

/** Country of visits whose browsers send none. */
const UNKNOWN = 'unknown';

/** Length limit of the parsed header. */
const MAX_CHARACTERS = 200;

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Default range, in days. */
const USUAL_DAYS = 30;

type Range = { from?: string | undefined; to?: string | undefined };

/** Counts visits of published scenes, and reports them to the users of the workspace. */
export function visitHandlers(deps: Deps): HandlersOf<typeof visitRoutes> {
  const { db, clock } = deps;
  const today = () => dayOf(clock.now());

  const read = async (id: string, userId: string, range: Range) => {
    // Every editor may see the numbers, also in a workspace over its quota.
    const scene = await loadComposition(db, 'history', { id, userId });
    const usage = await findUsage(db, scene.account_id);
    if (usage === null || !PLANS[usage.plan].features.analytics) {
      throw new CodedError('security.not-allowed');
    }
    const days = rangeOf(range, today());
    return { scene, analytics: await readAnalytics(db, { compositionId: scene.id, ...days }) };
  };

  return {
    recordVisit: async ({ params, body }, { ctx, ip }) => {
      const scene = await openSharedScene(deps, params.uuid, ctx.get('authorization'));
      if (deps.readOnly.isOn) {
        return undefined;
      }
      await recordVisit(db, {
        compositionId: scene.id,
        day: today(),
        kind: body.kind,
        seconds: body.seconds,
        device: `${ip}\n${ctx.get('user-agent')}`,
        country: countryOf(ctx.get('accept-language')),
      });
      return undefined;
    },

    getAnalytics: async ({ params, query }, { actor }): Promise<SceneAnalytics> =>
      (await read(params.id, actor.userId, query)).analytics,

    downloadAnalytics: async ({ params, query }, { actor, ctx }) => {
      const { scene, analytics } = await read(params.id, actor.userId, query);
      ctx.status = 200;
      ctx.attachment(`${fileNameOf(scene.name)}-${analytics.from}-${analytics.to}.csv`);
      ctx.type = 'text/csv; charset=utf-8';
      ctx.set('Cache-Control', 'private, no-store');
      const { from, to } = analytics;
      ctx.body = toCsv(analytics, await readCountryDays(db, { compositionId: scene.id, from, to }));
      return undefined;
    },
  };
}

/** The requested days. @throws CodedError `request.invalid` for a reversed or too long range. */
function rangeOf(range: Range, today: string): { from: string; to: string } {
  const to = range.to ?? today;
  const from = range.from ?? dayOf(new Date(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS));
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_ANALYTICS_DAYS) {
    throw invalidField('from', 'analytics.range');
  }
  return { from, to };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The country of a browser's first language with one, `MX` of `es-MX,es;q=0.9`; empty without any. */
export function countryOf(acceptLanguage: string): string {
  const tags = acceptLanguage.slice(0, MAX_CHARACTERS).split(',');
  for (const tag of tags) {
    const country = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?![a-z0-9])/i.exec(tag)?.[1]?.toUpperCase();
    if (country && isCountry(country)) {
      return country;
    }
  }
  return '';
}

/**
 * The days as comma-separated values (RFC 4180), with one column of visits per country, most visits first.
 * It contains no text from users.
 */
export function toCsv(
  { days, countries }: Pick<SceneAnalytics, 'days' | 'countries'>,
  countryDays: readonly CountryDay[],
): string {
  const visits = new Map(countryDays.map((row) => [`${row.day} ${row.country}`, row.visits]));
  const head = [...COLUMNS, ...countries.map(({ country }) => `visits:${country || UNKNOWN}`)];
  const lines = days.map((day) => [
    ...COLUMNS.map((column) => day[column]),
    ...countries.map(({ country }) => visits.get(`${day.day} ${country}`) ?? 0),
  ]);
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}
