import { useConfig } from './use-config.ts';
import { useLanguage } from './use-language.tsx';
import { usePath } from './use-path.ts';

/** The pages that an installation may keep elsewhere; Diorama has a plain one of its own for each. */
export type OutsidePage = 'help' | 'terms' | 'privacy' | 'cookies' | 'support';

/** Where such a page is: elsewhere with the language filled in, else our own. */
export function useOutside(): (page: OutsidePage) => string {
  const config = useConfig();
  const language = useLanguage();
  const path = usePath();
  return (page) => {
    const configured = config?.[`${page}Url`] ?? null;
    return configured === null ? path(page) : configured.replaceAll('{lang}', language);
  };
}

/** Where the way out of Diorama leads: the installation's own site if it names one. */
export function useMarketingUrl(): string | null {
  const config = useConfig();
  const language = useLanguage();
  return config?.marketingUrl?.replaceAll('{lang}', language) ?? null;
}
