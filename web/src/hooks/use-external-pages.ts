import { useConfig } from './use-config.ts';
import { useLanguage } from './use-language.tsx';
import { usePath } from './use-path.ts';

/** Pages that an installation may host elsewhere; Diorama has a plain default for each. */
export type ExternalPage = 'help' | 'terms' | 'privacy' | 'cookies' | 'support';

/** Returns the address of such a page: the configured one with the language filled in, else the default. */
export function useExternalPages(): (page: ExternalPage) => string {
  const config = useConfig();
  const language = useLanguage();
  const path = usePath();
  return (page) => {
    const configured = config?.[`${page}Url`] ?? null;
    return configured === null ? path(page) : configured.replaceAll('{lang}', language);
  };
}

/** Address of the link out of the product: the installation's own site, if configured. */
export function useMarketingUrl(): string | null {
  const config = useConfig();
  const language = useLanguage();
  return config?.marketingUrl?.replaceAll('{lang}', language) ?? null;
}
