/** The industries a workspace can belong to, by the kind of account that they are offered to. */
export const INDUSTRIES = {
  1: [
    'architecture',
    'art',
    'construction',
    'ecommerce',
    'fashion',
    'furniture',
    'games',
    'marketing',
    'manufacturing',
    'other',
  ],
  2: ['school', 'university', 'training', 'art', 'other'],
} as const;

export type Industry = (typeof INDUSTRIES)[1 | 2][number];

/** Every industry once. */
export const ALL_INDUSTRIES: readonly Industry[] = [
  ...new Set<Industry>([...INDUSTRIES[1], ...INDUSTRIES[2]]),
];

/** Whether a stored industry is one of ours; another client may have written its own words. */
export function isIndustry(text: string | null): text is Industry {
  return ALL_INDUSTRIES.some((industry) => industry === text);
}
