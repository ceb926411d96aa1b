import type { Composition } from '@diorama/shared/contract/compositions.ts';
import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { RichText } from '../../components/rich-text.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import classes from './publish.module.css';

type Reach = Pick<ResultOf<'getConfig'>, 'isLoopback' | 'lanUrl'>;

/** Explains why phones cannot open a scene whose address is local to this computer; hidden otherwise. */
export function PhoneHint({ scene }: { scene: Composition }) {
  const { t } = useTranslations('sharing');
  const config = useConfig();
  const user = useUser();
  if (!config?.isLoopback) {
    return null;
  }
  if (config.lanUrl !== null) {
    return (
      <p className={classes.hint}>
        {t('publish.phone.lan')} <code>{phoneUrlOf(scene.url, config)}</code>
      </p>
    );
  }
  // Only an operator, or the user of a demo on their own machine, can change the configuration.
  if (user?.isOperator !== true && config.demo === null) {
    return <p className={classes.hint}>{t('publish.phone.ask')}</p>;
  }
  const port = new URL(config.publicUrl).port;
  const settings = `HOST=0.0.0.0 PUBLIC_URL=http://<LAN address>${port === '' ? '' : `:${port}`}`;
  return (
    <p className={classes.hint}>
      <RichText
        message={t('publish.phone.loopback', { settings: '{settings}', secure: '{secure}' })}
        parts={{ settings: <code>{settings}</code>, secure: <code>HTTPS=lan</code> }}
      />
    </p>
  );
}

/** Address of a page for phones: the computer's network address, if the page's own one is a loopback address. */
export function phoneUrlOf(url: string, { isLoopback, lanUrl }: Reach): string {
  return isLoopback && lanUrl !== null ? `${lanUrl}${new URL(url).pathname}` : url;
}
