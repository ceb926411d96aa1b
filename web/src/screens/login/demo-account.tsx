import { NetworkButton } from '../../components/button/network-button.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import classes from '../auth-card.module.css';

type Credentials = { email: string; password: string };

/** Offers the demo account of a fresh installation. */
export function DemoAccount({
  demo,
  onSignIn,
  onError,
}: {
  demo: Credentials;
  onSignIn: (credentials: Credentials) => Promise<void>;
  onError: (error: unknown) => void;
}) {
  const t = useT();
  const { isBusy, submit } = useSubmit(() => onSignIn(demo), onError);
  return (
    <section className={classes.demo}>
      <div>
        <h2>{t('login.demo.title')}</h2>
        <p>{t('login.demo.text')}</p>
      </div>
      <NetworkButton isWide isLoading={isBusy} onClick={submit}>
        {t('login.demo.submit')}
      </NetworkButton>
    </section>
  );
}
