import { invalidField } from '../../contract/errors.ts';
import { type DiscountTerms, toCode } from '../../domain/discount.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Knex } from '../db/knex.ts';
import { uuidv7 } from '../runtime/ids.ts';

/** A code with its terms and its number of uses, including unpaid orders. */
export type DiscountRow = {
  id: string;
  code: string;
  percentage: number;
  plan_prices: string[] | null;
  starts_at: string;
  ends_at: string | null;
  ended_at: string | null;
  most_uses: number | null;
  most_uses_each: number | null;
  uses: number;
  created_at: string;
};

/** A new code as an operator enters it. */
export type NewDiscount = Omit<DiscountRow, 'id' | 'ended_at' | 'uses' | 'created_at'> & {
  created_by: string;
};

const COLUMNS = [
  'id',
  'code',
  'percentage',
  'plan_prices',
  'starts_at',
  'ends_at',
  'ended_at',
  'most_uses',
  'most_uses_each',
  'uses',
  'created_at',
];

/** Terms of a code for the domain rules. */
export function termsOf(row: DiscountRow): DiscountTerms {
  return {
    percentage: row.percentage,
    planPrices: row.plan_prices,
    startsAt: new Date(row.starts_at),
    endsAt: row.ends_at === null ? null : new Date(row.ends_at),
    isEnded: row.ended_at !== null,
    mostUses: row.most_uses,
    mostUsesEach: row.most_uses_each,
  };
}

/** @param name - its uuid, or the code as typed */
export async function findDiscount(db: Knex, name: string): Promise<DiscountRow | null> {
  const known = isUuid(name) ? { id: name } : { code: toCode(name) };
  return (await db('discounts').where(known).first(COLUMNS)) ?? null;
}

/** Stores a new code. @throws CodedError `request.invalid` where its name is taken, even by an ended one. */
export async function createDiscount(db: Knex, discount: NewDiscount): Promise<DiscountRow> {
  const [row]: DiscountRow[] = await db('discounts')
    .insert({ id: uuidv7(), ...discount })
    .onConflict('code')
    .ignore()
    .returning(COLUMNS);
  if (!row) {
    throw invalidField('code', 'discount.code.taken');
  }
  return row;
}

/** Ends a code; existing orders with it are unchanged. @returns null where there is none */
export async function endDiscount(db: Knex, id: string): Promise<DiscountRow | null> {
  await db('discounts').where({ id, ended_at: null }).update({ ended_at: db.fn.now() });
  return findDiscount(db, id);
}

/** A page of codes, newest first. */
export async function listDiscounts(
  db: Knex,
  page: { limit: number; offset: number },
): Promise<{ rows: DiscountRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db('discounts')
      .select<DiscountRow[]>(COLUMNS)
      .orderBy([{ column: 'created_at', order: 'desc' }, { column: 'id' }])
      .limit(page.limit)
      .offset(page.offset),
    db('discounts').count({ total: '*' }).first(),
  ]);
  return { rows, total: Number(counted?.total ?? 0) };
}
