import { useLanguage, useT } from '../hooks/use-language.tsx';
import classes from './auth-layout.module.css';
import editorEn from './pictures/editor-en.webp';
import editorEs from './pictures/editor-es.webp';

const PICTURES = { en: editorEn, es: editorEs } as const;

/** Picture of the product for new users; fetched only on wide screens. */
export function AuthPicture() {
  const t = useT();
  return (
    <aside className={classes.picture}>
      <img src={PICTURES[useLanguage()]} alt={t('auth.picture')} width={1440} height={900} loading="lazy" />
    </aside>
  );
}
