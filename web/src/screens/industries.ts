/** Industries of workspaces, by kind of account. */
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

export const ALL_INDUSTRIES: readonly Industry[] = [
  ...new Set<Industry>([...INDUSTRIES[1], ...INDUSTRIES[2]]),
];

/** Whether a stored industry is a known one; other clients may have stored other text. */
export function isIndustry(text: string | null): text is Industry {
  return ALL_INDUSTRIES.some((industry) => industry === text);
}
