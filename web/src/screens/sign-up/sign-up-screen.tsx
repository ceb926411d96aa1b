import { Link, useLocation } from 'react-router';
import { ExternalLink } from '../../components/external-link.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { AuthPicture } from '../../layouts/auth-picture.tsx';
import classes from '../auth-card.module.css';
import { AuthForm } from '../auth-form.tsx';
import { GoogleButton } from '../google-button/google-button.tsx';
import { useGoogle } from '../google-button/use-google.ts';
import { useSignUp } from './use-sign-up.ts';

/** Creates an account with its workspace, and signs in. */
export function SignUpScreen() {
  const { t } = useTranslations('sign-in');
  const path = usePath();
  const { search } = useLocation();
  const google = useGoogle('signup');
  const { fields, isBusy, problem, submit } = useSignUp();
  useTitle(t('signup.title'));
  return (
    <AuthForm
      picture={<AuthPicture />}
      title={t('signup.title')}
      intro={t('signup.intro')}
      problem={problem ?? google.problem}
      submitLabel={t('signup.submit')}
      isBusy={isBusy}
      validate={fields.validate}
      onSubmit={submit}
      below={<Consent />}
      after={<GoogleButton hasDivider text="signup_with" onCredential={google.handleCredential} />}
      foot={
        <>
          {t('signup.hasAccount')} <Link to={path(`login${search}`)}>{t('signup.logIn')}</Link>
        </>
      }
    >
      <TextField
        {...fields.input('username')}
        label={t('signup.username')}
        autoComplete="name"
        maxLength={80}
        size="large"
      />
      <TextField
        {...fields.input('email')}
        label={t('signup.email')}
        type="email"
        autoComplete="email"
        size="large"
      />
      <PasswordField
        {...fields.input('password')}
        label={t('signup.password')}
        hint={t('signup.password.hint')}
        autoComplete="new-password"
        maxLength={200}
        size="large"
      />
    </AuthForm>
  );
}

/** Text of the consent with links in its placeholders. */
function Consent() {
  const { t } = useTranslations('sign-in');
  const message = t('signup.consent', { terms: '{terms}', privacy: '{privacy}', cookies: '{cookies}' });
  return (
    <p className={classes.consent}>
      <RichText
        message={message}
        parts={{
          terms: <ExternalLink page="terms">{t('signup.consent.terms')}</ExternalLink>,
          privacy: <ExternalLink page="privacy">{t('signup.consent.privacy')}</ExternalLink>,
          cookies: <ExternalLink page="cookies">{t('signup.consent.cookies')}</ExternalLink>,
        }}
      />
    </p>
  );
}
