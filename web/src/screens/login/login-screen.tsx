import { isEmail } from '@diorama/shared/domain/email.ts';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { Checkbox } from '../../components/field/checkbox.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { AuthPicture } from '../../layouts/auth-picture.tsx';
import { afterSignIn } from '../../session/after-sign-in.ts';
import classes from '../auth-card.module.css';
import { AuthForm } from '../auth-form.tsx';
import { GoogleButton } from '../google-button/google-button.tsx';
import { useGoogle } from '../google-button/use-google.ts';
import { AccountDeletedNote, useAccountDeleted } from './account-deleted-note.tsx';

type Credentials = { email: string; password: string };

/** Signs in with email and password. The page's guard then redirects. */
export function LoginScreen() {
  const say = useT();
  const { t } = useTranslations('sign-in');
  const path = usePath();
  const { search } = useLocation();
  const [query] = useSearchParams();
  const config = useConfig();
  const errorText = useErrorText();
  const { client, session } = useApi();
  const [remember, setRemember] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const google = useGoogle('login', remember);
  const isAccountDeleted = useAccountDeleted();
  useTitle(t('login.title'));

  const fields = useForm({ email: query.get('email') ?? '', password: '' }, (values) => ({
    ...(!isEmail(values.email) && {
      email: values.email === '' ? say('field.required') : say('field.email'),
    }),
    ...(values.password === '' && { password: say('field.required') }),
  }));
  const signIn = async (credentials: { email: string; password: string }) => {
    setProblem(null);
    const answer = await client.call('login', { body: { ...credentials, remember } });
    afterSignIn(session, answer, { kind: 'login', remember });
  };
  const { isBusy, submit } = useSubmit(
    () => signIn({ email: fields.values.email.trim(), password: fields.values.password }),
    (error) => setProblem(errorText(error)),
  );
  return (
    <AuthForm
      picture={<AuthPicture />}
      title={t('login.title')}
      intro={t('login.intro')}
      notice={
        isAccountDeleted ? (
          <LazyBoundary place="panel">
            <AccountDeletedNote />
          </LazyBoundary>
        ) : (
          session.hasExpired() && <Alert kind="info">{t('login.ended')}</Alert>
        )
      }
      problem={problem ?? google.problem}
      submitLabel={t('login.submit')}
      isBusy={isBusy}
      validate={fields.validate}
      onSubmit={submit}
      after={
        <>
          <GoogleButton hasDivider text="signin_with" onCredential={google.handleCredential} />
          {config?.demo && (
            <DemoAccount
              demo={config.demo}
              onSignIn={signIn}
              onError={(error) => setProblem(errorText(error))}
            />
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
