import { PROSE_PAGES, type Prose, type ProsePage } from '@diorama/shared/i18n/prose.ts';
import { use } from 'react';
import { ExternalLink } from '../../components/external-link.tsx';
import { createCatalogueLoader } from '../../hooks/catalogue-loader.ts';
import { fetchMessages } from '../../hooks/namespaces.ts';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { useTitle } from '../../hooks/use-title.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { ConsentChoice } from '../consent/consent-choice.tsx';
import classes from './prose.module.css';
import { withFormats } from './with-formats.ts';

const loadProse = createCatalogueLoader((language) =>
  fetchMessages<Record<ProsePage, Prose>>('prose', language),
);

/** Help and legal texts for installations without external ones. */
function ProseScreen({ page }: { page: ProsePage }) {
  const t = useT();
  const { title, lead, sections } = use(loadProse(useLanguage()))[page];
  useTitle(title);
  return (
    <AuthLayout>
      <article className="w-full max-w-(--content-width) self-start">
        <h1 className={classes.title}>{title}</h1>
        <p className="mt-2 text-(--text-2) text-16">{lead}</p>
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading} className={classes.section}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{withFormats(paragraph)}</p>
            ))}
          </section>
        ))}
        {page === 'cookies' && <ConsentChoice className="mt-8" />}
        <footer className={classes.foot}>
          {[...PROSE_PAGES, 'support' as const]
            .filter((other) => other !== page)
            .map((other) => (
              <ExternalLink key={other} page={other}>
                {t(`outside.${other}`)}
              </ExternalLink>
            ))}
        </footer>
      </article>
    </AuthLayout>
  );
}

export function HelpScreen() {
  return <ProseScreen page="help" />;
}

export function TermsScreen() {
  return <ProseScreen page="terms" />;
}

/** Privacy policy. */
export function PrivacyScreen() {
  return <ProseScreen page="privacy" />;
}

/** Cookies and storage, with the choice about measurement. */
export function CookiesScreen() {
  return <ProseScreen page="cookies" />;
}
