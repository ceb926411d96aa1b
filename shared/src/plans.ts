/** Decimal units, as in the plans. */
export const MB = 1_000_000;
export const GB = 1_000 * MB;
export const TB = 1_000 * GB;

export const PLAN_NAMES = ['free', 'starter', 'pro', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** Billing periods, in months. */
export type BillingMonths = 1 | 12;

/** Features of plans with the kind of their values, in the order in which plans list them. */
export const PLAN_FEATURES = {
  storage: 'bytes',
  maxScenes: 'count',
  workspaces: 'count',
  customWatermark: 'switch',
  analytics: 'switch',
} as const;
type FeatureKinds = typeof PLAN_FEATURES;
export type PlanFeature = keyof FeatureKinds;

/** Names of the features of a kind. */
export type FeatureOf<Kind extends FeatureKinds[PlanFeature]> = {
  [Name in PlanFeature]: FeatureKinds[Name] extends Kind ? Name : never;
}[PlanFeature];

export type PlanFeatures = Record<FeatureOf<'bytes' | 'count'>, number> &
  Record<FeatureOf<'switch'>, boolean>;

/** Features of a kind, in order. */
export function featuresOf<Kind extends FeatureKinds[PlanFeature]>(kind: Kind): FeatureOf<Kind>[] {
  const names = Object.keys(PLAN_FEATURES) as PlanFeature[];
  return names.filter((name): name is FeatureOf<Kind> => PLAN_FEATURES[name] === kind);
}

export type Plan = {
  /** Fixed, so that it is the same in every installation and for every client. */
  uuid: string;
  displayName: string;
  level: 0 | 1 | 2 | 3;
  features: PlanFeatures;
  /** Price of each billing period, in cents of USD; empty for free. */
  prices: readonly { uuid: string; months: BillingMonths; price: number }[];
};

/** The one table of plans: limits, features and prices. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: {
    uuid: '01900000-0000-7000-8000-000000000010',
    displayName: 'Free',
    level: 0,
    features: { maxScenes: 5, storage: 2 * GB, workspaces: 1, customWatermark: false, analytics: false },
    prices: [],
  },
  starter: {
    uuid: '01900000-0000-7000-8000-000000000020',
    displayName: 'Starter',
    level: 1,
    features: { maxScenes: 50, storage: 5 * GB, workspaces: 1, customWatermark: true, analytics: false },
    prices: [
      { uuid: '01900000-0000-7000-8000-000000000021', months: 1, price: 1_500 },
      { uuid: '01900000-0000-7000-8000-000000000022', months: 12, price: 14_400 },
    ],
  },
  pro: {
    uuid: '01900000-0000-7000-8000-000000000030',
    displayName: 'Pro',
    level: 2,
    features: { maxScenes: 100, storage: 500 * GB, workspaces: 1, customWatermark: true, analytics: true },
    prices: [
      { uuid: '01900000-0000-7000-8000-000000000031', months: 1, price: 5_000 },
      { uuid: '01900000-0000-7000-8000-000000000032', months: 12, price: 48_000 },
    ],
  },
  enterprise: {
    uuid: '01900000-0000-7000-8000-000000000040',
    displayName: 'Enterprise',
    level: 3,
    features: { maxScenes: 1_000, storage: 2 * TB, workspaces: 5, customWatermark: true, analytics: true },
    prices: [
      { uuid: '01900000-0000-7000-8000-000000000041', months: 1, price: 20_000 },
      { uuid: '01900000-0000-7000-8000-000000000042', months: 12, price: 192_000 },
    ],
  },
};

/**
 * Retention of documents in addition to the scenes themselves, in stored bytes: the newest scenes in the
 * trash, and the versions of each scene.
 */
export const KEPT: Readonly<
  Record<PlanName, { trashedScenes: number; trashBytes: number; versionBytes: number }>
> = {
  free: { trashedScenes: 50, trashBytes: 250 * MB, versionBytes: 25 * MB },
  starter: { trashedScenes: 250, trashBytes: GB, versionBytes: 50 * MB },
  pro: { trashedScenes: 500, trashBytes: 5 * GB, versionBytes: 100 * MB },
  enterprise: { trashedScenes: 2_000, trashBytes: 20 * GB, versionBytes: 200 * MB },
};

export type PlanPrice = { uuid: string; plan: PlanName; months: BillingMonths; price: number };

/** All prices that can be ordered. */
export const PLAN_PRICES: readonly PlanPrice[] = PLAN_NAMES.flatMap((plan) =>
  PLANS[plan].prices.map((price) => ({ ...price, plan })),
);

/** The price with the uuid, if it is on sale. */
export function findPlanPrice(uuid: string): PlanPrice | undefined {
  return PLAN_PRICES.find((price) => price.uuid === uuid);
}

/** Bytes that one joined referral earns. */
export const REFERRAL_BONUS = 250 * MB;
/** Maximum bytes that referrals earn. */
export const REFERRAL_CAP = 4 * GB;
/** The largest file that can be uploaded, in bytes. */
export const MAX_UPLOAD_BYTES = 300 * MB;
/** The largest image of an annotation, in bytes. */
export const MAX_ANNOTATION_IMAGE_BYTES = 5 * MB;
/** The largest sound, in bytes. */
export const MAX_SOUND_BYTES = 20 * MB;
/** Used share of a quota from which users are warned. */
export const STORAGE_WARNING_RATIO = 0.9;
