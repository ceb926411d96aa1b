import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { RichText } from '../../components/rich-text.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useUser } from '../../hooks/use-user.ts';
import classes from './publish.module.css';

/** Says how the scene gets into a room, and what is in the way while the address is one of this computer only. */
export function ArHint({ scene }: { scene: Composition }) {
  const t = useT();
  const config = useConfig();
  const user = useUser();
  if (config === undefined) {
    return null;
  }
  // Whoever tries Diorama on their own machine, or looks after it, can start it otherwise; nobody else can.
  const canRestart = user?.isOperator === true || config.demo !== null;
  const port = new URL(config.publicUrl).port;
  const settings = `HOST=0.0.0.0 PUBLIC_URL=http://<LAN address>${port === '' ? '' : `:${port}`}`;
  return (
    <div>
      <h3 className={classes.heading}>{t('publish.ar.title')}</h3>
      {!config.isLoopback && <p className={classes.hint}>{t('publish.ar.text')}</p>}
      {config.isLoopback && config.lanUrl !== null && (
        <p className={classes.hint}>
          {t('publish.ar.lan')} <code>{`${config.lanUrl}${new URL(scene.url).pathname}`}</code>
        </p>
      )}
      {config.isLoopback && config.lanUrl === null && !canRestart && (
        <p className={classes.hint}>{t('publish.ar.ask')}</p>
      )}
      {config.isLoopback && config.lanUrl === null && canRestart && (
        <p className={classes.hint}>
          <RichText
            message={t('publish.ar.loopback', { settings: '{settings}' })}
            parts={{ settings: <code>{settings}</code> }}
          />
        </p>
      )}
    </div>
  );
}
