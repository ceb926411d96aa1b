/** Licences that a scene can be published under, with their name and page; null for the law's default. */
export const LICENSES = {
  'all-rights-reserved': null,
  'cc-by': { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  'cc-by-sa': { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'cc-by-nd': { name: 'CC BY-ND 4.0', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  'cc-by-nc': { name: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  'cc-by-nc-sa': { name: 'CC BY-NC-SA 4.0', url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
  'cc-by-nc-nd': { name: 'CC BY-NC-ND 4.0', url: 'https://creativecommons.org/licenses/by-nc-nd/4.0/' },
  cc0: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
} as const satisfies Record<string, { name: string; url: string } | null>;
export type License = keyof typeof LICENSES;

/** Title, creator and licence of a scene, which its files name. */
export type Credits = { title: string; creator: string; license: License };

type Holder = Pick<Credits, 'creator' | 'license'>;

/** Creator as pages and files name them, such as `© Ana`; without a sign in the public domain. */
export function nameOfCreator({ creator, license }: Holder): string {
  return license === 'cc0' ? creator : `© ${creator}`;
}

/** The copyright line of a file, such as `© Ana, CC BY 4.0 (https://…)`. Files are in English. */
export function copyrightOf(holder: Holder): string {
  const terms = LICENSES[holder.license];
  return `${nameOfCreator(holder)}, ${terms === null ? 'all rights reserved' : `${terms.name} (${terms.url})`}`;
}
