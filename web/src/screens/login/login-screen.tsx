import { Link, useLocation } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { Checkbox } from '../../components/field/checkbox.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { AuthPicture } from '../../layouts/auth-picture.tsx';
import classes from '../auth-card.module.css';
import { AuthForm } from '../auth-form.tsx';
import { GoogleButton } from '../google-button/google-button.tsx';
import { AccountDeletedNote, useAccountDeleted } from './account-deleted-note.tsx';
import { type Credentials, useLogin } from './use-login.ts';

/** Signs in with email and password. The page's guard then redirects. */
export function LoginScreen() {
  const { t } = useTranslations('sign-in');
  const path = usePath();
  const { search } = useLocation();
  const config = useConfig();
  const { fields, remember, setRemember, ...login } = useLogin();
  const isAccountDeleted = useAccountDeleted();
  useTitle(t('login.title'));
  return (
    <AuthForm
      picture={<AuthPicture />}
      title={t('login.title')}
      intro={t('login.intro')}
      notice={<LoginNotice isAccountDeleted={isAccountDeleted} />}
      problem={login.problem}
      submitLabel={t('login.submit')}
      isBusy={login.isBusy}
      validate={fields.validate}
      onSubmit={login.submit}
      after={
        <>
          <GoogleButton hasDivider text="signin_with" onCredential={login.handleGoogle} />
          {config?.demo && (
            <DemoAccount demo={config.demo} onSignIn={login.signIn} onError={login.showError} />
          )}
        </>
      }
      foot={
        <>
          {t('login.noAccount')} <Link to={path(`sign-up${search}`)}>{t('login.signUp')}</Link>
        </>
      }
    >
      <TextField
        {...fields.input('email')}
        label={t('login.email')}
        type="email"
        autoComplete="username"
        size="large"
      />
      <PasswordField
        {...fields.input('password')}
        label={t('login.password')}
        autoComplete="current-password"
        size="large"
      />
      <div className={classes.row}>
        <Checkbox
          label={t('login.remember')}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <Link to={path('reset-password/request')}>{t('login.forgot')}</Link>
      </div>
    </AuthForm>
  );
}

/** Notice after the deletion of the account, or after the end of a session. */
function LoginNotice({ isAccountDeleted }: { isAccountDeleted: boolean }) {
  const { t } = useTranslations('sign-in');
  const { session } = useApi();
  if (isAccountDeleted) {
    return (
      <LazyBoundary place="panel">
        <AccountDeletedNote />
      </LazyBoundary>
    );
  }
  return session.hasExpired() && <Alert kind="info">{t('login.ended')}</Alert>;
}

/** Offers the demo account of a fresh installation. */
function DemoAccount({
  demo,
  onSignIn,
  onError,
}: {
  demo: Credentials;
  onSignIn: (credentials: Credentials) => Promise<void>;
  onError: (error: unknown) => void;
}) {
  const { t } = useTranslations('sign-in');
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
