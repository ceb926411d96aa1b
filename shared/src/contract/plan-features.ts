import { z } from 'zod';
import { PLAN_FEATURES, type PlanFeature } from '../plans.ts';

const KINDS = { bytes: z.number().int(), count: z.number().int(), switch: z.boolean() } as const;
type Shape = { [Name in PlanFeature]: (typeof KINDS)[(typeof PLAN_FEATURES)[Name]] };

/** The features of a plan, as declared by {@link PLAN_FEATURES}. */
export const planFeatures = z.object(
  // Pairs each name with the schema of its kind, which `fromEntries` does not type.
  Object.fromEntries(Object.entries(PLAN_FEATURES).map(([name, kind]) => [name, KINDS[kind]])) as Shape,
);
