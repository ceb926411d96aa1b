/** The colours a tag can have; each client draws them in its own shades. */
export const TAG_COLORS = ['grey', 'blue', 'teal', 'green', 'amber', 'red', 'pink', 'violet'] as const;
export type TagColor = (typeof TAG_COLORS)[number];
