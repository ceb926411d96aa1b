import { DEFAULT_LANGUAGE, type Language } from '@diorama/shared/i18n/t.ts';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useT } from '../hooks/use-language.tsx';
import classes from './auth-layout.module.css';

const PICTURES = import.meta.glob<string>('./pictures/editor-*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
/** Delay after which the page has loaded and a returning user has begun to type. */
const AFTER_MS = 2_500;
/** As in the stylesheet: narrower screens have no picture. */
const WIDE = '(min-width: 1024px)';

/** The picture with texts in a language, if there is one. */
const pictureIn = (language: Language) => PICTURES[`./pictures/editor-${language}.webp`];

/** Picture of the product for new users, and after a while a scene to turn in its place; only on wide screens. */
export function AuthPicture() {
  const t = useT();
  const language = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const ends = new AbortController();
    const show = async () => {
      const hasWebgl = document.createElement('canvas').getContext('webgl2') !== null;
      if (!host.current || !hasWebgl || !window.matchMedia(WIDE).matches) {
        return;
      }
      const { showTemplate } = await import('./show-template.ts');
      if (!ends.signal.aborted) {
        const label = t('auth.scene');
        await showTemplate({ host: host.current, language, label, signal: ends.signal });
        setIsLive(!ends.signal.aborted);
      }
    };
    // Without a connection for its code the picture stays, as it does without WebGL.
    const timer = setTimeout(() => show().catch(() => setIsLive(false)), AFTER_MS);
    return () => {
      clearTimeout(timer);
      ends.abort();
      setIsLive(false);
    };
  }, [language, t]);
  return (
    <aside className={classes.picture} data-live={isLive || undefined}>
      <img
        src={pictureIn(language) ?? pictureIn(DEFAULT_LANGUAGE)}
        alt={t('auth.picture')}
        width={1440}
        height={900}
        loading="lazy"
      />
      <div ref={host} className={classes.scene} />
    </aside>
  );
}
