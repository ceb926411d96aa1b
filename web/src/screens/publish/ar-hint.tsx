import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useT } from '../../hooks/use-language.tsx';
import { PhoneHint } from './phone-hint.tsx';
import classes from './publish.module.css';

/** Explains how to view the scene in AR, and what prevents it. */
export function ArHint({ scene }: { scene: Composition }) {
  const t = useT();
  const config = useConfig();
  return (
    config && (
      <div>
        <h3 className={classes.heading}>{t('publish.ar.title')}</h3>
        {!config.isLoopback && <p className={classes.hint}>{t('publish.ar.text')}</p>}
        <PhoneHint scene={scene} />
      </div>
    )
  );
}
