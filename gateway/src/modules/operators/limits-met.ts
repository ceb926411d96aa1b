import { createHash } from 'node:crypto';
import type { limitRoutes } from '@diorama/shared/contract/limits-met.ts';
import { type LimitMetRow, listLimitsMet } from '@diorama/shared/server/operations/limits-met.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';

const SHOWN = 200;
const HASH_LENGTH = 12;

/** Users and networks that reached limits, for operators. */
export function limitsMetHandlers({ db, env }: Deps): HandlersOf<typeof limitRoutes> {
  const [key = ''] = env.secretKeys;
  const holderOf = ({ subject, holder }: LimitMetRow) =>
    subject === 'user'
      ? holder
      : createHash('sha256').update(`${key} ${holder}`).digest('hex').slice(0, HASH_LENGTH);
  return {
    listLimitsMet: async (_input, { ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      const rows = await listLimitsMet(db, { most: SHOWN });
      return {
        limits: rows.map((row) => ({
          limit: row.limit,
          subject: row.subject,
          holder: holderOf(row),
          name: row.name,
          count: row.count,
          lastAt: row.last_at,
        })),
      };
    },
  };
}
