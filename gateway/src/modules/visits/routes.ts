import { CodedError } from '@diorama/shared/contract/errors.ts';
import {
  MAX_ANALYTICS_DAYS,
  type SceneAnalytics,
  type visitRoutes,
} from '@diorama/shared/contract/visits.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import { findUsage } from '@diorama/shared/server/scenes/compositions.queries.ts';
import {
  readAnalytics,
  readCountryDays,
  recordVisit,
} from '@diorama/shared/server/scenes/scene-visits.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { loadComposition } from '../compositions/facts.ts';
import { fileNameOf } from '../compositions/serializer.ts';
import { openSharedScene } from '../public/open-scene.ts';
import { countryOf } from './country-of.ts';
import { toCsv } from './to-csv.ts';

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
      if (deps.env.isReadOnly) {
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
    const violation = {
      propertyPath: 'from',
      code: 'analytics.range',
      message: 'At most a year, in order',
    } as const;
    throw new CodedError('request.invalid', { violations: [violation] });
  }
  return { from, to };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
