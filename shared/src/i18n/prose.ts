/** Text pages that are part of Diorama. */
export const PROSE_PAGES = ['help', 'terms', 'privacy', 'cookies'] as const;
export type ProsePage = (typeof PROSE_PAGES)[number];

/** A page of text: a lead and sections of paragraphs. */
export type Prose = {
  title: string;
  lead: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};
